/** The state of one execution that answers formulas. It looks up each value when it is first needed. */

import { type Targets, windowOf } from '../../core/query.js';
import { ConnectionStore } from '../account/connection.js';
import { type Context, findContext } from '../account/context.js';
import { type Answer, answerTo } from '../answers/answers.js';
import { matchCompanies } from '../answers/company-matches.js';
import { companiesInRecords, matchKnown } from '../answers/known-companies.js';
import type { LookUpRules } from '../answers/look-up-once.js';
import type { AnswerOptions } from '../answers/step-context.js';
import { resolveTargets } from '../answers/targets.js';
import { createDirectory, readTrackedCompanies, toTrackedCompany } from '../answers/tracked-companies.js';
import { estimateBodies, unknownValue } from '../answers/unknown-values.js';
import { ignoreErrors } from '../errors.js';
import { lazy } from '../lazy.js';
import type { Platform } from '../platform.js';
import type { Question } from '../question/question.js';
import { createZone, todayIn, type Zone } from '../question/zone.js';
import { Client } from '../service/client.js';
import { createSnapshotPlatform } from '../storage/platforms.js';
import type { Row } from '../table/rows.js';
import { asksForSamples, refuseSamples, sampleAnswer } from './samples.js';

export class FormulaExecution {
  readonly zone = lazy((): Zone => createZone(this.platform.spreadsheet.timeZone()));
  /** The current day in the spreadsheet's zone. */
  readonly today = lazy((): string => todayIn(this.zone(), this.platform));
  private readonly platform: Platform;
  private readonly rules: AnswerOptions;
  private readonly deadline: number;
  private readonly connections: ConnectionStore;
  private readonly connection = lazy(() => this.connections.requireForFormula());
  private readonly client = lazy(() => new Client(this.platform, this.connection(), this.deadline));

  /** @param timeMs time limit for all answers of the execution */
  constructor(google: Platform, timeMs: number, rules: AnswerOptions = {}) {
    this.platform = createSnapshotPlatform(google);
    this.rules = rules;
    this.deadline = google.clock.now() + timeMs;
    this.connections = new ConnectionStore(this.platform);
  }

  context(): Context {
    return findContext(this.platform, this.connection);
  }

  /** @param token the value of `refresh`. @throws the error that the cell shows */
  answer(question: Question, token: string): Answer {
    if (asksForSamples(question)) return this.samplesFor(question);
    const { platform, rules, deadline, today, connection, client } = this;
    const { startDate = '', endDate = '' } = question.filters;
    const { start, end } = windowOf(question, today());
    if (end !== '' && start > end)
      return { rows: [], isTruncated: false, unknown: `${startDate} to ${endDate} has no day yet` };
    const targets = (wanted: Question, found: Context) => this.targetsOf(wanted, token, found);
    const execution = { ...rules, deadline, today, connection, client, targets };
    const answer = answerTo(platform, execution, question, token);
    if (answer.rows.length > 0 || answer.isTruncated) return answer;
    // a mistyped year shows here how the day was read
    if (start > today()) return { ...answer, unknown: `${start} is after today` };
    const bodies = () => estimateBodies(question, today(), this.targetsOf(question, token, this.context()));
    const found = ignoreErrors(() => unknownValue(platform, client, connection().payer, question, bodies));
    return { ...answer, unknown: found ?? '' };
  }

  /** Returns the companies of the groups, each once. @throws the error that the cell shows */
  trackedCompanies(groups: readonly string[], token: string, context: Context): readonly Row[] {
    const rules = this.lookUpRules(context, token);
    const rows = groups.flatMap((group) => readTrackedCompanies(this.platform, this.client, group, rules));
    const byId = new Map(rows.map((row) => [toTrackedCompany(row).id || row, row]));
    return [...byId.values()];
  }

  /** Returns the match of each text, by text. Some texts have none. @throws the error that the cell shows */
  matchedCompanies(texts: readonly string[], token: string): ReadonlyMap<string, Row> {
    const context = this.context();
    const rules = this.lookUpRules(context, token);
    const matched = matchCompanies(this.platform, this.client, texts, rules);
    if (matched) return matched;
    const { groups } = context.settings;
    const tracked =
      groups.length > 0 ? this.trackedCompanies(groups, token, context).map(toTrackedCompany) : [];
    return matchKnown(texts, [...tracked, ...companiesInRecords(this.platform, context.payer)]);
  }

  private lookUpRules({ payer, refreshAfter }: Context, token: string): LookUpRules {
    return { payer, token, after: refreshAfter, deadline: this.deadline };
  }

  private targetsOf(question: Question, token: string, context: Context): Targets {
    const directory = createDirectory(this.platform, this.client, this.lookUpRules(context, token));
    return resolveTargets(question, context.settings.groups, directory);
  }

  /** Sends no request and records no payer, because no key pays. @throws BAD_INPUT for an unusable key */
  private samplesFor(question: Question): Answer {
    if (this.connections.activePair()) refuseSamples(question);
    return sampleAnswer(question, this.today());
  }
}
