/** Errors of an unavailable database. Their codes survive every channel. */

/** The database is unreachable, does not answer or cannot write. */
const CODE = 'DATABASE_UNAVAILABLE';
/** All connections are in use. */
const BUSY = 'DATABASE_BUSY';
/** The request has exceeded its time. */
const LATE = 'NOT_IN_TIME';
const CANCELLED = 'CANCELLED';
const DISK_FULL = '53100';
const READ_ONLY = '25006';
/** PostgreSQL codes: a statement was cancelled or timed out, or its wait for a lock timed out or was a deadlock. */
const STOPPED: readonly unknown[] = ['57014', '55P03', '40P01'];

/** @param message one sentence for the log and the command line */
export function unavailable(message: string, cause?: unknown): Error {
  return errorOf(CODE, message, cause);
}

export function allBusy(): Error {
  return errorOf(BUSY, 'All connections to the database are at work');
}

export function notInTime(): Error {
  return errorOf(LATE, 'The answer was not ready in time');
}

/** Returns the error of work that was stopped because its client has disconnected. The database may be fine. */
export function cancelled(): Error {
  return errorOf(CANCELLED, 'Nobody waits for the answer any more');
}

/** True if the database has failed, locally or across a channel, or has stopped a statement. */
export function isUnavailable(error: unknown): boolean {
  return codeOf(error) === CODE || isBusy(error) || isTimedOut(error);
}

export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY;
}

export function isTimedOut(error: unknown): boolean {
  return [LATE, ...STOPPED].includes(codeOf(error));
}

export function isCancelled(error: unknown): boolean {
  return codeOf(error) === CANCELLED;
}

/** True if the connection is of no use: it has ended, or its server accepts no writes, as with a full disk. */
export function breaksConnection(error: unknown): boolean {
  // a value that cannot be serialised; the connection is intact
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const { severity } = error as { severity?: string };
  return [undefined, 'FATAL', 'PANIC'].includes(severity) || codeOf(error) === READ_ONLY;
}

/** True if the disk is full. The embedded engine may not survive that. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL;
}

function errorOf(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | undefined)?.code;
}
