/** A command on its own terminal, by `script` of util-linux: a person's input, and the visible output. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { eventually } from '../support/eventually.js';

export type Terminal = ReturnType<ReturnType<typeof useTerminals>>;

export function hasTerminal(): boolean {
  return spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;
}

/** For all tests of the calling block. Closes their terminals after each test, even after a failure. */
export function useTerminals() {
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
