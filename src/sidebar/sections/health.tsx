/** Health: each known problem with its remedy. */
import type { RenderableProps } from 'preact';
import type { HealthProblem } from '../../contract/sidebar-api.js';
import { Actions, Button, Line, Notice } from '../controls/actions.js';
import { Card } from '../controls/card.js';
import { Icon } from '../controls/icon.js';
import { isServiceTrouble } from '../draft/remedies.js';
import { go, server, serviceStatus, texts } from '../page/store.js';

const ALLOW = 'health-allow';
const CONSENT = 'not-allowed';

export function HealthCard() {
  const problems = server.value.health.filter((problem) => problem !== CONSENT);
  return (
    <Card id="health-title" title={texts.health.title}>
      <ul class="plain-list lines">
        <ConditionLines />
      </ul>
      {problems.length > 0 ? (
        <Problems of={problems} />
      ) : (
        !isServiceTrouble(serviceStatus.value) && <Line kind="good">{texts.health.good}</Line>
      )}
    </Card>
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

/** The status of the service and of the key, and held credits. */
function ConditionLines() {
  const { lines, held } = texts.condition;
  const service = { unknown: 'unknown', answers: 'good', silent: 'bad', refused: 'good' } as const;
  const key = { unknown: 'unknown', answers: 'good', silent: 'unknown', refused: 'bad' } as const;
  const [serviceMark, keyMark] = [service[serviceStatus.value], key[serviceStatus.value]];
  return (
    <>
      <ConditionLine kind={serviceMark}>{lines.service[serviceMark]}</ConditionLine>
      <ConditionLine kind={keyMark}>{lines.key[keyMark]}</ConditionLine>
      {heldCredits() > 0 && (
        <ConditionLine kind="warning">
          {held({ credits: heldCredits() })}{' '}
          <Button
            id="health-held"
            label={texts.remedies.labels.held}
            kind="link"
            onClick={() => go('activity')}
          />
        </ConditionLine>
      )}
    </>
  );
}

function ConditionLine({ kind, children }: RenderableProps<{ kind: string }>) {
  return (
    <li class="line" data-kind={kind}>
      <span>{children}</span>
    </li>
  );
}

/** Problems with their remedies. */
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
              {/* the payer allows the formulas of this spreadsheet to spend the payer's key */}
              {problem === CONSENT && (
                <Actions>
                  <Button
                    id={ALLOW}
                    label={texts.health.allow({ credits: server.value.rules.dailyBudget })}
                    request={(client) => client.allowSpending()}
                    done={() => ({ kind: 'good', text: texts.health.allowed })}
                  />
                </Actions>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
