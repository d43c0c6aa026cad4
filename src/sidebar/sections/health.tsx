/** Health: each known problem with its remedy. */
import type { ComponentChildren } from 'preact';
import type { HealthProblem } from '../../contract/sidebar-api.js';
import { Actions, Button, Icon, Line, Link, Notice } from '../controls/actions.js';
import { Card } from '../controls/card.js';
import { isServiceTrouble } from '../draft/remedies.js';
import { go, server, serviceStatus, texts } from '../page/store.js';

const ALLOW = 'health-allow';
const CONSENT = 'not-allowed';

export function HealthCard() {
  const problems = server.value.health.filter((problem) => problem !== CONSENT);
  return (
    <Card id="health-title" title={texts.health.title}>
      <ConditionLines />
      {problems.length > 0 ? (
        <Problems of={problems} />
      ) : (
        !isServiceTrouble(serviceStatus.value) && <Line kind="good">{texts.health.good}</Line>
      )}
    </Card>
  );
}

/** Reports trouble of the service in other sections, before the person clicks anything. */
export function TroubleLine() {
  const { condition, remedies } = texts;
  if (!isServiceTrouble(serviceStatus.value)) return null;
  return (
    <Line id="trouble" kind="warning" role="status">
      {serviceStatus.value === 'refused' ? condition.refusedTitle : condition.silentTitle}{' '}
      <Link id="trouble-connect" label={remedies.labels.connect} onClick={() => go('connect')} />
    </Line>
  );
}

/** The consent that a copied file needs before anything else, and its result. */
export function Consent() {
  return (
    <>
      {server.value.health.includes(CONSENT) && <Problems of={[CONSENT]} />}
      <Notice of={ALLOW} />
    </>
  );
}

/** The credits of requests without an answer. */
export function heldCredits(): number {
  return server.value.activity.held.reduce((sum, one) => sum + one.credits, 0);
}

/** The marks of the service and of the key for each status. */
const MARKS = {
  unknown: ['unknown', 'unknown'],
  answers: ['good', 'good'],
  silent: ['bad', 'unknown'],
  refused: ['good', 'bad'],
} as const;

/** The status of the service and of the key, and held credits. */
function ConditionLines() {
  const { lines, held } = texts.condition;
  const [service, key] = MARKS[serviceStatus.value];
  const credits = heldCredits();
  const line = (kind: string, children: ComponentChildren) => (
    <li class="line" data-kind={kind}>
      <span>{children}</span>
    </li>
  );
  return (
    <ul class="plain-list lines">
      {line(service, lines.service[service])}
      {line(key, lines.key[key])}
      {credits > 0 &&
        line(
          'warning',
          <>
            {held({ credits })}{' '}
            <Link id="health-held" label={texts.remedies.labels.held} onClick={() => go('activity')} />
          </>,
        )}
    </ul>
  );
}

export function Problems({ of }: { of: readonly HealthProblem[] }) {
  return (
    <ul class="plain-list">
      {of.map((problem) => {
        const { what, remedy } = texts.health.problems[problem];
        return (
          <li key={problem} class="notice warning" data-problem={problem}>
            <Icon name="warning" />
            <span>
              <strong>{what}</strong>
              <br />
              {remedy}
              {problem === CONSENT && <Allow />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The payer allows the formulas of this spreadsheet to spend the payer's key. */
function Allow() {
  const { allow, allowed } = texts.health;
  const label = allow({ credits: server.value.rules.dailyBudget });
  return (
    <Actions>
      <Button id={ALLOW} label={label} request={(client) => client.allowSpending()} done={() => allowed} />
    </Actions>
  );
}
