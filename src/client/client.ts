/** The client: questions to the datasets, and what the service says beside answers. */
import { errorOf } from '../addon/service/statuses.js';
import type { DatasetName } from '../contract/datasets.js';
import { findCompaniesPath } from '../contract/endpoints.js';
import { type Guard, objectOf, readJson } from '../contract/json.js';
import {
  ACCOUNT_PATH,
  type AccountState,
  type FoundCompanies,
  GROUPS_PATH,
  type GroupList,
  MATCH_PATH,
  MAX_SEARCH_LENGTH,
  type MatchedCompanies,
} from '../contract/lookups.js';
import {
  type CompanyMatch,
  isCompanyMatch,
  MAX_MATCHED,
  MAX_MATCHED_LENGTH,
} from '../contract/match-answer.js';
import {
  type ChangedGroup,
  type GroupChange,
  joinedChanges,
  MAX_TRACKED_AT_ONCE,
} from '../contract/tracking.js';
import type { WireBody } from '../core/wire.js';
import { toAnswer } from './answer.js';
import { getRows } from './buy.js';
import { createContext } from './context.js';
import { eachDays } from './each.js';
import { clientErrors, forClient } from './errors.js';
import { totalOf } from './estimates.js';
import type {
  AnyQuestion,
  ClientSettings,
  DatasetAnswer,
  DatasetQuery,
  DaysAnswer,
  QuestionOf,
  RecordFor,
  SignalsClient,
} from './types.js';
import { watchQuestion } from './watch.js';
import { createWire } from './wire.js';
import { formulaOf } from './write-formula.js';

const isGroups = objectOf<GroupList>({ status: 'string', message: 'string', groups: 'list' });
const isFound = objectOf<FoundCompanies>({ status: 'string', message: 'string', companies: 'list' });
const isMatched = objectOf<MatchedCompanies>({ status: 'string', message: 'string', matches: 'list' });
const isAccount = objectOf<AccountState>({
  name: 'string',
  balance: 'number',
  spentToday: 'number',
  spentByDay: 'list',
  caps: 'object',
  rateLimit: 'number?',
  billing: 'string',
  mayEditGroups: 'boolean?',
});

