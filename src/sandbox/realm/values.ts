/** Google's objects that are only values. They live in the script's realm, so that reading them is no call. */
import type { FetchResponse, RichText } from '../bridge/operations.js';
import type { WireObject } from '../bridge/wire.js';

type Open = (object: WireObject) => object;

/** The members of an object by its kind. */
export const VALUES: Readonly<Record<string, (data: never, open: Open) => object>> = {
  HTTPResponse: ({ status, headers, text }: FetchResponse) => ({
    getResponseCode: () => status,
    getContentText(charset = 'UTF-8') {
      if (/^utf-?8$/i.test(charset)) return text;
      throw new Error(`HTTPResponse.getContentText in ${charset} is not emulated`);
    },
    getAllHeaders: () => ({ ...headers }),
  }),
  /** A text with one link for the whole text. */
  RichTextValue: (data: RichText, open) => ({
    getText: () => data.text,
    getLinkUrl: () => data.linkUrl,
    copy: () => open({ kind: 'RichTextValueBuilder', data: { ...data } }),
  }),
  RichTextValueBuilder: (data: { text: string; linkUrl: string | null }, open) => ({
    setLinkUrl(...args: [string | null]) {
      if (args.length > 1) throw new Error('RichTextValueBuilder.setLinkUrl of a part is not emulated');
      [data.linkUrl] = args;
      return this;
    },
    build: () => open({ kind: 'RichTextValue', data: { ...data } }),
  }),
};
