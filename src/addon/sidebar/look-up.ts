/** Fetches look-ups for the page. The page checks them, and does not repeat one that the service lacks. */
import { DATASETS } from '../../contract/datasets.js';
import { findCompaniesPath, MISSING_ENDPOINT_STATUSES } from '../../contract/endpoints.js';
import type { Estimate } from '../../contract/estimate.js';
import { isObject, readJson } from '../../contract/json.js';
import { ACCOUNT_PATH, GROUPS_PATH } from '../../contract/lookups.js';
import type { ConnectionStore } from '../account/connection.js';
import { readSettings } from '../account/settings.js';
import { estimateUpdates, findStoredAnswer } from '../answers/find-stored-answer.js';
import { resolveTargets } from '../answers/targets.js';
import { createDirectory } from '../answers/tracked-companies.js';
import { estimateBodies } from '../answers/unknown-values.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { estimateCall, lookUpCall } from '../service/calls.js';
import { Client } from '../service/client.js';
import { readTypedFormula, type TypedFormula } from './preview.js';

const BUDGET_MS = 12_000;
const MAX_CHARACTERS = 300_000;
/** The most requests of one estimate; more companies get no estimate. */
const MAX_REQUESTS = 5;

/**
 * @returns a JSON list with the service's object for each request, or '' if the service lacks the look-up.
 *   An estimate of changes that a formula would buy first, to update stored days, is in an object `update`.
 * @throws errors of the service
 */
export function lookUp(
  platform: Platform,
  connections: ConnectionStore,
  kind: unknown,
  text: unknown,
): string {
  const paths = new Map<unknown, string>([
    ['groups', GROUPS_PATH],
    ['account', ACCOUNT_PATH],
    ['companies', findCompaniesPath(String(text))],
  ]);
  const path = paths.get(kind);
  const typedFormula = path ? undefined : readTypedFormula(platform, String(text));
  // an estimate is for the key that formulas here use, other look-ups for the person's own
  const connection = (path && connections.find()) || connections.require();
  const stored = typedFormula && storedEstimate(platform, typedFormula, connection.payer);
  if (stored) return JSON.stringify([stored]);
  const deadline = platform.clock.now() + BUDGET_MS;
  const client = new Client(platform, connection, deadline);

  function estimates() {
    if (!typedFormula) return [];
    const { question, token, today } = typedFormula;
    const { payer } = connection;
    const rules = { payer, token: '', after: 0, deadline };
    const directory = createDirectory(platform, () => client, rules);
    const targets = resolveTargets(question, readSettings(platform.documentProperties).groups, directory);
    const bodies = estimateBodies(question, today, targets);
    const updates = DATASETS[question.dataset].paid
      ? estimateUpdates(platform, question, token, targets, { payer, today })
      : [];
    if (bodies.length === 0 || bodies.length + updates.length > MAX_REQUESTS) return [];
    const answers = client.askOnce(estimateCall(question.dataset, [...bodies, ...updates]));
    return answers.map((answer, index) =>
      index < bodies.length ? answer : { ...answer, text: `{"update":${answer.text}}` },
    );
  }

  const answers = path ? client.askOnce(lookUpCall(path)) : estimates();
  const failed = answers.find(
    ({ status, text: found }) =>
      status !== 200 || found.length > MAX_CHARACTERS || !readJson(found, isObject),
  );
  if (!failed) return `[${answers.map(({ text: found }) => found).join()}]`;
  // the page shows that a key is refused, and some services refuse a key with 403
  if (failed.status === 403 || ![200, ...MISSING_ENDPOINT_STATUSES].includes(failed.status))
    throw errors.status(failed.status, '');
  return '';
}

/** Returns the estimate of a fresh stored answer, which a formula shows again without spending credits. */
function storedEstimate(
  platform: Platform,
  { question, token, today }: TypedFormula,
  payer: string,
): Estimate | undefined {
  if (!DATASETS[question.dataset].paid) return undefined;
  const stored = findStoredAnswer(platform, question, token, { payer, today });
  const records = stored?.rows.length ?? 0;
  // ask the service about an empty answer, because it reports unknown names
  if (!stored || records === 0) return undefined;
  const counts = { matching: records, returned: records, owned: records, credits: 0 };
  return { ...counts, isExact: !stored.isTruncated };
}
