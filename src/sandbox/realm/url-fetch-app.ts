/** UrlFetchApp: turns Google's options into a request and the host's answer into an HTTPResponse. */

import type { Binary, FetchRequest, FetchResponse } from '../bridge/operations.js';
import type { BlobFactory } from './blob.js';
import { Exception } from './exception.js';
import { strict } from './not-emulated.js';
import { requireArgument, type ServiceContext } from './services.js';

const METHODS = ['get', 'delete', 'patch', 'post', 'put', 'head', 'options'];
/** The type of a payload without one. */
const FORM = 'application/x-www-form-urlencoded';
const DEFAULT_TIMEOUT_SECONDS = 360;
const SHOWN_OF_ERROR = 200;

export function createUrlFetchApp({ call, permissions }: ServiceContext, blobs: BlobFactory) {
  const responseFrom = (response: FetchResponse) => {
    const { status, headers, text } = response;
    const content: Binary = response.bytes === undefined ? { text } : { base64: response.bytes };
    const single = Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.at(-1) : value,
    ]);
    const contentType = () => String(headers[nameIn(headers, 'content-type') ?? ''] ?? '');
    return strict('HTTPResponse', {
      getResponseCode: () => status,
      // the text has come with the answer
      getContentText: (charset = 'UTF-8') =>
        /^utf-?8$/i.test(charset) ? text : call('Blob.getDataAsString', content, charset),
      getContent: () => call('Blob.getBytes', content),
      getBlob: () => blobs.create(content, contentType()),
      getHeaders: () => Object.fromEntries(single) as Record<string, string>,
      getAllHeaders: () => ({ ...headers }),
    });
  };
  const checked = (request: FetchRequest, response: FetchResponse) => {
    if (response.status >= 400 && !request.muteHttpExceptions) throw failure(request.url, response);
    return responseFrom(response);
  };
  return strict('UrlFetchApp', {
    fetch(url: unknown, params: unknown = {}) {
      permissions.service('UrlFetchApp.fetch', 'network');
      const request = requestFrom(url, params, blobs);
      return checked(request, call('UrlFetchApp.fetch', request));
    },
    fetchAll(requests: unknown) {
      permissions.service('UrlFetchApp.fetchAll', 'network');
      if (!Array.isArray(requests)) throw new Exception('Argument cannot be null: requests');
      const all = requests.map((one: unknown) =>
        typeof one === 'string'
          ? requestFrom(one, {}, blobs)
          : requestFrom((one as { url?: unknown })?.url, one, blobs),
      );
      return call('UrlFetchApp.fetchAll', all).map((response, i) =>
        checked(all[i] as FetchRequest, response),
      );
    },
    getRequest(url: unknown, params: unknown = {}) {
      const { method, body } = requestFrom(url, params, blobs);
      const { headers, contentType = FORM, payload } = (params ?? {}) as Record<string, unknown>;
      return {
        url: String(url),
        method,
        headers: headersFrom(headers),
        ...(method !== 'get' && { contentType }),
        ...(body && { payload: 'text' in body ? body.text : payload }),
      };
    },
  });
}

function requestFrom(url: unknown, params: unknown, blobs: BlobFactory): FetchRequest {
  requireArgument('url', url);
  const options = (params ?? {}) as Record<string, unknown>;
  const payload = options['payload'];
  const method = String(options['method'] ?? (payload === undefined ? 'get' : 'post')).toLowerCase();
  if (!METHODS.includes(method)) throw invalid('method', options['method']);
  const headers = headersFrom(options['headers']);
  const { body, type } = bodyFrom(payload, blobs);
  const contentType = options['contentType'] ?? type;
  if (contentType !== undefined && body && nameIn(headers, 'content-type') === undefined) {
    headers['Content-Type'] = String(contentType);
  }
  const timeoutSeconds = options['timeoutSeconds'] ?? DEFAULT_TIMEOUT_SECONDS;
  if (typeof timeoutSeconds !== 'number' || !(timeoutSeconds > 0))
    throw invalid('timeoutSeconds', timeoutSeconds);
  return {
    url: String(url),
    method,
    headers,
    ...(body && method !== 'get' && method !== 'head' && { body }),
    muteHttpExceptions: options['muteHttpExceptions'] === true,
    followRedirects: options['followRedirects'] !== false,
    validateHttpsCertificates: options['validateHttpsCertificates'] !== false,
    timeoutSeconds: Math.min(timeoutSeconds, DEFAULT_TIMEOUT_SECONDS),
  };
}

function headersFrom(value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('headers', value);
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => {
      // Google sets these itself
      if (/^(host|content-length)$/i.test(name)) throw invalid('Header', name);
      return [name, String(text)];
    }),
  );
}

function bodyFrom(payload: unknown, blobs: BlobFactory): { body?: Binary; type?: string } {
  if (payload === undefined || payload === null) return {};
  const binary = blobs.binaryOf(payload);
  if (binary) return { body: binary, type: blobs.contentTypeOf(payload) ?? FORM };
  if (typeof payload !== 'object') return { body: { text: String(payload) }, type: FORM };
  const pairs = Object.entries(payload).map(([key, value]) => {
    if (blobs.binaryOf(value) && typeof value !== 'string') {
      throw new Error('UrlFetchApp.fetch with files in a form is not emulated');
    }
    return `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`;
  });
  return { body: { text: pairs.join('&') }, type: FORM };
}

function nameIn(headers: object, wanted: string): string | undefined {
  return Object.keys(headers).find((name) => name.toLowerCase() === wanted);
}

function invalid(attribute: string, value: unknown): Exception {
  return new Exception(
    `Attribute provided with invalid value: ${attribute}${attribute === 'Header' ? `:${value}` : ''}`,
  );
}

function failure(url: string, { status, text }: FetchResponse): Exception {
  const host = /^\w+:\/\/[^/?#]+/.exec(url)?.[0] ?? url;
  const shown = text.slice(0, SHOWN_OF_ERROR);
  return new Exception(
    `Request failed for ${host} returned code ${status}. Truncated server response: ${shown} ` +
      '(use muteHttpExceptions option to examine full response)',
  );
}