/** @throws BAD_INPUT for a key or an address that cannot be one */
export function createClient(settings: ClientSettings): SignalsClient {
  const wire = settings.wire ?? createWire();
  const context = createContext(settings, wire);
  const flights = new Map<string, Promise<unknown>>();

  /** Equal calls at a time are one. */
  function once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const running = flights.get(name) as Promise<T> | undefined;
    if (running) return running;
    const flight = make().finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  }

  async function ask<N extends DatasetName>(
    dataset: N,
    question: AnyQuestion = {},
  ): Promise<DatasetAnswer<RecordFor<N>>> {
    const asked = context.read(dataset, question);
    const order = context.order(asked);
    const { question: what, token } = asked;
    let isFirst = false;
    const found = await once(JSON.stringify([what, token, order.ceiling]), () => {
      isFirst = true;
      return getRows(context, order);
    });
    const { charged, owned, source } = found;
    // who has waited for another call has not paid
    const facts = isFirst ? found : { ...found, charged: 0, owned: 0, source: 'store' as const };
    if (isFirst) settings.onCharge?.({ dataset, charged, owned, source });
    return toAnswer<N>(asked, facts, context.zone);
  }

  async function* pages<N extends DatasetName>(
    dataset: N,
    question: AnyQuestion = {},
  ): AsyncIterableIterator<DaysAnswer<RecordFor<N>>> {
    const asked = context.read(dataset, question);
    const { caps } = (await lookUp(ACCOUNT_PATH, isAccount)) ?? {};
    let left = asked.isLimited ? Number(asked.question.filters['limit']) : Number.POSITIVE_INFINITY;
    for await (const { part, found, from, done } of eachDays(context, asked, caps?.recordsPerAnswer)) {
      const { charged, owned, source } = found;
      settings.onCharge?.({ dataset, charged, owned, source });
      const rows = found.rows.slice(0, left);
      left -= rows.length;
      yield { ...toAnswer<N>(part, { ...found, rows }, context.zone), from, done };
      if (left === 0) return;
    }
  }

  async function* each<N extends DatasetName>(
    dataset: N,
    question?: AnyQuestion,
  ): AsyncIterableIterator<RecordFor<N>> {
    for await (const { records } of pages(dataset, question)) yield* records;
  }

  /** Undefined where the service lacks it. @throws what it refuses */
  async function lookUp<T>(path: string, guard: Guard<T>, body?: WireBody): Promise<T | undefined> {
    const [answer] = await context.service.lookUp(path, body && [body]);
    const { status = 0, text = '' } = answer ?? {};
    const found = status === 200 ? readJson(text, guard) : undefined;
    if (found !== undefined || status === 200 || status === 404 || status === 405) return found;
    throw forClient(
      errorOf({ endpoint: 'tracked-companies', status, text, fromProxy: false, limit: 0, group: '' }),
    );
  }

  async function matchAll(texts: readonly string[]): Promise<readonly CompanyMatch[] | undefined> {
    if (texts.some((text) => text.length > MAX_MATCHED_LENGTH))
      throw clientErrors.badMatch(MAX_MATCHED_LENGTH);
    const all: CompanyMatch[] = [];
    for (let at = 0; at < texts.length; at += MAX_MATCHED) {
      const companies = texts.slice(at, at + MAX_MATCHED);
      const found = await lookUp(MATCH_PATH, isMatched, { companies });
      if (found?.matches.length !== companies.length || !found.matches.every(isCompanyMatch))
        return undefined;
      all.push(...found.matches);
    }
    return all;
  }

  async function changeGroup(group: string, change: GroupChange): Promise<ChangedGroup | undefined> {
    const { add = [], remove = [] } = change;
    const parts: ChangedGroup[] = [];
    for (let at = 0; at < Math.max(add.length, remove.length, 1); at += MAX_TRACKED_AT_ONCE) {
      const part = (ids: readonly string[]) => ids.slice(at, at + MAX_TRACKED_AT_ONCE);
      const changed = await context.service.changeGroup(group, { add: part(add), remove: part(remove) });
      context.forgetGroup(group);
      if (!changed) return undefined;
      parts.push(changed);
    }
    return joinedChanges(parts);
  }

  function queryOf<N extends DatasetName>(dataset: N): DatasetQuery<N> {
    const query = (question?: QuestionOf<N>) => ask(dataset, question as AnyQuestion | undefined);
    return Object.assign(query, {
      each: (question?: QuestionOf<N>) => each(dataset, question as AnyQuestion | undefined),
    });
  }

  return {
    expansions: queryOf('business-expansion'),
    hirings: queryOf('major-hiring'),
    execChanges: queryOf('executive-change'),
    ask,
    each,
    pages,
    async estimate(dataset, question = {}) {
      const { bodies } = await context.plan(context.read(dataset, question));
      const estimates = await context.estimates(dataset, bodies);
      return estimates && totalOf(estimates);
    },
    bodies: async (dataset, question = {}) => (await context.plan(context.read(dataset, question))).bodies,
    formula(dataset, question = {}, locale = 'en_US') {
      context.read(dataset, question);
      return formulaOf(dataset, question, { zone: context.zone, locale });
    },
    groups: async () => (await lookUp(GROUPS_PATH, isGroups))?.groups,
    tracked: (group) => context.tracked(group),
    async companies(query) {
      if (query.trim() === '' || query.length > MAX_SEARCH_LENGTH)
        throw clientErrors.badSearch(MAX_SEARCH_LENGTH);
      return (await lookUp(findCompaniesPath(query.trim()), isFound))?.companies;
    },
    match: (texts) => matchAll(texts),
    track: (group, change) => changeGroup(group, change),
    account: () => lookUp(ACCOUNT_PATH, isAccount),
    watch: (dataset, question = {}, rules = {}) =>
      watchQuestion(context, context.read(dataset, question), rules),
    async close() {
      await wire.close();
      context.store.close();
    },
  };
}
