/** A progress line for long work: rewritten on a terminal, printed now and then elsewhere. */

const WIDTH = 30;
const TERMINAL_EVERY_MS = 100;
const LOG_EVERY_MS = 10_000;

export interface Progress {
  /** @param share from 0 to 1 */
  readonly update: (share: number, lines: number) => void;
  readonly end: () => void;
}

export function createProgress(output: NodeJS.WriteStream): Progress {
  const started = performance.now();
  const every = output.isTTY ? TERMINAL_EVERY_MS : LOG_EVERY_MS;
  let last = started;
  let shown = false;
  return {
    update: (share, lines) => {
      const now = performance.now();
      if (now - last < every) return;
      last = now;
      shown = true;
      const done = Math.round(share * WIDTH);
      const perSecond = Math.round(lines / ((now - started) / 1_000));
      const bar = `[${'='.repeat(done)}${' '.repeat(WIDTH - done)}] ${Math.round(share * 100)}%`;
      output.write(
        `${output.isTTY ? '\r' : ''}${bar} ${lines} lines, ${perSecond} per second${output.isTTY ? '' : '\n'}`,
      );
    },
    end: () => {
      if (shown && output.isTTY) output.write('\n');
    },
  };
}
