/** ContentService: what a web app answers with. */
import type { Rule } from './rule.js';

const output = (text = 'text') => ContentService.createTextOutput(text);

export const contentRules: readonly Rule[] = [
  { name: 'an answer has its text', source: 'docs', expected: 'text', see: () => output().getContent() },
  {
    name: 'an answer without a text is empty',
    source: 'docs',
    expected: '',
    see: () => ContentService.createTextOutput().getContent(),
  },
  {
    name: 'setMimeType gives the answer',
    source: 'docs',
    expected: 'text',
    see: () => output().setMimeType(ContentService.MimeType.JSON).getContent(),
  },
];
