/** The receiver of news is pushed with a manifest of its own, first and at each update. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const textOf = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const jsonOf = (name: string) => JSON.parse(textOf(name)) as Record<string, unknown>;
const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });

beforeAll(() => run('tools/make-project.mjs', 'receiver'));

test('its manifest is the published one with a web app for anyone, which runs as the person who deployed it', () => {
  expect(jsonOf('out/receiver/appsscript.json')).toEqual({
    ...jsonOf('dist/appsscript.json'),
    webapp: { access: 'ANYONE_ANONYMOUS', executeAs: 'USER_DEPLOYING' },
  });
  expect(jsonOf('dist/appsscript.json')).not.toHaveProperty('webapp');
});

test('clasp pushes it from a folder of its own: the built add-on and that manifest', () => {
  const clasp = 'node_modules/@google/clasp/build/src/index.js';
  const status = JSON.parse(run(clasp, '-P', '.clasp-receiver.json', 'show-file-status', '--json'));
  expect([...status.filesToPush].sort()).toEqual(
    ['Code.js', 'appsscript.json', 'sidebar.html'].map((name) => `out/receiver/${name}`),
  );
  expect(status.untrackedFiles).toEqual([]);
  for (const name of ['Code.js', 'sidebar.html'])
    expect(textOf(`out/receiver/${name}`)).toBe(textOf(`dist/${name}`));
});
