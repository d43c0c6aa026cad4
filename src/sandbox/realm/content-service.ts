/** ContentService: the text of a web app's answer. */
import { createMark, strict } from './not-emulated.js';

const MIME_TYPES = {
  TEXT: 'text/plain',
  JSON: 'application/json',
  CSV: 'text/csv',
  XML: 'application/xml',
  JAVASCRIPT: 'application/javascript',
};

export interface TextContent {
  readonly content: string;
  readonly mimeType: string;
}

const CONTENT = createMark<() => TextContent>('text');

/** The content of a TextOutput; undefined for any other value. */
export function textContentOf(value: unknown): TextContent | undefined {
  return CONTENT.of(value)?.();
}

export function createContentService() {
  return strict('ContentService', {
    MimeType: strict('MimeType', MIME_TYPES),
    createTextOutput: (text: unknown = '') => createTextOutput(String(text)),
  });
}

function createTextOutput(text: string) {
  let content = text;
  let mimeType: string = MIME_TYPES.TEXT;
  const output = strict('TextOutput', {
    [CONTENT.key]: (): TextContent => ({ content, mimeType }),
    getContent: () => content,
    getMimeType: () => mimeType,
    setMimeType(value: string) {
      mimeType = value;
      return output;
    },
    setContent(value: string) {
      content = String(value);
      return output;
    },
    clear() {
      content = '';
      return output;
    },
    append(value: string) {
      content += String(value);
      return output;
    },
  });
  return output;
}
