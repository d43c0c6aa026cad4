/** The custom functions: from the arguments of a formula to its table. */
import { DATASETS, type DatasetName } from '../contract/datasets.js';
import { type Column, columnsOf } from '../contract/fields.js';
import { DATASET_OPTIONS, TRACKED_COMPANY_OPTIONS } from '../contract/options.js';
import { TRACKED_COMPANY } from '../contract/records.js';
import { createExactTest } from './answer/exact.js';
import type { Row } from './answer/rows.js';
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
import type { Question } from './question/question.js';
import { resolveTargets, type TrackedCompanyRow } from './question/targets.js';
import { createZone, type Zone } from './question/zone.js';
import { createClient } from './service/client.js';
import { type Answer, createAnswers } from './store/answers.js';
import { createConnectionStore } from './store/connection.js';
import { type Context, findContext } from './store/context.js';
import { readRoster, TRACKED_COLUMNS } from './store/rosters.js';

export interface Functions {
  /** @throws SignalsError, whose message the cell shows */
  dataset(name: DatasetName, args: readonly unknown[]): Table;
  trackedCompanies(args: readonly unknown[]): Table;
}

/** A custom function may take 30 s; what is left at the end is for reading the answer and handing it over. */
const BUDGET_MS = 25_000;
const TRACKED_DEFAULTS = ['name', 'domain', 'id'];

export function createFunctions(platform: Platform): Functions {
  const { clock } = platform;
  const connections = createConnectionStore(platform);

  /** What one execution knows; each thing is looked up when it is first needed. */
  function begin() {
    const deadline = clock.now() + BUDGET_MS;
    const zone = once(() => createZone(platform.spreadsheet.timeZone()));
    const connection = once(() => connections.requireForFormula());
    const client = once(() => createClient(platform, connection(), deadline));

    function roster(groups: readonly string[], token: string, context: Context): readonly Row[] {
      const lists = groups.map((group) =>
        readRoster(platform, client, {
          group,
          payer: context.payer,
          token,
          after: context.refreshAfter,
          deadline,
        }),
      );
      return unite(lists, TRACKED_COLUMNS);
    }

    return {
      deadline,
      connection,
      client,
      roster,
      zone,
      today: once(() => zone().dayOf(new Date(clock.now()))),
      context: () => findContext(platform, connection),
    };
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
      const token = tokenOf(options.get('refresh') ?? []);
      const answers = createAnswers(platform, {
        ...execution,
        targets: (asked, context) =>
          resolveTargets(asked, context.settings.groups, (groups) =>
            execution.roster(groups, token, context).map(toTrackedCompany),
          ),
      });
      return show(answers(question, token), {
        columns: columnsOf(record),
        view,
        zone: execution.zone(),
        question,
      });
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
      const context = execution.context();
      const groups = named.length > 0 ? named : context.settings.groups;
      if (groups.length === 0) throw errors.nameGroup();
      const rows = execution.roster(groups, tokenOf(options.get('refresh') ?? []), context);
      return toTable({ rows, columns: TRACKED_COLUMNS, view, zone: execution.zone(), notes: [] });
    },
  };
}

/** Companies stand in one place: the first argument, or the dataset's own filters. */
function checkCompanies({ companies, groups, filters }: Question): void {
  const twice = ['companyDomain', 'companyName', 'companyIds'].find((name) => filters[name] !== undefined);
  if (twice && (companies.length > 0 || groups.length > 0)) throw errors.companiesTwice(twice);
}

interface Showing {
  readonly columns: readonly Column[];
  readonly view: View;
  readonly zone: Zone;
  readonly question: Question;
}

function show(answer: Answer, { columns, view, zone, question }: Showing): Table {
  const wanted = [
    ...question.companies,
    ...['companyName', 'companyDomain'].flatMap((name) => question.filters[name] ?? []).map(String),
  ];
  const rows =
    view.exact && wanted.length > 0 ? answer.rows.filter(createExactTest(columns, wanted)) : answer.rows;
  return toTable({ rows, columns, view, zone, notes: notesOf(answer, zone) });
}

/** What the first header says: a table that is cut or old never looks whole and new. */
function notesOf({ cut, rows, asOf, through }: Answer, zone: Zone): string[] {
  return [
    ...(cut ? [`first ${rows.length}`] : []),
    ...(asOf !== undefined ? [`as of ${shortDay(zone.dayOf(new Date(asOf)))}`] : []),
    ...(asOf === undefined && through !== undefined ? [`to ${shortDay(through)}`] : []),
  ];
}

/** '2026-11-19' as 19 Nov. */
function shortDay(day: string): string {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
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
