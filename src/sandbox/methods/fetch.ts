/** UrlFetchApp: turns Google's options into a request and the host's answer into an HTTPResponse. */
import type { FetchRequest, FetchResponse } from '../bridge/operations.js';
import { type MethodContext, tableOf } from './define.js';
import { Exception, requireArgument } from './exception.js';

const METHODS = ['get', 'delete', 'patch', 'post', 'put', 'head', 'options'];
/** Google's default content type of a payload. */
const FORM = 'application/x-www-form-urlencoded';
const DEFAULT_TIMEOUT_SECONDS = 360;
const SHOWN_OF_ERROR = 200;

const HTTP_RESPONSE = tableOf<GoogleAppsScript.URL_Fetch.HTTPResponse, FetchResponse>({
  kind: 'HTTPResponse',
})({
  getResponseCode: { inRealm: (_realm, { status }) => status },
  getContentText: {
    inRealm(_realm, { text }, charset = 'UTF-8') {
      if (/^utf-?8$/i.test(charset)) return text;
      throw new Error(`HTTPResponse.getContentText in ${charset} is not emulated`);
    },
  },
  getAllHeaders: { inRealm: (_realm, { headers }) => ({ ...headers }) },
});

export const URL_FETCH_APP = tableOf<GoogleAppsScript.URL_Fetch.UrlFetchApp>({
  kind: 'UrlFetchApp',
  // Google's own share; the other server's time is added to it
  latencyMs: 175,
})({
  fetch: {
    needs: 'network',
    toArguments: (_data, url, params) => [requestFrom(url, params)] as const,
    fromAnswer: (response: FetchResponse, realm, _data, url, params) =>
      responseTo(requestFrom(url, params), response, realm),
    cost: { counter: 'fetches' },
  },
  fetchAll: {
    needs: 'network',
    toArguments: (_data, requests) => [requestsFrom(requests)] as const,
    fromAnswer: (responses: readonly FetchResponse[], realm, _data, all) =>
      requestsFrom(all).map((request, index) =>
        responseTo(request, responses[index] as FetchResponse, realm),
      ),
    cost: {
      counter: 'fetches',
      amount: (_switches, [requests]: readonly [readonly FetchRequest[]]) => requests.length,
    },
  },
});

function requestsFrom(all: unknown): readonly FetchRequest[] {
  requireArgument('requests', Array.isArray(all) ? all : null);
  return (all as readonly unknown[]).map((one) =>
    typeof one === 'string' ? requestFrom(one, {}) : requestFrom((one as { url?: unknown })?.url, one),
  );
}

function requestFrom(url: unknown, params: unknown): FetchRequest {
  requireArgument('url', url);
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

function responseTo(
  { url, muteHttpExceptions }: FetchRequest,
  response: FetchResponse,
  { open }: MethodContext,
) {
  const { status, text } = response;
  if (status < 400 || muteHttpExceptions) return open(HTTP_RESPONSE, response);
  const host = /^\w+:\/\/[^/?#]+/.exec(url)?.[0] ?? url;
  throw new Exception(
    `Request failed for ${host} returned code ${status}. Truncated server response: ${text.slice(0, SHOWN_OF_ERROR)} ` +
      '(use muteHttpExceptions option to examine full response)',
  );
}

function invalid(attribute: string): Exception {
  return new Exception(`Attribute provided with invalid value: ${attribute}`);
}
