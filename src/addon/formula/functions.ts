/** The custom functions: from the arguments of a formula to its table. */
import type { DatasetName } from '../../contract/datasets.js';
import { TRACKED_COMPANY_OPTIONS } from '../../contract/options.js';
import { TRACKED_COMPANY } from '../../contract/records.js';
import { createConnectionStore } from '../account/connection.js';
import { type Context, findContext } from '../account/context.js';
import { createAnswers } from '../answers/answers.js';
import { resolveTargets } from '../answers/targets.js';
import { readTrackedCompanies, TRACKED_COLUMNS, toTrackedCompany } from '../answers/tracked-companies.js';
import { errors } from '../errors.js';
import { lazy } from '../lazy.js';
import type { Platform } from '../platform.js';
import { readArguments } from '../question/arguments.js';
import type { Table } from '../question/cells.js';
import { tokenOf } from '../question/cells.js';
import { readTexts } from '../question/lists.js';
import { createZone } from '../question/zone.js';
import { createClient } from '../service/client.js';
import { createSnapshotPlatform } from '../storage/property-snapshot.js';
import { mergeAnswers } from '../table/merge-answers.js';
import type { Row } from '../table/rows.js';
import { toTable } from '../table/table.js';
import { readView } from '../table/view.js';
import { readFormula, showAnswer } from './parsed-formula.js';

export interface Functions {
  /** @throws SignalsError, whose message the cell shows */
  dataset(name: DatasetName, args: readonly unknown[]): Table;
  trackedCompanies(args: readonly unknown[]): Table;
}

/** A custom function may take 30 s; what is left at the end is for reading the answer and handing it over. */
const BUDGET_MS = 25_000;
const TRACKED_DEFAULTS = ['name', 'domain', 'id'];

export function createFunctions(google: Platform): Functions {
  const { clock } = google;

  /** What one execution knows; each thing is looked up when it is first needed. */
  function begin() {
    const platform = createSnapshotPlatform(google);
    const connections = createConnectionStore(platform);
    const deadline = clock.now() + BUDGET_MS;
    const zone = lazy(() => createZone(platform.spreadsheet.timeZone()));
    const connection = lazy(() => connections.requireForFormula());
    const client = lazy(() => createClient(platform, connection(), deadline));

    function trackedCompanies(groups: readonly string[], token: string, context: Context): readonly Row[] {
      const lists = groups.map((group) =>
        readTrackedCompanies(platform, client, {
          group,
          payer: context.payer,
          token,
          after: context.refreshAfter,
          deadline,
        }),
      );
      return mergeAnswers(lists, TRACKED_COLUMNS);
    }

    return {
      platform,
      deadline,
      connection,
      client,
      trackedCompanies,
      zone,
      today: lazy(() => zone().dayOf(new Date(clock.now()))),
      context: () => findContext(platform, connection),
    };
  }

  return {
    dataset(name, args) {
      const execution = begin();
      const asked = readFormula(name, args, execution);
      const { question, token } = asked;
      const answers = createAnswers(execution.platform, {
        ...execution,
        targets: (wanted, context) =>
          resolveTargets(wanted, context.settings.groups, (groups) =>
            execution.trackedCompanies(groups, token, context).map(toTrackedCompany),
          ),
      });
      return showAnswer(answers(question, token), asked, execution.zone());
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
      const rows = execution.trackedCompanies(groups, tokenOf(options.get('refresh') ?? []), context);
      return toTable({ rows, columns: TRACKED_COLUMNS, view, zone: execution.zone(), notes: [] });
    },
  };
}
