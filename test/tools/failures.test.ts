/** The tools fail with a reason where something else has failed, in folders of their own with stand-ins for programs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../support/eventually.js';
import { copyParts, useTempFolders } from '../support/temp-folder.js';

const ROOT = path.resolve(__dirname, '../..');

let folder: string;
const newFolder = useTempFolders();
beforeEach(() => {
  folder = newFolder();
});

const at = (file: string): string => path.join(folder, file);
const copy = (...names: readonly string[]): void => copyParts(names, folder);
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
};

/** Starts a sandbox, and builds it again after a change if it is then stale. @param sandbox its program */
function startTool(sandbox: string, ...args: readonly string[]) {
  copy('tools/start.mjs');
  symlinkSync(path.join(ROOT, 'node_modules'), at('node_modules'));
  write('src/source.txt', '');
  write(
    'build.mjs',
    `import { existsSync } from 'node:fs';
    export const ALL = ['sandbox'];
    export const isStale = () => existsSync('src/stale');
    export const buildTargets = (targets, onBuilt) => targets.forEach(onBuilt);`,
  );
  write('out/sandbox/main.mjs', `import { appendFileSync } from 'node:fs';\n${sandbox}`);
  return spawn(process.execPath, [at('tools/start.mjs'), ...args], { cwd: folder });
}
const starts = () => (existsSync(at('starts')) ? readFileSync(at('starts'), 'utf8').length : 0);

test('npm run dev starts the sandbox again after one that a signal has ended', async () => {
  const dev = startTool(
    `process.on('SIGTERM', () => process.kill(process.pid, 'SIGKILL'));
    process.on('disconnect', () => process.exit());
    setInterval(() => undefined, 1_000);
    appendFileSync('starts', 's');`,
    '--watch',
  );
  try {
    await eventually(() => starts() === 1);
    write('src/stale', '');
    await eventually(() => starts() > 1);
  } finally {
    dev.kill();
    await once(dev, 'exit');
  }
});

test('npm run dev says that the sandbox has crashed, and starts it again at the next change', async () => {
  // it ends long enough after the watcher's start that the changes which it reports then are over
  const dev = startTool(
    `process.on('disconnect', () => process.exit());
    process.send({ port: 8080 });
    appendFileSync('starts', 's');
    setTimeout(() => process.exit(1), 1_000);`,
    '--watch',
  );
  let said = '';
  dev.stderr.on('data', (text) => {
    said += text;
  });
  try {
    await eventually(() => said.includes('save a change in src to start it again'));
    const before = starts();
    write('src/changed', '');
    await eventually(() => starts() > before);
  } finally {
    dev.kill();
    await once(dev, 'exit');
  }
});

test('npm start ends after the sandbox has saved', async () => {
  const start = startTool(
    `const save = () => (appendFileSync('saved', ''), process.exit());
    process.on('SIGINT', () => setTimeout(save, 500));
    setInterval(() => undefined, 1_000);
    appendFileSync('starts', 's');`,
  );
  const exit = once(start, 'exit');
  try {
    await eventually(() => starts() === 1);
  } finally {
    start.kill('SIGINT');
  }
  expect(await exit).toEqual([0, null]);
  expect(existsSync(at('saved'))).toBe(true);
});

test('npm run migration gives a table its tags with its first list', () => {
  copy('tsconfig.json', 'tools', 'src/contract', 'src/service');
  symlinkSync(path.join(ROOT, 'node_modules'), at('node_modules'));
  const records = readFileSync(at('src/contract/records.ts'), 'utf8');
  const withList = records.replace(
    'export const BUSINESS_EXPANSION = {',
    "$&\n  languages: list('Languages'),",
  );
  const migrate = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/make-migration.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };
  expect(migrate()).toContain('lacks no migration');
  write('src/contract/records.ts', withList);
  expect(migrate()).toContain('was written');
  const migrations = 'src/service/database/migrations';
  const [name = ''] = readdirSync(at(migrations)).filter((file) => file.endsWith('-contract.sql'));
  const sql = readFileSync(at(`${migrations}/${name}`), 'utf8');
  expect(sql).toContain('alter table business_expansion add column "languages" json;');
  expect(sql.match(/create table \w+/g)).toEqual(['create table business_expansion_tag']);
  // this run applies what the one before has written
  write('src/contract/records.ts', withList.replace('languages:', "topics: list('Topics'),\n  $&"));
  expect(migrate()).toContain('was written');
  const later =
    readdirSync(at(migrations))
      .filter((file) => file.endsWith('-contract.sql'))
      .at(-1) ?? '';
  expect(readFileSync(at(`${migrations}/${later}`), 'utf8')).not.toContain('create table');
});
