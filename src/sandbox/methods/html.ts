/** HtmlService: pages for the sidebar. */
import { dataOf, setter, tableOf } from './define.js';
import { Exception } from './exception.js';

export interface HtmlContent {
  content: string;
  title: string;
}

const HTML_OUTPUT = tableOf<GoogleAppsScript.HTML.HtmlOutput, HtmlContent>({ kind: 'HtmlOutput' })({
  getContent: { inRealm: (_realm, { content }) => content },
  setContent: setter('content'),
  setTitle: setter('title'),
});

export const HTML_SERVICE = tableOf<GoogleAppsScript.HTML.HtmlService>({ kind: 'HtmlService' })({
  createHtmlOutputFromFile: {
    inRealm({ environment, open }, _data, name) {
      const content = environment.htmlFiles[name.replace(/\.html$/, '')];
      if (content === undefined) throw new Exception(`No HTML file named ${name} was found.`);
      return open(HTML_OUTPUT, { content, title: '' } satisfies HtmlContent);
    },
  },
});

/** Returns undefined for an object that is not from HtmlService. */
export function htmlContentOf(value: unknown): HtmlContent | undefined {
  return dataOf<HtmlContent>(HTML_OUTPUT, value);
}
