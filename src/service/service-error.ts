/** The error that becomes an answer: a code of the contract, its status and a sentence. */
import { SERVICE_ERRORS, type ServiceErrorBody, type ServiceErrorCode } from '../contract/errors.js';

export class ServiceError extends Error {
  override readonly name = 'ServiceError' as const;
  readonly code: ServiceErrorCode;
  /** Named and writable as Fastify expects. */
  statusCode: number;

  constructor(code: ServiceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.statusCode = SERVICE_ERRORS[code];
  }

  get body(): ServiceErrorBody {
    return { status: String(this.statusCode), code: this.code, message: this.message };
  }
}
