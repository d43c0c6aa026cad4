/** What one execution knows that asks what formulas ask; each thing is looked up when it is first needed. */
import { ConnectionStore } from '../account/connection.js';
import { type Context, findContext } from '../account/context.js';
import type { AskingRules } from '../answers/allowance.js';
import { type Answer, createAnswers } from '../answers/answers.js';
import { matchCompanies } from '../answers/company-matches.js';
import { companiesInRecords, matchKnown } from '../answers/known-companies.js';
import { resolveTargets } from '../answers/targets.js';
import {
  createDirectory,
  readTrackedCompanies,
  TRACKED_COLUMNS,
  toTrackedCompany,
} from '../answers/tracked-companies.js';
import { estimateBodies, unknownValue } from '../answers/unknown-values.js';
import { isSignalsError } from '../errors.js';
import { lazy } from '../lazy.js';
import type { Platform } from '../platform.js';
import type { Question } from '../question/question.js';
import { createZone, type Zone } from '../question/zone.js';
import { Client } from '../service/client.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { createSnapshotPlatform } from '../storage/property-snapshot.js';
import { mergeAnswers } from '../table/merge-answers.js';
import type { Row } from '../table/rows.js';
import { asksForSamples, refuseSamples, sampleAnswer } from './samples.js';

export interface FormulaExecution {
  zone(): Zone;
  /** The current day in the spreadsheet's zone. */
  today(): string;
  context(): Context;
  /** @param token the value of `refresh`. @throws what a cell shows */
  answer(question: Question, token: string): Answer;
  /** The companies of groups, of each once. @throws what a cell shows */
  trackedCompanies(groups: readonly string[], token: string, context: Context): readonly Row[];
  /** What each text means, by the text; not every text is there. @throws what a cell shows */
  matchedCompanies(texts: readonly string[], token: string): ReadonlyMap<string, Row>;
}

/** @param timeMs until it has to have its answers */
export function beginExecution(google: Platform, timeMs: number, rules: AskingRules = {}): FormulaExecution {
  const platform = createSnapshotPlatform(google);
  const connections = new ConnectionStore(platform);
  const deadline = google.clock.now() + timeMs;
  const zone = lazy(() => createZone(platform.spreadsheet.timeZone()));
  const connection = lazy(() => connections.requireForFormula());
  const client = lazy(() => new Client(platform, connection(), deadline));
  const today = lazy(() => zone().dayOf(new Date(google.clock.now())));

  const lookUpRules = ({ payer, refreshAfter }: Context, token: string) => ({
    payer,
    token,
    after: refreshAfter,
    deadline,
  });

  function trackedCompanies(groups: readonly string[], token: string, context: Context): readonly Row[] {
    const rules = lookUpRules(context, token);
    const lists = groups.map((group) => readTrackedCompanies(platform, client, group, rules));
    return mergeAnswers(lists, TRACKED_COLUMNS);
  }

  function matchedCompanies(texts: readonly string[], token: string): ReadonlyMap<string, Row> {
    const found = context();
    const matched = matchCompanies(platform, client, texts, lookUpRules(found, token));
    if (matched) return matched;
    const { groups } = found.settings;
    const tracked = groups.length > 0 ? trackedCompanies(groups, token, found).map(toTrackedCompany) : [];
    return matchKnown(texts, [...tracked, ...companiesInRecords(platform, found.payer)]);
  }

  const context = () => findContext(platform, connection);
  const targetsOf = (question: Question, token: string, found: Context) =>
    resolveTargets(
      question,
      found.settings.groups,
      createDirectory(platform, client, lookUpRules(found, token)),
    );

  /** Without a request, and without a note of whose key pays: none does. */
  function samplesFor(question: Question): Answer {
    if (hasKey(connections)) refuseSamples(question);
    return sampleAnswer(question, today());
  }

  return {
    zone,
    today,
    context,
    trackedCompanies,
    matchedCompanies,
    answer(question, token) {
      if (asksForSamples(question)) return samplesFor(question);
      const ask = createAnswers(platform, {
        ...rules,
        deadline,
        today,
        connection,
        client,
        targets: (wanted, found) => targetsOf(wanted, token, found),
      });
      const answer = ask(question, token);
      if (answer.rows.length > 0 || answer.cut) return answer;
      const bodies = () => estimateBodies(question, today(), targetsOf(question, token, context()));
      return {
        ...answer,
        unknown:
          ignoreErrors(() => unknownValue(platform, client, connection().payer, question, bodies)) ?? '',
      };
    },
  };
}

/** @throws BAD_INPUT where what is stored cannot be used */
function hasKey(connections: ConnectionStore): boolean {
  try {
    connections.require();
    return true;
  } catch (error) {
    if (isSignalsError(error) && error.code === 'NO_KEY') return false;
    throw error;
  }
}
