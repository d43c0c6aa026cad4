/** UrlFetchApp: the options of its requests, and their answers. */
import type { FetchRequest, FetchResponse } from '../bridge/operations.js';
import { type Call, LOCAL, serviceOf, tableOf } from './define.js';
import { checkRequest, invalidAttribute } from './requests.js';

const METHODS = ['get', 'delete', 'patch', 'post', 'put', 'head', 'options'];
const DEFAULT_TIMEOUT_SECONDS = 360;

const RESPONSE = tableOf<GoogleAppsScript.URL_Fetch.HTTPResponse, FetchResponse>('HTTPResponse').with(LOCAL, {
  getResponseCode: ({ status }) => status,
  getContentText({ text }, charset = 'UTF-8') {
    if (/^utf-?8$/i.test(charset)) return text;
    throw new Error(`HTTPResponse.getContentText in ${charset} is not emulated`);
  },
  getAllHeaders: ({ headers }) => headers,
});

const URL_FETCH = serviceOf<GoogleAppsScript.URL_Fetch.UrlFetchApp>('UrlFetchApp', {
  fetch: {
    needs: 'network',
    handle: async (call, url, params) => (await fetchAll(call, [requestFrom({ ...params, url })]))[0],
  },
  fetchAll: { needs: 'network', handle: (call, all) => fetchAll(call, all.map(requestFrom)) },
});

export const FETCH_TABLES = [RESPONSE, URL_FETCH];

async function fetchAll(call: Call, requests: readonly FetchRequest[]) {
  await call.spend('fetches', requests.length);
  // an invalid request fails the batch before any request leaves
  requests.forEach(checkRequest);
  const responses = await Promise.all(requests.map((one) => call.urlFetch.send(one, call)));
  if (responses.some(({ status }, index) => status >= 400 && !requests[index]?.muteHttpExceptions))
    throw new Error('UrlFetchApp.fetch of a failure without muteHttpExceptions is not emulated');
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
  const headers = headersFrom(options['headers']);
  if (options['contentType'] !== undefined) headers['Content-Type'] = String(options['contentType']);
  const timeoutSeconds = options['timeoutSeconds'] ?? DEFAULT_TIMEOUT_SECONDS;
  if (typeof timeoutSeconds !== 'number' || !(timeoutSeconds > 0)) throw invalidAttribute('timeoutSeconds');
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
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidAttribute('headers');
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => {
      // Google sets these headers itself and refuses them
      if (/^(host|content-length)$/i.test(name)) throw invalidAttribute(`Header:${name}`);
      return [name, String(text)];
    }),
  );
}
