/** The error that becomes an answer: a code of the contract, its status and a sentence. */
import { SERVICE_ERRORS, type ServiceErrorBody, type ServiceErrorCode } from '../contract/errors.js';

interface ServiceErrorOptions extends ErrorOptions {
  /** The seconds after which the client may retry. */
  readonly retrySeconds?: number;
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError' as const;
  readonly code: ServiceErrorCode;
  /** Fastify requires this name, and assigns to it. */
  statusCode: number;
  readonly retrySeconds: number | undefined;

  constructor(code: ServiceErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options);
    this.retrySeconds = options.retrySeconds;
    this.code = code;
    this.statusCode = SERVICE_ERRORS[code];
  }

  get body(): ServiceErrorBody {
    return { status: String(this.statusCode), code: this.code, message: this.message };
  }
}
