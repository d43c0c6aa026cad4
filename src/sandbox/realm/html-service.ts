/** HtmlService: pages for the sidebar and for dialogs. */
import { Exception } from './exception.js';
import { createMark, strict } from './not-emulated.js';
import type { ServiceContext } from './services.js';

export interface HtmlContent {
  readonly content: string;
  readonly title: string;
  readonly width: number | null;
  readonly height: number | null;
}

const CONTENT = createMark<() => HtmlContent>('html');

/** @throws for an object that is not from HtmlService. */
export function contentOf(html: object): HtmlContent {
  const content = CONTENT.of(html);
  if (!content) throw new Exception("The parameters don't match the method signature for Ui.showSidebar.");
  return content();
}

export function createHtmlService({ environment }: ServiceContext) {
  return strict('HtmlService', {
    createHtmlOutput: (html: unknown = '') => createHtmlOutput(String(html)),
    createHtmlOutputFromFile(name: string) {
      const html = environment.htmlFiles[name.replace(/\.html$/, '')];
      if (html === undefined) throw new Exception(`No HTML file named ${name} was found.`);
      return createHtmlOutput(html);
    },
    SandboxMode: strict('SandboxMode', { IFRAME: 'IFRAME' }),
    XFrameOptionsMode: strict('XFrameOptionsMode', { ALLOWALL: 'ALLOWALL', DEFAULT: 'DEFAULT' }),
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

function createHtmlOutput(html: string) {
  let content = html;
  let title = '';
  let width: number | null = null;
  let height: number | null = null;
  const output = strict('HtmlOutput', {
    [CONTENT.key]: (): HtmlContent => ({ content, title, width, height }),
    getContent: () => content,
    setContent(value: string) {
      content = String(value);
      return output;
    },
    append(value: string) {
      content += String(value);
      return output;
    },
    appendUntrusted(value: string) {
      content += String(value).replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
      return output;
    },
    clear() {
      content = '';
      return output;
    },
    getTitle: () => title,
    setTitle(value: string) {
      title = String(value);
      return output;
    },
    getWidth: () => width,
    setWidth(pixels: number) {
      width = pixels;
      return output;
    },
    getHeight: () => height,
    setHeight(pixels: number) {
      height = pixels;
      return output;
    },
    setSandboxMode: () => output,
    setXFrameOptionsMode: () => output,
    addMetaTag: () => output,
  });
  return output;
}
