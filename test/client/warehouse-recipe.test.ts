/** The warehouse of docs/recipes: its SQL and commands, over random days, with lines loaded repeatedly. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EXIT } from '../../src/client/cli/run.js';
import { useEngine } from '../service/support/engines.js';
import { createRandom } from '../support/random.js';
import { SEED } from '../support/seed.js';
import { useTempFolder } from '../support/temp-folder.js';
import { useClientService } from './client-service.js';
import { runCommand } from './command-line.js';

const TYPE = 'Data Centre';
const recipe = readFileSync(path.join(__dirname, '../../docs/recipes/warehouse.md'), 'utf8');
const [tables = '', merge = ''] = [...recipe.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql);
/** The recipe's command, without the program's name and its output file. */
const commandOf = (name: string) => {
  const [, line = ''] = new RegExp(`^signals (${name} .*?) >`, 'm').exec(recipe) ?? [];
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word);
};

const service = useClientService();
const warehouse = useEngine();
const random = createRandom(SEED);
const home = useTempFolder();
const ids = Array.from({ length: 12 }, (_, index) => `dc-${String(index).padStart(2, '0')}`);
let key: string;

/** Runs a command until it ends, or a watch until it has written something or `isDone`. */
async function signals(
  args: readonly string[],
  isDone: (said: string) => Promise<boolean>,
): Promise<string[]> {
  const env = { ...service.environment(key), SIGNALS_STORE: path.join(home, 'answers') };
  const { code, out, err } = await runCommand(args, { env, home }, isDone);
  expect([code, err]).toEqual([0, err]);
  return out.split('\n').filter((line) => line !== '');
}

/** True if the watch has stored its beginning. */
function hasBegun(): boolean {
  const folder = path.join(home, 'answers');
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((name) => name.startsWith('watch%3A'));
}

async function load(lines: readonly string[]): Promise<void> {
  await warehouse.sql('truncate signals_line');
  for (const line of lines) await warehouse.sql('insert into signals_line (line) values ($1::jsonb)', [line]);
  await warehouse.sql(merge);
}

test('the unit of systemd runs the same watch, and restarts it where nobody has to act first', () => {
  expect(recipe).toContain(`signals ${/^signals (watch .*?) >/m.exec(recipe)?.[1]}\nStandardOutput=append:`);
  expect(recipe).toContain(`\nRestart=on-failure\n`);
  expect(recipe).toContain(`\nRestartPreventExitStatus=${EXIT.usage} ${EXIT.key} ${EXIT.credits}\n`);
});

test(`the table equals the service's records, and each version is paid once (SEED=${SEED})`, async () => {
  for (const sql of tables.split(';').filter((one) => one.trim() !== '')) await warehouse.sql(sql);
  key = await service.makeKey(1_000);
  const today = new Date().toISOString().slice(0, 10);
  const titles = new Map<string, string>();
  let versions = 0;
  /** Adds and corrects records, and changes records so that they start or stop matching. */
  const change = async () => {
    const [first = '', ...others] = random.shuffle(ids).slice(0, random.below(4) + 1);
    const gone = others.filter(() => random.chance(0.5));
    const records = [first, ...others].map((id) => {
      const isMeant = !gone.includes(id);
      if (isMeant) versions += 1;
      if (isMeant) titles.set(id, `Title ${versions}`);
      else titles.delete(id);
      const days = { announcedDate: today, lastModified: today };
      const expansionType = isMeant ? TYPE : 'Store';
      return { id, company: { id: 'c1' }, ...days, expansionType, title: titles.get(id) ?? 'Gone' };
    });
    await service.put(records);
  };
  await change();
  // the watch begins before the past is fetched
  await signals(commandOf('watch'), async () => hasBegun());
  await load(await signals(commandOf('ask'), async () => false));
  const watched: string[] = [];
  for (let step = 0; step < 12; step++) {
    await change();
    const look = await signals(commandOf('watch'), async (said) => said.includes('credits'));
    watched.push(...look);
    // as after a crash between writing the lines and storing the watch's cursor
    if (random.chance(0.3)) watched.push(...look);
    for (let times = random.below(3); times >= 0; times--) await load(watched);
    const rows = await warehouse.sql(
      `select id, record ->> 'title' as title from signals_expansion where not is_removed order by id`,
    );
    expect(rows).toEqual([...titles].sort().map(([id, title]) => ({ id, title })));
  }
  expect(await service.balance(key)).toBe(1_000 - versions);
});
