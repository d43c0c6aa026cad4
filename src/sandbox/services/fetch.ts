/** UrlFetchApp: the options of its requests, and their answers. */
import { type Call, LATENCY, LOCAL, serviceOf, tableOf } from './define.js';
import { type FetchRequest, type FetchResponse, MAX_BODY_BYTES } from './http-exchange.js';
import { send } from './requests.js';

const MAX_URL_LENGTH = 2082;
const HTTP_PREFIX = /^https?:\/\//i;
const METHODS = ['get', 'delete', 'patch', 'post', 'put', 'head', 'options'];
const DEFAULT_TIMEOUT_SECONDS = 360;

const RESPONSE = tableOf<GoogleAppsScript.URL_Fetch.HTTPResponse, FetchResponse>('HTTPResponse').with(LOCAL, {
  getResponseCode: ({ status }) => status,
  getContentText: ({ text }) => text,
  getAllHeaders: ({ headers }) => headers,
});

const URL_FETCH = serviceOf<GoogleAppsScript.URL_Fetch.UrlFetchApp>('UrlFetchApp').with(
  { needs: 'network', latencyMs: LATENCY.web },
  {
    fetch: {
      quota: 'urlfetch',
      handle: async (call, url, params) => (await fetchAll(call, [requestFrom({ ...params, url })]))[0]!,
    },
    fetchAll: {
      quota: ['urlfetch', (all) => all.length],
      handle: (call, all) => fetchAll(call, all.map(requestFrom)),
    },
  },
);

export const FETCH_TABLES = [RESPONSE, URL_FETCH];

async function fetchAll(call: Call, requests: readonly FetchRequest[]) {
  // an invalid request fails the batch before any request leaves
  requests.forEach(checkRequest);
  const responses = await Promise.all(requests.map((one) => send(one, call)));
  for (const [index, { status }] of responses.entries()) {
    const { followRedirects, muteHttpExceptions } = requests[index]!;
    if (status >= 400 ? !muteHttpExceptions : status >= 300 && followRedirects)
      throw new Error('UrlFetchApp.fetch without muteHttpExceptions or with followRedirects is not emulated');
  }
  return responses.map((response) => RESPONSE.open(response));
}

/** @throws Google's error for an invalid option */
function requestFrom(given: object | string): FetchRequest {
  const options = given as Readonly<Record<string, unknown>>;
  const { url } = options;
  if (url === null || url === undefined) throw new Error('Argument cannot be null: url');
  const payload = options['payload'] ?? undefined;
  const method = String(options['method'] ?? (payload === undefined ? 'get' : 'post')).toLowerCase();
  if (!METHODS.includes(method)) throw invalidAttribute('method');
  if (payload !== undefined && typeof payload !== 'string')
    throw new Error('UrlFetchApp.fetch with a payload that is no text is not emulated');
  const headers = Object.entries({
    ...(options['headers'] as object | undefined),
    ...(options['contentType'] !== undefined && { 'Content-Type': options['contentType'] }),
  });
  const timeoutSeconds = options['timeoutSeconds'] ?? DEFAULT_TIMEOUT_SECONDS;
  if (typeof timeoutSeconds !== 'number' || !(timeoutSeconds > 0)) throw invalidAttribute('timeoutSeconds');
  return {
    url: String(url),
    method,
    headers: Object.fromEntries(headers.map(([name, text]) => [name, String(text)])),
    body: method === 'get' || method === 'head' ? undefined : payload,
    muteHttpExceptions: options['muteHttpExceptions'] === true,
    followRedirects: options['followRedirects'] !== false,
    timeoutSeconds: Math.min(timeoutSeconds, DEFAULT_TIMEOUT_SECONDS),
  };
}

/** @throws Google's error for an invalid request. */
function checkRequest({ url, headers, body }: FetchRequest): void {
  if (!HTTP_PREFIX.test(url) || !URL.canParse(url)) throw new Error(`Invalid argument: ${url}`);
  if (url.length > MAX_URL_LENGTH) throw new Error('Limit Exceeded: URLFetch URL Length.');
  for (const [name, value] of Object.entries(headers)) {
    // Google sets two headers itself and refuses them
    if (
      /^(host|content-length)$/i.test(name) ||
      !/^[\w!#$%&'*+.^`|~-]+$/.test(name) ||
      /[\r\n\0]/.test(value)
    )
      throw invalidAttribute(`Header:${name}`);
  }
  if (body !== undefined && Buffer.byteLength(body) > MAX_BODY_BYTES)
    throw new Error('Limit Exceeded: URLFetch POST Size.');
}

/** Returns Google's error for an invalid option of a request. */
function invalidAttribute(attribute: string): Error {
  return new Error(`Attribute provided with invalid value: ${attribute}`);
}
