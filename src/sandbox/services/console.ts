/** The console: the log of an execution. */
import { tableOf } from './define.js';
import { Exception } from './exception.js';

export type Level = 'log' | 'info' | 'warn' | 'error';

export const CONSOLE = tableOf<Console>({ kind: 'console' })({
  log: { sends: line('log') },
  info: { as: 'log', sends: line('info') },
  warn: { as: 'log', sends: line('warn') },
  error: { as: 'log', sends: line('error') },
});

function line(level: Level) {
  return (_data: unknown, ...values: readonly unknown[]) => [level, values.map(textOf).join(' ')] as const;
}

function textOf(value: unknown): string {
  if (value instanceof Error || value instanceof Exception) return value.stack ?? String(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return JSON.stringify(value) ?? String(value);
}
