/** An amount: a comparison and one or two numbers. */
import { selectField, textField } from '../controls/fields.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';

const COMPARISONS = ['>=', '<=', '>', '<', '=', '!=', 'between'] as const;
type Comparison = (typeof COMPARISONS)[number];

export interface Amount {
  readonly comparison: Comparison;
  readonly from: string;
  readonly to: string;
}

interface AmountOptions {
  readonly id: string;
  readonly text: string;
  readonly setText: (text: string) => void;
}

export function amountEditor(page: Page, { id, text, setText }: AmountOptions): Child[] {
  const { build } = page.texts;
  const amount = readAmount(text);
  const set = (change: Partial<Amount>) => setText(writeAmount({ ...amount, ...change }));
  const number = (suffix: string, label: string, value: string, change: (typed: string) => Partial<Amount>) =>
    textField({
      id: `${id}${suffix}`,
      label,
      hint: build.amountHint,
      value,
      onInput: (typed) => set(change(typed)),
    });
  return [
    selectField({
      id: `${id}-comparison`,
      label: build.comparison,
      value: amount.comparison,
      choices: COMPARISONS.map((value) => ({ value, label: build.comparisons[value] })),
      onChange: (comparison) => set({ comparison: comparison as Comparison }),
    }),
    el(
      'div',
      { class: 'row' },
      number('', build.amount, amount.from, (from) => ({ from })),
      amount.comparison === 'between' && number('-to', build.upTo, amount.to, (to) => ({ to })),
    ),
  ];
}

/** Splits an expression; an unknown form counts as a number to be corrected. */
export function readAmount(text: string): Amount {
  const inner = /^\(([^,]*),(.*)\)$/.exec(text) ?? /^(.*?)\.\.(.*)$/.exec(text);
  if (inner) return { comparison: 'between', from: inner[1]!.trim(), to: inner[2]!.trim() };
  const [, operator = '', number = ''] = /^(>=|<=|!=|>|<|=)?\s*(.*)$/.exec(text) ?? [];
  const comparison = COMPARISONS.find((one) => one === operator) ?? (text === '' ? '>=' : '=');
  return { comparison, from: number, to: '' };
}

/** The expression; it keeps the comparison while there is no number yet. */
export function writeAmount({ comparison, from, to }: Amount): string {
  return comparison === 'between' ? `${from}..${to}` : `${comparison}${from}`;
}
