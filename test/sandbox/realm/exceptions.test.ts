/** Exceptions of services: named Exception, no Errors, with texts that vary. */
import { useHost, useHosts } from '../../support/host.js';

const CODE = `
function look(kind) {
  try {
    ({ realm: () => PropertiesService.getScriptProperties().getProperty(null), host: () => ScriptApp.deleteTrigger({ getUniqueId: () => 'x' }), permission: () => SpreadsheetApp.getActiveSpreadsheet().insertSheet('x') })[kind]();
  } catch (e) { return [e.name, e instanceof Error, e.message, String(e)]; }
}
function fail() { UrlFetchApp.fetch(null); }
function missing() { try { SpreadsheetApp.openById('x'); } catch (e) { return [e instanceof Error, e.message]; } }
/** @customfunction */
function CELL() { PropertiesService.getScriptProperties().getProperty(null); }
`;

const startHost = useHosts();
const host = useHost({ code: CODE });

test.each([
  ['realm', 'Argument cannot be null: key'],
  ['host', 'The trigger does not exist'],
  ['permission', 'You do not have permission to call insertSheet'],
])('exceptions are objects named Exception and not errors: from the %s', async (kind, words) => {
  const [name, isError, message, text] = (await host.run('look', [kind], { as: 'viewer' })) as [
    string,
    boolean,
    string,
    string,
  ];
  expect([name, isError]).toEqual(['Exception', false]);
  expect(message).toContain(words);
  expect(text).toBe(`Exception: ${message}`);
});

test('with the switch, exceptions have foreign texts', async () => {
  const host = await startHost({ code: CODE, switches: { exceptionWords: 'foreign' } });
  for (const kind of ['realm', 'host', 'permission']) {
    const [name, , message] = (await host.run('look', [kind], { as: 'viewer' })) as string[];
    expect(name).toBe('Exception');
    expect(message).not.toMatch(/cannot be null|does not exist|permission/);
  }
});

test('the person who started the script reads the exception, and a cell shows it with its line', async () => {
  await expect(host.run('fail')).rejects.toMatchObject({ errorName: 'Exception' });
  host.workbook.type('A1', '=CELL()');
  await host.settled();
  expect(host.workbook.message('A1')).toBe('Exception: Argument cannot be null: key (line 10).');
});

test('a member that is not emulated throws an Error with its name', async () => {
  expect(await host.run('missing')).toEqual([true, 'SpreadsheetApp.openById is not emulated']);
});
