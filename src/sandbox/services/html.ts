/** HtmlService and ContentService: pages for the sidebar, and the text that a web app returns. */
import { local, Remote, serviceOf, setter, type Table, tableOf } from './define.js';

const MIME_TYPES = { TEXT: 'text/plain', JSON: 'application/json' };

export interface HtmlContent {
  readonly content: string;
  readonly title: string;
}

interface TextContent {
  readonly content: string;
  readonly mimeType: string;
}

const HTML_OUTPUT = tableOf<GoogleAppsScript.HTML.HtmlOutput, HtmlContent>('HtmlOutput', {
  getContent: local(({ content }) => content),
  setContent: setter('content'),
  setTitle: setter('title'),
});

const TEXT_OUTPUT = tableOf<GoogleAppsScript.Content.TextOutput, TextContent>('TextOutput', {
  setMimeType: setter('mimeType'),
});

const CONTENT_SERVICE = serviceOf<GoogleAppsScript.Content.ContentService>('ContentService', {
  MimeType: MIME_TYPES,
  createTextOutput: local((_call, text = '') => {
    const content: TextContent = { content: String(text), mimeType: MIME_TYPES.TEXT };
    return new Remote(TEXT_OUTPUT, content);
  }),
});

/** @param htmlFiles returns the content of the script's HTML files by file name without `.html` */
export function contentTables(htmlFiles: () => Readonly<Record<string, string>>): readonly Table[] {
  const service = serviceOf<GoogleAppsScript.HTML.HtmlService>('HtmlService', {
    createHtmlOutputFromFile: local((_call, name) => {
      const content = htmlFiles()[name.replace(/\.html$/, '')];
      if (content === undefined) throw new Error(`No HTML file named ${name} was found.`);
      return new Remote(HTML_OUTPUT, { content, title: '' } satisfies HtmlContent);
    }),
  });
  return [CONTENT_SERVICE, HTML_OUTPUT, TEXT_OUTPUT, service];
}
