/** HtmlService and ContentService: pages for the sidebar, and the text that a web app returns. */
import { LOCAL, serviceOf, setter, tableOf } from './define.js';

const MIME_TYPES = { TEXT: 'text/plain', JSON: 'application/json' };

interface HtmlContent {
  readonly content: string;
  readonly title: string;
}

interface TextContent {
  readonly content: string;
  readonly mimeType: string;
}

export const HTML_OUTPUT = tableOf<GoogleAppsScript.HTML.HtmlOutput, HtmlContent>('HtmlOutput')
  .with(LOCAL, { getContent: ({ content }) => content })
  .chain(LOCAL, { setContent: setter('content'), setTitle: setter('title') });

/** The answer of a web app. */
export const TEXT_OUTPUT = tableOf<GoogleAppsScript.Content.TextOutput, TextContent>('TextOutput').chain(
  LOCAL,
  { setMimeType: setter('mimeType') },
);

const CONTENT = serviceOf<GoogleAppsScript.Content.ContentService>('ContentService').with(LOCAL, {
  MimeType: MIME_TYPES,
  createTextOutput: (_call, text = '') =>
    TEXT_OUTPUT.open({ content: String(text), mimeType: MIME_TYPES.TEXT }),
});

const HTML = serviceOf<GoogleAppsScript.HTML.HtmlService>('HtmlService').with(LOCAL, {
  createHtmlOutputFromFile({ htmlFiles }, name) {
    const content = htmlFiles()[name.replace(/\.html$/, '')];
    if (content === undefined) throw new Error(`No HTML file named ${name} was found.`);
    return HTML_OUTPUT.open({ content, title: '' });
  },
});

export const CONTENT_TABLES = [HTML_OUTPUT, TEXT_OUTPUT, CONTENT, HTML];
