/** The error that becomes an answer: a code of the contract, its status and a sentence. */
import { SERVICE_ERRORS, type ServiceErrorCode } from '../contract/errors.js';

interface ServiceErrorOptions extends ErrorOptions {
  /** The seconds after which the client may retry. */
  readonly retrySeconds?: number;
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError' as const;
  readonly code: ServiceErrorCode;
  readonly statusCode: number;
  readonly retrySeconds: number | undefined;

  constructor(code: ServiceErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.statusCode = SERVICE_ERRORS[code];
    this.retrySeconds = options.retrySeconds;
  }
}

/** @param message starts with the name of the field */
export function badInput(message: string, options?: ErrorOptions): ServiceError {
  return new ServiceError('BAD_INPUT', message, options);
}

export function noGroup(group: string): ServiceError {
  return new ServiceError('NO_GROUP', `There is no group named ${group.slice(0, 100)}`);
}
