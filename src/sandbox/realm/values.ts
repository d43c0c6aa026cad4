/** Google's objects that are only values. They live in the script's realm, so that reading them is no call. */
import type { FetchResponse } from '../bridge/operations.js';

/** The members of an object by its kind. */
export const VALUES: Readonly<Record<string, (data: never) => object>> = {
  HTTPResponse: ({ status, headers, text }: FetchResponse) => ({
    getResponseCode: () => status,
    getContentText(charset = 'UTF-8') {
      if (/^utf-?8$/i.test(charset)) return text;
      throw new Error(`HTTPResponse.getContentText in ${charset} is not emulated`);
    },
    getAllHeaders: () => ({ ...headers }),
  }),
};
