/** docs/functions.md is what the contract, the messages and the help of the built functions give. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

test('the committed page is the one that the tables give', () => {
  const check = () =>
    execFileSync(process.execPath, ['tools/docs.mjs', '--check'], { cwd: ROOT, stdio: 'pipe' });
  expect(check).not.toThrow();
});
