/** console and Logger. */
import { Exception } from './exception.js';
import { strict } from './not-emulated.js';
import type { ServiceContext } from './services.js';

type Level = 'log' | 'info' | 'warn' | 'error';

export function createConsole({ call }: ServiceContext) {
  const at =
    (level: Level) =>
    (...values: unknown[]) =>
      call('console.log', level, values.map(textOf).join(' '));
  return strict('console', {
    log: at('log'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    debug: at('log'),
    time: (_label?: string) => undefined,
    timeEnd: (_label?: string) => undefined,
  });
}

export function createLogger({ call }: ServiceContext) {
  const lines: string[] = [];
  const logger: { log(...values: unknown[]): unknown; getLog(): string; clear(): void } = strict('Logger', {
    log(...values: unknown[]) {
      const line = formatted(values);
      lines.push(line);
      call('console.log', 'info', line);
      return logger;
    },
    getLog: () => lines.join('\n'),
    clear() {
      lines.length = 0;
    },
  });
  return logger;
}

/** `%s` in the first value is replaced by the next value. */
function formatted([first, ...rest]: readonly unknown[]): string {
  return textOf(first).replace(/%s/g, (mark) => (rest.length > 0 ? textOf(rest.shift()) : mark));
}

function textOf(value: unknown): string {
  if (value instanceof Error || value instanceof Exception) return value.stack ?? String(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return JSON.stringify(value) ?? String(value);
}
