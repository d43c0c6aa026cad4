/** The console: the log of an execution. */
import { tableOf } from './define.js';
import { Exception } from './exception.js';

export type Level = 'log' | 'info' | 'warn' | 'error';

export const CONSOLE = tableOf<Console>({ kind: 'console' })({
  log: { toArguments: line('log') },
  info: { aliasOf: 'log', toArguments: line('info') },
  warn: { aliasOf: 'log', toArguments: line('warn') },
  error: { aliasOf: 'log', toArguments: line('error') },
});

function line(level: Level) {
  return (_data: unknown, ...values: readonly unknown[]) => [level, values.map(textOf).join(' ')] as const;
}

function textOf(value: unknown): string {
  if (value instanceof Error || value instanceof Exception) return value.stack ?? String(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return JSON.stringify(value) ?? String(value);
}
