/**
 * Facts 10 and 25 of the first day: dates in results and arguments are the service's days, even in
 * spreadsheets far from the script's zone, Etc/GMT. A rule of conformance/ says that Google converts by the
 * spreadsheet's zone.
 */
import { useHosts } from '../support/host.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const startHost = useHosts();
const DAY_MS = 86_400_000;

/** Returns Sheets' serial number of a day. */
const serialOf = (day: string) => Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / DAY_MS);
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Days on which the clocks of both zones change, and two ordinary ones. */
const DAYS = ['2026-03-08', '2026-04-05', '2026-09-27', '2026-11-01', dayAgo(9), dayAgo(300)];

test.each(['Pacific/Auckland', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Etc/GMT'])(
  'fact 10: days in cells reach the service unchanged, and its days reach the cells, in %s',
  async (spreadsheetTimeZone) => {
    for (const day of DAYS) service.add(1, day);
    const host = await startHost({ connection: service.connection, spreadsheetTimeZone });
    for (const [index, day] of DAYS.entries()) {
      const row = 1 + 4 * index;
      host.workbook.type(`A${row}`, day);
      const days = `"from", $A${row}, "to", $A${row}`;
      await host.enter(`B${row}`, `=EXPANSIONS("acme.example", ${days}, "columns", "date|modified")`);
      const [announced, modified] = host.workbook.read(`B${row + 1}:C${row + 1}`)[0] ?? [];
      // an integer: the day without a time
      expect([day, announced?.value, modified?.value]).toEqual([day, serialOf(day), serialOf(day)]);
      expect(service.bodies.at(-1)).toMatchObject({ startDate: day });
    }
  },
);

test('fact 25: the cell and Health report an unknown time zone, and no request is sent', async () => {
  const host = await startHost({ connection: service.connection, spreadsheetTimeZone: 'Etc/GMT' });
  host.spreadsheet.timeZone = 'Mars/Olympus';
  const shown = host.formula('EXPANSIONS', 'acme.example', 'from', '-30d');
  await expect(shown).rejects.toThrow(
    '#BAD_INPUT: the time zone "Mars/Olympus" is unknown; choose another in File > Settings',
  );
  expect(service.bodies).toEqual([]);
  expect(await host.run('sidebarState', [], { mode: 'sidebar' })).toMatchObject({
    health: expect.arrayContaining(['unknown-zone']),
  });
});
