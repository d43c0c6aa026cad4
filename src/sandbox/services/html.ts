/** HtmlService and ContentService: pages for the sidebar, and the text that a web app returns. */
import { Remote, setter, tableOf } from './define.js';

const MIME_TYPES = { TEXT: 'text/plain', JSON: 'application/json' };

export interface HtmlContent {
  readonly content: string;
  readonly title: string;
}

export interface TextContent {
  readonly content: string;
  readonly mimeType: string;
}

const HTML_OUTPUT = tableOf<GoogleAppsScript.HTML.HtmlOutput, HtmlContent>(
  { kind: 'HtmlOutput' },
  {
    getContent: { local: true, handle: (_call, { content }) => content },
    setContent: setter('content'),
    setTitle: setter('title'),
  },
);

const TEXT_OUTPUT = tableOf<GoogleAppsScript.Content.TextOutput, TextContent>(
  { kind: 'TextOutput' },
  { setMimeType: setter('mimeType') },
);

const CONTENT_SERVICE = tableOf<GoogleAppsScript.Content.ContentService>(
  { kind: 'ContentService', isGlobal: true, constants: { MimeType: MIME_TYPES } },
  {
    createTextOutput: {
      local: true,
      handle: (_call, _data, text = '') =>
        new Remote(TEXT_OUTPUT, { content: String(text), mimeType: MIME_TYPES.TEXT } satisfies TextContent),
    },
  },
);

/** @param htmlFiles returns the content of the script's HTML files by file name without `.html` */
export function contentTables(htmlFiles: () => Readonly<Record<string, string>>) {
  const service = tableOf<GoogleAppsScript.HTML.HtmlService>(
    { kind: 'HtmlService', isGlobal: true },
    {
      createHtmlOutputFromFile: {
        local: true,
        handle(_call, _data, name) {
          const content = htmlFiles()[name.replace(/\.html$/, '')];
          if (content === undefined) throw new Error(`No HTML file named ${name} was found.`);
          return new Remote(HTML_OUTPUT, { content, title: '' } satisfies HtmlContent);
        },
      },
    },
  );
  return [CONTENT_SERVICE, HTML_OUTPUT, TEXT_OUTPUT, service];
}
