/** Health: each known problem with its remedy. */
import type { RenderableProps } from 'preact';
import type { HealthProblem } from '../../contract/sidebar-api.js';
import { Actions, Button, Icon, Line, Link, Notice } from '../controls/actions.js';
import { Card } from '../controls/card.js';
import { isServiceTrouble } from '../draft/remedies.js';
import { go, server, serviceStatus, texts } from '../page/store.js';
import { connectForm, TEST } from './connect-form.js';

const ALLOW = 'health-allow';
const CONSENT = 'not-allowed';

/** Nothing without a problem. The top of Connect reports those of the service and the key. */
export function HealthCard() {
  const problems = server.value.health.filter((problem) => problem !== CONSENT);
  if (problems.length === 0) return null;
  return (
    <Card id="health-title" title={texts.health.title}>
      <Problems of={problems} />
    </Card>
  );
}

/** Reports trouble of the service before the person clicks anything. @param children in place of the link to Connect */
export function TroubleLine({ id = 'trouble', children }: RenderableProps<{ id?: string }>) {
  const { condition, remedies } = texts;
  if (!isServiceTrouble(serviceStatus.value)) return null;
  const link = <Link id="trouble-connect" label={remedies.labels.connect} onClick={() => go('connect')} />;
  return (
    <Line id={id} kind="warning" role="status">
      {serviceStatus.value === 'refused' ? condition.refusedTitle : condition.silentTitle} {children ?? link}
    </Line>
  );
}

/** Explains why the service does not answer or accept the key. The card of the key has the buttons that help. */
export function ConditionBanner() {
  const { refusedText, silentText } = texts.condition;
  const { activity, hasKey } = server.value;
  if (connectForm.value.isChanging) return null;
  // held credits may have been charged, which Activity reports, too
  const credits = activity.held.reduce((sum, one) => sum + one.credits, 0);
  // a shared key has no card with buttons
  const test = !hasKey && <Link id="connect-test" label={texts.connect.test} {...TEST} />;
  return (
    <TroubleLine id="condition">
      {serviceStatus.value === 'refused' ? refusedText : silentText({ credits })} {test}
    </TroubleLine>
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
