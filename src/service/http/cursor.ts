/** The cursors of changes: a position in what was noted for a question, as a text that says nothing to clients. */
import type { CursorPosition } from '../database/followed-questions.js';
import { ServiceError } from '../service-error.js';

export const CURSOR_PATTERN = '^[A-Za-z0-9_-]{1,100}$';

const POSITION = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(0|[1-9]\d{0,14})$/;

export function writeCursor({ question, after }: CursorPosition): string {
  return Buffer.from(`${question}.${after}`).toString('base64url');
}

/** Undefined for no cursor. @throws ServiceError BAD_INPUT for what no answer has contained */
export function readCursor(value: unknown): CursorPosition | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' && new RegExp(CURSOR_PATTERN).test(value) ? value : '';
  const [, question, after] = POSITION.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (question === undefined || after === undefined) {
    throw new ServiceError('BAD_INPUT', 'cursor must be that of an earlier answer: omit it to begin');
  }
  return { question, after: Number(after) };
}
