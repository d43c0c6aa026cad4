/** What can go wrong: the service's codes with their statuses, and the codes that a cell shows. */

/** Every code of the service with its HTTP status. The code tells apart what shares a status. */
export const SERVICE_ERRORS = {
  /** A field is missing, unknown or invalid. */
  BAD_INPUT: 400,
  /** The API key is missing, unknown or revoked. */
  BAD_KEY: 400,
  /** No credit is left. */
  NO_CREDITS: 404,
  /** No group has that name. */
  NO_GROUP: 404,
  /** Nothing is served at that address. */
  NO_ROUTE: 404,
  /** More records match than credits are left; nothing was charged. */
  FEW_CREDITS: 405,
  /** `currency` is present but holds no currency. */
  NO_CURRENCY: 407,
  /** Too many requests with this key: Retry-After says when to go on. */
  RATE_LIMITED: 429,
  INTERNAL: 500,
} as const;

export type ServiceErrorCode = keyof typeof SERVICE_ERRORS;

/** Body of every answer that is not a success. `status` is the HTTP status as text, as in the tracked companies list. */
export interface ServiceErrorBody {
  readonly status: string;
  readonly code: ServiceErrorCode;
  /** One sentence; of a bad request it begins with the name of the field. */
  readonly message: string;
}

/** The codes that begin an error message in a cell: `#NO_KEY: …`. */
export const CELL_ERRORS = [
  'NO_KEY',
  'BAD_KEY',
  'BAD_INPUT',
  'NO_CREDITS',
  'FEW_CREDITS',
  'BUDGET',
  'NO_GROUP',
  'BUSY',
  'SERVICE',
  'TIMEOUT',
] as const;

export type CellErrorCode = (typeof CELL_ERRORS)[number];
