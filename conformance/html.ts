/** HtmlService: pages as objects. What serving does to them shows only in a browser. */
import { type Rule, thrownBy } from './rule.js';

export const htmlRules: readonly Rule[] = [
  {
    name: 'setContent replaces the content, and setTitle gives the page',
    source: 'docs',
    expected: '<i>new</i>',
    see: () =>
      HtmlService.createHtmlOutputFromFile('page').setContent('<i>new</i>').setTitle('My page').getContent(),
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
