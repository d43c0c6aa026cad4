/** A command line that cannot be meant: what is wrong with it. */
export class LineError extends Error {}
