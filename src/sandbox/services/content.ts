/** ContentService: the text of a web app's answer. */
import { setter, tableOf } from './define.js';
import { dataOf } from './objects.js';

const MIME_TYPES = { TEXT: 'text/plain', JSON: 'application/json' };

/** The data behind an output. */
interface TextContent {
  readonly content: string;
  mimeType: string;
}

const TEXT_OUTPUT = tableOf<GoogleAppsScript.Content.TextOutput, TextContent>({ kind: 'TextOutput' })({
  getContent: { inRealm: (_realm, { content }) => content },
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

/** The content of a TextOutput; undefined for any other value. */
export function textContentOf(value: unknown): TextContent | undefined {
  return dataOf<TextContent>(TEXT_OUTPUT, value);
}
