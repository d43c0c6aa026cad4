/** The codes of the service with their HTTP statuses. The code distinguishes errors with the same status. */
export const SERVICE_ERRORS = {
  /** A field is missing, unknown or invalid. */
  BAD_INPUT: 400,
  /** The API key is missing, unknown or revoked. */
  BAD_KEY: 400,
  /** The key may not change groups. */
  NOT_ALLOWED: 403,
  /** No credit is left. */
  NO_CREDITS: 404,
  /** No group has that name. */
  NO_GROUP: 404,
  /** The address has no endpoint. */
  NO_ROUTE: 404,
  /** More records match than credits are left; nothing was charged. */
  FEW_CREDITS: 405,
  /** The daily cap of the key does not allow so many records today; nothing was charged. */
  DAILY_CAP: 405,
  /** The answer would cost more than the request allows; nothing was charged. */
  OVER_CEILING: 405,
  /** `currency` is present but empty. */
  NO_CURRENCY: 407,
  /** The cursor is too old, unknown or of another query: begin again without it. */
  NO_CURSOR: 410,
  /** Too many requests with this key: Retry-After says when to continue. */
  RATE_LIMITED: 429,
  INTERNAL: 500,
  /** The database cannot be reached, does not answer or cannot write. */
  UNAVAILABLE: 503,
} as const;

export type ServiceErrorCode = keyof typeof SERVICE_ERRORS;

/** The body of every error. `status` is the HTTP status as text, as in the list of tracked companies. */
export interface ServiceErrorBody {
  readonly status: string;
  readonly code: ServiceErrorCode;
  /** One sentence; for a bad request it starts with the name of the field. */
  readonly message: string;
}
