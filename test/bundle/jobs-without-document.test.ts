/** A trigger without its spreadsheet must not go unnoticed. Sources disagree if Google runs such triggers. */
import type { LogLine } from '../../src/sandbox/handlers/ui.js';
import { useHosts } from '../support/host.js';

const startHost = useHosts();

test.each([
  [false, [['warn', expect.stringContaining('without its spreadsheet')]]],
  [true, []],
])('fact 6: with its spreadsheet: %s', async (inDocument, logged) => {
  const lines: LogLine[] = [];
  const host = await startHost({ inDocument, onLog: (line) => lines.push(line) });
  await host.run('runJobs', [{ triggerUid: 't1' }], { mode: 'trigger' });
  expect(lines.map(({ level, message }) => [level, message])).toEqual(logged);
});
