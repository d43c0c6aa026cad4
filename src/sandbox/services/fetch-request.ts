/** Turns the options of UrlFetchApp into requests. */
import type { FetchRequest } from '../bridge/operations.js';

const METHODS = ['get', 'delete', 'patch', 'post', 'put', 'head', 'options'];
/** Google's default content type of a payload. */
const FORM = 'application/x-www-form-urlencoded';
const DEFAULT_TIMEOUT_SECONDS = 360;

export function requestsFrom(all: unknown): readonly FetchRequest[] {
  if (!Array.isArray(all)) throw new Error('Argument cannot be null: requests');
  return all.map((one: unknown) =>
    typeof one === 'string' ? requestFrom(one, {}) : requestFrom((one as { url?: unknown })?.url, one),
  );
}

/** @throws Google's error for an invalid option */
export function requestFrom(url: unknown, params: unknown): FetchRequest {
  if (url === null || url === undefined) throw new Error('Argument cannot be null: url');
  const options = (params ?? {}) as Record<string, unknown>;
  const payload = options['payload'] ?? undefined;
  const method = String(options['method'] ?? (payload === undefined ? 'get' : 'post')).toLowerCase();
  if (!METHODS.includes(method)) throw invalid('method');
  if (payload !== undefined && typeof payload !== 'string')
    throw new Error('UrlFetchApp.fetch with a payload that is no text is not emulated');
  const headers = headersFrom(options['headers']);
  if (payload !== undefined && !Object.keys(headers).some((name) => /^content-type$/i.test(name)))
    headers['Content-Type'] = String(options['contentType'] ?? FORM);
  const timeoutSeconds = options['timeoutSeconds'] ?? DEFAULT_TIMEOUT_SECONDS;
  if (typeof timeoutSeconds !== 'number' || !(timeoutSeconds > 0)) throw invalid('timeoutSeconds');
  return {
    url: String(url),
    method,
    headers,
    ...(payload !== undefined && method !== 'get' && method !== 'head' && { body: payload }),
    muteHttpExceptions: options['muteHttpExceptions'] === true,
    followRedirects: options['followRedirects'] !== false,
    timeoutSeconds: Math.min(timeoutSeconds, DEFAULT_TIMEOUT_SECONDS),
  };
}

function headersFrom(value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('headers');
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => {
      // Google sets these headers itself and refuses them
      if (/^(host|content-length)$/i.test(name)) throw invalid(`Header:${name}`);
      return [name, String(text)];
    }),
  );
}

function invalid(attribute: string): Error {
  return new Error(`Attribute provided with invalid value: ${attribute}`);
}
