/** The built script in the sandbox's host against the real service: what comes into cells. */
import { readDatabase } from '../support/database.js';
import { useOneHost } from '../support/host.js';
import { useRecorder } from '../support/recorder.js';
import { useOwnService } from '../support/service.js';

type Table = unknown[][];

/** Half a day ahead of UTC: a date that lost its time zone would show. */
const ZONE = 'Pacific/Auckland';
const TODAY = new Date().toLocaleDateString('sv-SE', { timeZone: ZONE });
/** The middle of that day there, so that it does not end while the functions run. */
const NOON = Date.parse(`${TODAY}T00:00:00Z`);

const FORMULAS = {
  EXPANSIONS: ['expansionType', 'Data Centre', 'from', '-90d', 'columns', 'all'],
  HIRINGS: [undefined, 'startDate', '-60d', 'limit', 30, 'columns', 'all'],
  EXEC_CHANGES: [undefined, 'startDate', '-30d', 'reason', 'New Appointment', 'columns', 'all'],
  TRACKED_COMPANIES: ['Automotive suppliers', 'columns', 'all'],
} as const;

const service = useOwnService({ credits: 10_000 });
const recorder = useRecorder(service);
const host = useOneHost(() => ({ connection: recorder.connection, spreadsheetTimeZone: ZONE }));
const tables: Record<string, Table> = {};

beforeAll(async () => {
  host.clock.advance(NOON - Date.now());
  for (const [name, args] of Object.entries(FORMULAS)) {
    tables[name] = (await host.run(name, args, { mode: 'custom-function' })) as Table;
  }
  // the rows behind the service, once it has let go of them
  await service.stop();
});

interface Source {
  /** Where a header's values stand in the database. */
  readonly columns: Readonly<Record<string, string>>;
  readonly from: string;
}

const COMPANY_COLUMNS = {
  Company: 'company.name',
  Domain: 'company.domain',
  Headquarters: 'hq.location',
  'Company type': 'company.type',
};
const PLACE_COLUMNS = { Country: 'place.country', State: 'place.state', City: 'place.city' };
const RECORD_COLUMNS = {
  Id: 'record.id',
  Announced: 'record.announced_date',
  'Last modified': 'record.last_modified',
  Headline: 'record.title',
  Source: 'record.url',
};

function fromTable(table: string): string {
  return `${table} record join company on company.id = record.company_id
    left join place hq on hq.id = company.place_id left join place on place.id = record.place_id`;
}

const SOURCES: Readonly<Record<string, Source>> = {
  EXPANSIONS: {
    columns: {
      ...RECORD_COLUMNS,
      ...COMPANY_COLUMNS,
      ...PLACE_COLUMNS,
      Type: 'record.expansion_type',
      Investment: 'record.investment',
      Currency: 'record.currency',
      Jobs: 'record.jobs',
    },
    from: fromTable('business_expansion'),
  },
  HIRINGS: {
    columns: {
      ...RECORD_COLUMNS,
      ...COMPANY_COLUMNS,
      ...PLACE_COLUMNS,
      'Company id': 'company.id',
      Jobs: 'record.number_of_jobs',
    },
    from: fromTable('major_hiring'),
  },
  EXEC_CHANGES: {
    columns: {
      ...RECORD_COLUMNS,
      ...COMPANY_COLUMNS,
      'Company id': 'company.id',
      Executive: 'record.executive_name',
      Position: 'record.executive_title',
      Reason: 'record.reason',
      Effective: 'record.effective_date',
      'Previous company': 'record.executive_previous_company_name',
      'Previous domain': 'record.executive_previous_company_domain',
    },
    from: fromTable('executive_change'),
  },
};

/** A cell as the database would write it: dates as the day in the spreadsheet's zone, blank as null. */
function asStored(cell: unknown): unknown {
  if (cell === '') return null;
  return cell instanceof Date ? cell.toLocaleDateString('sv-SE', { timeZone: ZONE }) : cell;
}

describe('each value in the table is the one in the database', () => {
  test.each(Object.keys(SOURCES))('%s', async (name) => {
    const { columns, from } = SOURCES[name]!;
    const [header = [], ...rows] = tables[name]!;
    // a note in brackets may follow the first header
    const headers = header.map((text) => String(text).replace(/ \(.*\)$/, ''));
    expect(rows.length).toBeGreaterThan(9);
    const wanted = Object.entries(columns);
    const cells = rows.map((row) => wanted.map(([title]) => asStored(row[headers.indexOf(title)])));
    const ids = rows.map((row) => row[headers.indexOf('Id')]);
    const selected = wanted.map(([, column], index) => `${dateAsText(column)} as c${index}`).join(', ');
    const [found = []] = await readDatabase(service.dataDirectory, [
      { sql: `select ${selected} from ${from} where record.id = any($1)`, parameters: [ids] },
    ]);
    const stored = found.map((row) => wanted.map((_, index) => row[`c${index}`] ?? null));
    const byId = (list: unknown[][]) => [...list].sort((a, b) => String(a[0]).localeCompare(String(b[0])));
    expect(byId(cells)).toEqual(byId(stored));
  });

  test('TRACKED_COMPANIES', async () => {
    const [, ...rows] = tables['TRACKED_COMPANIES']!;
    const [found = []] = await readDatabase(service.dataDirectory, [
      {
        sql: `select company.id, company.name, company.domain from company
          join company_group_member member on member.company_id = company.id
          join company_group on company_group.id = member.group_id where company_group.name = $1`,
        parameters: ['Automotive suppliers'],
      },
    ]);
    expect([...rows].sort()).toEqual(found.map(({ id, name, domain }) => [id, name, domain]).sort());
  });
});

function dateAsText(column: string): string {
  return /date|modified/.test(column) ? `${column}::text` : column;
}

describe('types', () => {
  test('dates are dates, numbers are numbers, and every row is as wide as the header', () => {
    const [header = [], ...rows] = tables['EXPANSIONS']!;
    for (const row of rows) {
      expect(row).toHaveLength(header.length);
      expect(row[1]).toBeInstanceOf(Object);
      expect(Object.prototype.toString.call(row[1])).toBe('[object Date]');
    }
    const investments = rows.map((row) => row[header.indexOf('Investment')]).filter((cell) => cell !== '');
    expect(investments.length).toBeGreaterThan(0);
    expect(investments.every((cell) => typeof cell === 'number')).toBe(true);
  });
});
