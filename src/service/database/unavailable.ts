/** The errors of a database that cannot be used now. Their codes survive every channel. */

/** The database cannot be reached, does not answer or cannot write. */
const CODE = 'DATABASE_UNAVAILABLE';
/** All connections are at work for others. */
const BUSY = 'DATABASE_BUSY';
/** The time of a request is over. */
const LATE = 'NOT_IN_TIME';
const CANCELLED = 'CANCELLED';
const DISK_FULL = '53100';
/** A statement that was cancelled or took too long, and one that waited too long for a lock. */
const STOPPED: readonly unknown[] = ['57014', '55P03'];

/** @param message one sentence for the log and the command line */
export function unavailable(message: string, cause?: unknown, code = CODE): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

export function allBusy(): Error {
  return unavailable('All connections to the database are at work', undefined, BUSY);
}

export function notInTime(): Error {
  return unavailable('The answer was not ready in time', undefined, LATE);
}

/** Whether the database has failed, here or at the other end of a channel, or has stopped a statement before its end. */
export function isUnavailable(error: unknown): boolean {
  return codeOf(error) === CODE || isBusy(error) || isLate(error);
}

export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY;
}

export function isLate(error: unknown): boolean {
  const code = codeOf(error);
  return code === LATE || STOPPED.includes(code);
}

/** The error of work that was stopped because nobody waits for it any more. It says nothing about the database. */
export function cancelled(): Error {
  return Object.assign(new Error('Nobody waits for the answer any more'), { code: CANCELLED });
}

export function isCancelled(error: unknown): boolean {
  return codeOf(error) === CANCELLED;
}

/** Whether the connection of a failed statement has ended: no server has said why it failed, or only its last words. */
export function isDisconnected(error: unknown): boolean {
  // a value that cannot be sent
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const { severity } = error as { severity?: string };
  return severity === undefined || severity === 'FATAL' || severity === 'PANIC';
}

/** Whether the disk is full; the engine may not survive that. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL;
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | undefined)?.code;
}
