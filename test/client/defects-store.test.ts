/** The client's store and programs that are killed while they write: each purchase begins once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { openFileStore } from '../../src/client/file-store.js';
import { useTempFolder } from '../support/temp-folder.js';

const folder = useTempFolder();

/** Long enough to be written in several parts. */
const LENGTH = 300_000;

let program: string;
beforeAll(async () => {
  program = path.join(folder, 'writes.mjs');
  await build({
    stdin: {
      contents: `import { writeSync } from 'node:fs';
        import { openFileStore } from './file-store.ts';
        const store = openFileStore(process.argv[2]);
        for (let round = 0; round < 200; round++) {
          if (store.add('open:' + round, String(process.pid))) writeSync(1, round + '\\n');
          store.set('answer:a', String(round % 10).repeat(${LENGTH}));
          const text = store.get('answer:a');
          if (text.length !== ${LENGTH} || text !== text[0].repeat(${LENGTH})) writeSync(1, 'broken\\n');
        }`,
      resolveDir: path.resolve(__dirname, '../../src/client'),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
  });
});

test('D7 of many concurrent programs, killed while they write, only one begins a purchase, and all answers are complete', async () => {
  const answers = path.join(folder, 'answers');
  const begun: string[] = [];
  const live = async (ms: number | undefined) => {
    const child = spawn(process.execPath, [program, answers]);
    let said = '';
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
    });
    const closed = once(child, 'close');
    if (ms !== undefined) await Promise.race([sleep(ms).then(() => child.kill('SIGKILL')), closed]);
    await closed;
    begun.push(...said.split('\n').filter((line) => line !== ''));
  };
  const lives = [120, 180, 240];
  await Promise.all(
    [0, 1, 2, 3].map(async (turn) => {
      for (const ms of lives) await live(ms + 15 * turn);
    }),
  );
  // leftovers do not block this program
  await live(undefined);
  expect(begun).not.toContain('broken');
  expect(new Set(begun).size).toBe(begun.length);
  const store = openFileStore(answers);
  for (let round = 0; round < 200; round++) expect(store.get(`open:${round}`)).toMatch(/^\d+$/);
  expect(readdirSync(answers).filter((name) => /^(?:open|answer)%3A/.test(name))).toHaveLength(201);
});
