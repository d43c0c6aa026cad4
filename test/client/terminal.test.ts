/** The command line on a real terminal: a question before a change, and progress. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { eventually } from '../support/eventually.js';
import { useTempFolders } from '../support/temp-folder.js';
import { RECORD_COUNT, useClientService } from './client-service.js';

// a missing program is reported as skipped, never as passed
const onTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')
  ? describe
  : describe.skip;
const PROGRAM = path.resolve('out/client/signals.mjs');
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/**
 * A command on its own terminal, by `script` of util-linux: a person's input, and the visible output.
 * Closes the terminals of the calling block after each test, even after a failure.
 */
function useTerminals() {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  return (command: string, env: NodeJS.ProcessEnv, cwd: string, kind = 'dumb') => {
    const child = spawn('script', ['--quiet', '--flush', '--command', command, '/dev/null'], {
      cwd,
      env: { ...env, SHELL: '/bin/sh', TERM: kind },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    let shown = '';
    let seen = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
    });
    child.stdin.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    return {
      type: (text: string) => void child.stdin.write(text),
      /** Waits for a text in the output after the last text that it waited for. */
      async until(text: string) {
        seen = await eventually(() => {
          const at = shown.indexOf(text, seen);
          if (at < 0) throw new Error(`The terminal does not show ${text}, but: ${shown}`);
          return at + text.length;
        });
      },
      /** Returns the whole output, after the command has ended. */
      async end() {
        await ended;
        return shown;
      },
    };
  };
}

onTerminal('on a terminal', () => {
  const service = useClientService({ maxLimit: 25 });
  const open = useTerminals();
  const newFolder = useTempFolders();
  let home: string;
  let key: string;
  beforeEach(async () => {
    home = newFolder();
    key = await service.makeKey(1_000);
  });

  /** Runs `signals`, records the terminal's settings before and after, and shows its exit code. */
  function signals(line: string, extra: NodeJS.ProcessEnv = {}) {
    const script = `signals() { '${process.execPath}' '${PROGRAM}' "$@"; }
trap : INT; stty -g > before; ${line}; echo "code $?."; stty -g > after`;
    const { SIGNALS_API_KEY: _key, ...others } = process.env;
    return open(script, { ...others, HOME: home, SIGNALS_URL: service.url, ...extra }, home, 'xterm');
  }

  function expectSaneTerminal(): void {
    const [before, after] = ['before', 'after'].map((name) => readFileSync(path.join(home, name), 'utf8'));
    expect(before).toMatch(/:/);
    expect(after).toBe(before);
  }

  /** Answers a command's question; returns the whole output, of a terminal that is as before. */
  async function answered(line: string, question: string, typed: string, extra?: NodeJS.ProcessEnv) {
    const terminal = signals(line, extra);
    await terminal.until(question);
    terminal.type(typed);
    const shown = await terminal.end();
    expectSaneTerminal();
    return shown;
  }

  test.each([
    ['beside a terminal', 'signals account --format ndjson'],
    ['before a pipe', 'signals account --format ndjson | cat'],
  ])('the prompt does not show the key, %s', async (_, line) => {
    // with a typing error, an arrow key and a blank from the clipboard
    const shown = await answered(line, 'API key: ', `x\u007f\u001b[A${key} \r`);
    expect(shown).toContain('"balance":1000');
    expect(shown).toContain('code 0.');
    expect(shown).not.toContain(key.slice(-8));
    // nothing between the question and the answer: neither the key nor a placeholder
    expect(shown.slice(0, shown.indexOf('{'))).toBe('API key: \r\n');
  });

  test.each([
    ['Ctrl-C', `half of a key${CTRL_C}`, 130, ''],
    ['Ctrl-D', CTRL_D, 3, '#NO_KEY'],
  ])('%s at the prompt ends it, and restores the terminal', async (_, typed, code, said) => {
    const shown = await answered('signals account', 'API key: ', typed);
    expect(shown).toContain(`code ${code}.`);
    expect(shown).toContain(said);
    expect(shown).not.toContain('half');
  });

  test('a change of a group waits for a yes', async () => {
    const env = { SIGNALS_API_KEY: await service.makeKey(0, { mayEditGroups: true }) };
    for (const [typed, told] of [
      ['n\r', 'nothing was changed'],
      [CTRL_D, 'nothing was changed'],
      ['y\r', '1 added'],
    ] as const) {
      const question = 'Add 1 company to the new group "Asked"? [y/N] ';
      const shown = await answered("signals track Asked 'BETA foods inc'", question, typed, env);
      expect(shown).toContain(told);
      expect(shown).toContain('code 0.');
    }
    const removal = "signals track Asked 'BETA foods inc' --remove";
    const shown = await answered(removal, 'Remove 1 company from "Asked"? [y/N] ', CTRL_C, env);
    expect(shown).toContain('code 130.');
  });

  test('a list that is typed leaves nobody to answer a question', async () => {
    const env = { SIGNALS_API_KEY: await service.makeKey(0, { mayEditGroups: true }) };
    const terminal = signals('signals track Typed --file -', env);
    terminal.type(`BETA foods inc\r${CTRL_D}`);
    const shown = await terminal.end();
    expect(shown).toContain('nothing was changed; add --yes to do so');
    expect(shown).toContain('code 2.');
  });

  test('the server of assistants tells a person what it waits for', async () => {
    const env = { ...process.env, HOME: home, ...service.environment(key) };
    const program = path.resolve('out/client/signals-mcp.mjs');
    const terminal = open(`'${process.execPath}' '${program}'`, env, home);
    await terminal.until('waits for an assistant on standard input; see signals-mcp --help');
    terminal.type(CTRL_C);
    await terminal.end();
  });

  test('Ctrl-C ends a question that waits for its answer', async () => {
    const silent = net.createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const arrived = new Promise((resolve) => silent.once('connection', resolve));
    try {
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const terminal = signals('signals account', { SIGNALS_API_KEY: key, SIGNALS_URL: url });
      await arrived;
      terminal.type(CTRL_C);
      expect(await terminal.end()).toContain('code 130.');
      expectSaneTerminal();
    } finally {
      silent.close();
    }
  });

  test('progress is shown on a terminal, and never goes to a pipe', async () => {
    const ask = `signals ask expansions --all --no-store --max-credits ${RECORD_COUNT} --columns id`;
    const env = { SIGNALS_API_KEY: key };
    const shown = await signals(ask, env).end();
    expect(shown.match(/^\d+ records since \d{4}-\d\d-\d\d, \d+% of the days\r$/gm)!.length).toBeGreaterThan(
      2,
    );
    expect(shown.match(/^e\d{3}\r$/gm)).toHaveLength(RECORD_COUNT);
    expect(shown).toContain(`${RECORD_COUNT} records, ${RECORD_COUNT} credits`);

    await signals(`${ask} > out 2> err`, env).end();
    expect(readFileSync(path.join(home, 'out'), 'utf8').split('\n')).toHaveLength(RECORD_COUNT + 2);
    expect(readFileSync(path.join(home, 'err'), 'utf8')).toMatch(/^\d+ records, \d+ credits, \d+ left\n$/);
  });
});
