/** HtmlService: pages as objects. What serving does to them shows only in a browser. */
import { type Rule, thrownBy } from './rule.js';

const page = (html = '<h1>Title</h1>') => HtmlService.createHtmlOutput(html);

export const htmlRules: readonly Rule[] = [
  {
    name: 'a page has its content',
    source: 'gas-fakes',
    expected: '<h1>Title</h1>',
    see: () => page().getContent(),
  },
  {
    name: 'setTitle gives the page',
    source: 'gas-fakes',
    expected: '<h1>Title</h1>',
    see: () => page().setTitle('My page').getContent(),
  },
  {
    name: 'setContent replaces the content',
    source: 'docs',
    expected: '<i>new</i>',
    see: () => page().setContent('<i>new</i>').getContent(),
  },
  {
    name: 'a page without content is empty',
    source: 'docs',
    expected: '',
    see: () => HtmlService.createHtmlOutput().getContent(),
  },
  {
    name: 'a page of the script is read by its name, with or without .html',
    source: 'known',
    expected: [true, true],
    see: () =>
      ['page', 'page.html'].map((name) =>
        HtmlService.createHtmlOutputFromFile(name).getContent().includes('A page of the script'),
      ),
  },
  {
    name: 'a page that does not exist is refused',
    source: 'gas-fakes',
    expected: /^Exception: /,
    see: () => thrownBy(() => HtmlService.createHtmlOutputFromFile('does_not_exist')),
  },
];
