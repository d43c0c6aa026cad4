/** ContentService: the text that a web app returns. */
import { dataOf, setter, tableOf } from './define.js';

const MIME_TYPES = { TEXT: 'text/plain', JSON: 'application/json' };

interface TextContent {
  readonly content: string;
  mimeType: string;
}

const TEXT_OUTPUT = tableOf<GoogleAppsScript.Content.TextOutput, TextContent>({ kind: 'TextOutput' })({
  setMimeType: setter('mimeType'),
});

export const CONTENT_SERVICE = tableOf<GoogleAppsScript.Content.ContentService>({
  kind: 'ContentService',
  constants: { MimeType: MIME_TYPES },
})({
  createTextOutput: {
    inRealm: ({ open }, _data, text = '') =>
      open(TEXT_OUTPUT, { content: String(text), mimeType: MIME_TYPES.TEXT } satisfies TextContent),
  },
});

/** Returns the content of a TextOutput; undefined for other values. */
export function textContentOf(value: unknown): TextContent | undefined {
  return dataOf<TextContent>(TEXT_OUTPUT, value);
}
