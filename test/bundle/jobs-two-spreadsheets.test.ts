/** Two spreadsheets of one person with a job in each: each has its trigger, however Google lists triggers. */
import { DAY_MS, HOUR_MS, type JobsSpreadsheet, syncOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const open = useJobsSpreadsheets();

beforeEach(() => service.add(3, '2026-01-05'));

type Sheets = readonly [first: JobsSpreadsheet, second: JobsSpreadsheet];

async function openTwo(clockTriggersByDocument: boolean): Promise<Sheets> {
  const options = { connection: service.connection, switches: { clockTriggersByDocument } };
  const first = await open(options);
  return [first, await open({ ...options, shared: first.host.shared, documentId: 'second' })];
}

const jobIn = (sheet: JobsSpreadsheet) => sheet.makeJob(syncOf(sheet, { from: '2026-01-01' }));
const hasRows = (sheet: JobsSpreadsheet): boolean =>
  sheet.host.workbook.facade.getSheetByName('Synced') !== null;
const triggersOf = ([first]: Sheets) => first.host.triggers.list().map(({ documentId }) => documentId);

/** Advances the clock and runs due triggers in both. */
async function later([first, second]: Sheets, ms: number): Promise<void> {
  first.host.clock.advance(ms);
  for (const { host } of [first, second]) await host.runDueTriggers();
}

describe.each([
  ['lists clock triggers', true],
  ['does not list clock triggers', false],
])('if Google %s by spreadsheet', (_, clockTriggersByDocument) => {
  test('both jobs run; after one is removed, the other continues', async () => {
    const sheets = await openTwo(clockTriggersByDocument);
    const [first, second] = sheets;
    const id = await jobIn(first);
    await jobIn(second);
    expect(triggersOf(sheets)).toEqual(['spreadsheet', 'second']);
    expect((await second.call('sidebarState')).health).toEqual([]);
    await later(sheets, DAY_MS);
    expect([hasRows(first), hasRows(second)]).toEqual([true, true]);

    await first.call('removeJob', id);
    expect(triggersOf(sheets)).toEqual(['second']);
    const before = await second.job();
    await later(sheets, DAY_MS);
    expect((await second.job()).lastRun).toBeGreaterThan(before.lastRun);
  });

  test('a trigger without a job of its person removes itself and no other', async () => {
    const sheets = await openTwo(clockTriggersByDocument);
    const [first, second] = sheets;
    const id = await jobIn(second);
    await jobIn(first);
    await second.call('pauseJob', id);
    await second.callAs('editor', 'saveConnection', service.connection);
    await second.callAs('editor', 'takeOverJob', id);
    await later(sheets, HOUR_MS);
    expect(first.host.triggers.list().map(({ owner, documentId }) => `${owner} ${documentId}`)).toEqual([
      'owner@example.com spreadsheet',
      'editor@example.com second',
    ]);
  });

  test('a copy with the original’s properties has no trigger and keeps the original’s', async () => {
    const sheets = await openTwo(clockTriggersByDocument);
    const [first] = sheets;
    const id = await jobIn(first);
    const { properties = {} } = first.host.save();
    const copied = { ...properties, 'document copy': properties['document'] ?? {} };
    const stored = { ...first.host.save(), properties: copied };
    const copy = await open({ stored, documentId: 'copy', switches: { clockTriggersByDocument } });
    expect((await copy.call('sidebarState')).health).toContain('no-trigger');
    await copy.call('removeJob', id);
    expect(copy.host.triggers.list().map(({ documentId }) => documentId)).toEqual(['spreadsheet']);
  });

  test('a trigger whose id was not stored is known after its next run', async () => {
    const [first] = await openTwo(clockTriggersByDocument);
    const id = await jobIn(first);
    const { properties = {}, ...stored } = first.host.save();
    const known = Object.entries(properties['document'] ?? {}).filter(([key]) => !key.startsWith('trigger:'));
    const again = await open({
      stored: { ...stored, properties: { ...properties, document: Object.fromEntries(known) } },
      switches: { clockTriggersByDocument },
    });
    again.host.clock.advance(2 * HOUR_MS);
    await again.host.runDueTriggers();
    expect((await again.call('sidebarState')).health).toEqual([]);
    await again.call('removeJob', id);
    expect(again.host.triggers.list()).toEqual([]);
  });
});
