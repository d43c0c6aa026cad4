/** The custom functions: from the arguments of a formula to its table. */
import { DATASETS, type DatasetName } from '../contract/datasets.js';
import { type Column, columnsOf } from '../contract/fields.js';
import { DATASET_OPTIONS, TRACKED_COMPANY_OPTIONS } from '../contract/options.js';
import { TRACKED_COMPANY } from '../contract/records.js';
import { createExactTest } from './answer/exact.js';
import { createRowReader, type Row } from './answer/rows.js';
import { toTable } from './answer/table.js';
import { unite } from './answer/unite.js';
import { readView, type View } from './answer/view.js';
import { errors } from './errors.js';
import type { Platform } from './platform.js';
import { readArguments } from './question/arguments.js';
import type { Table } from './question/cells.js';
import { tokenOf } from './question/cells.js';
import { readCompanies } from './question/companies.js';
import { readFilters } from './question/filters.js';
import { readTexts } from './question/lists.js';
import { identityOf, type Question } from './question/question.js';
import { bodiesOf } from './question/requests.js';
import { needsGroups, resolveTargets, type TrackedCompanyRow } from './question/targets.js';
import { createZone, type Zone } from './question/zone.js';
import { type Client, createClient } from './service/client.js';
import type { Answer } from './store/answer-store.js';
import { createAnswers } from './store/answers.js';
import { createConnectionStore } from './store/connection.js';
import { readSettings } from './store/settings.js';

export interface Functions {
  /** @throws SignalsError, whose message the cell shows */
  dataset(name: DatasetName, args: readonly unknown[]): Table;
  trackedCompanies(args: readonly unknown[]): Table;
}

/** A custom function may take 30 s; what is left at the end is for reading the answer and handing it over. */
const BUDGET_MS = 25_000;
const TRACKED_COLUMNS = columnsOf(TRACKED_COMPANY);
const TRACKED_DEFAULTS = ['name', 'domain', 'id'];

export function createFunctions(platform: Platform): Functions {
  const { clock } = platform;
  const answers = createAnswers(platform);
  const connections = createConnectionStore(platform);

  /** What one execution knows; each thing is looked up when it is first needed. */
  function begin() {
    const deadline = clock.now() + BUDGET_MS;
    const zone = once(() => createZone(platform.spreadsheet.timeZone()));
    const today = once(() => zone().dayOf(new Date(clock.now())));
    const connection = once(() => connections.require());
    const client = once(() => createClient(platform, connection(), deadline));
    const isFresh = (answer: Answer) => zone().dayOf(new Date(answer.askedAt)) === today();

    function ask(identity: string, fetch: (client: Client) => Omit<Answer, 'askedAt'>): Answer {
      return answers({
        identity,
        payer: connection().payer,
        deadline,
        isFresh,
        fetch: () => ({ askedAt: clock.now(), ...fetch(client()) }),
      });
    }

    function roster(groups: readonly string[], refresh: string): readonly Row[] {
      const answersOfGroups = groups.map((group) =>
        ask(JSON.stringify(['tracked-companies', group, refresh]), (service) => {
          const [body] = service.trackedCompanies([group]);
          return { rows: createRowReader(TRACKED_COLUMNS, 'DD/MM/YYYY')(body?.records ?? []), cut: 0 };
        }),
      );
      return unite(
        answersOfGroups.map((answer) => answer.rows),
        TRACKED_COLUMNS,
      );
    }

    return { zone, today, ask, roster };
  }

  return {
    dataset(name, args) {
      const { functionName, record, filters, columns: defaults } = DATASETS[name];
      const execution = begin();
      const { first, options } = readArguments(args, { functionName, filters, own: DATASET_OPTIONS });
      const view = readView(record, defaults, options);
      const question: Question = {
        dataset: name,
        companies: readCompanies(first),
        groups: readTexts('group', options.get('group') ?? [], false),
        filters: readFilters(name, options, execution),
      };
      checkCompanies(question);
      const refresh = tokenOf(options.get('refresh') ?? []);
      const columns = columnsOf(record);
      const ownGroups = needsGroups(question) ? readSettings(platform.documentProperties).groups : [];
      const answer = execution.ask(
        `${identityOf(question)}${JSON.stringify(ownGroups)}${refresh}`,
        (client) => {
          const targets = resolveTargets(question, ownGroups, (groups) =>
            execution.roster(groups, refresh).map(toTrackedCompany),
          );
          const bodies = bodiesOf(question, execution.today(), targets);
          const limit = Number(question.filters['limit']);
          const read = createRowReader(columns, DATASETS[name].dates);
          const lists = client.query(name, bodies).map((body) => read(body.records));
          const rows = unite(
            lists,
            columns,
            question.filters['dateType'] === 'LAST-MODIFIED' || name !== 'business-expansion',
          );
          const cut =
            rows.length > limit ||
            lists.some((list, index) => list.length >= Number(bodies[index]!['limit']));
          // the service matches parts of domains: x-acme.example too, where the group holds acme.example
          const tracked = [...(targets.companyDomain ?? []), ...(targets.companyName ?? [])];
          const kept =
            question.groups.length > 0 && tracked.length > 0
              ? rows.filter(createExactTest(columns, tracked))
              : rows;
          return { rows: kept.slice(0, limit), cut: cut ? Math.min(limit, kept.length) : 0 };
        },
      );
      return show(answer, { columns, view, zone: execution.zone(), question });
    },

    trackedCompanies(args) {
      const execution = begin();
      const { first, options } = readArguments(args, {
        functionName: 'TRACKED_COMPANIES',
        filters: {},
        own: TRACKED_COMPANY_OPTIONS,
      });
      const view = readView(TRACKED_COMPANY, TRACKED_DEFAULTS, options);
      const named = readTexts('group', [...first, ...(options.get('group') ?? [])], false);
      const groups = named.length > 0 ? named : readSettings(platform.documentProperties).groups;
      if (groups.length === 0) throw errors.nameGroup();
      const rows = execution.roster(groups, tokenOf(options.get('refresh') ?? []));
      return toTable({ rows, columns: TRACKED_COLUMNS, view, zone: execution.zone(), notes: [] });
    },
  };
}

/** Companies stand in one place: the first argument, or the dataset's own filters. */
function checkCompanies({ companies, groups, filters }: Question): void {
  const twice = ['companyDomain', 'companyName', 'companyIds'].find((name) => filters[name] !== undefined);
  if (twice && (companies.length > 0 || groups.length > 0)) throw errors.companiesTwice(twice);
}

function show(
  answer: Answer,
  {
    columns,
    view,
    zone,
    question,
  }: { columns: readonly Column[]; view: View; zone: Zone; question: Question },
): Table {
  const wanted = [
    ...question.companies,
    ...['companyName', 'companyDomain'].flatMap((name) => question.filters[name] ?? []).map(String),
  ];
  const rows =
    view.exact && wanted.length > 0 ? answer.rows.filter(createExactTest(columns, wanted)) : answer.rows;
  const notes = answer.cut > 0 ? [`first ${answer.cut}`] : [];
  return toTable({ rows, columns, view, zone, notes });
}

function toTrackedCompany(row: Row): TrackedCompanyRow {
  const [id, name, domain] = row;
  return { id: String(id ?? ''), name: String(name ?? ''), domain: String(domain ?? '') };
}

function once<T>(get: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: get() };
    return found.value;
  };
}
