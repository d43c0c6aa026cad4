/** An amount as an expression: a comparison and one or two numbers. Whole numbers. */

export const COMPARISONS = ['>=', '<=', '>', '<', '=', '!=', 'between'] as const;

interface Amount {
  readonly comparison: (typeof COMPARISONS)[number];
  readonly from: string;
  readonly to: string;
}

/** Splits an expression. An unknown form becomes a number, which the person has to correct. */
export function readAmount(text: string): Amount {
  const inner = /^\(([^,]*),(.*)\)$/.exec(text) ?? /^(.*?)\.\.(.*)$/.exec(text);
  if (inner) return { comparison: 'between', from: inner[1]!.trim(), to: inner[2]!.trim() };
  const [, operator = '', number = ''] = /^(>=|<=|!=|>|<|=)?\s*(.*)$/.exec(text) ?? [];
  const comparison = COMPARISONS.find((one) => one === operator) ?? (text === '' ? '>=' : '=');
  return { comparison, from: number, to: '' };
}

/** Writes the expression. Without a number, it keeps the comparison. */
export function writeAmount({ comparison, from, to }: Amount): string {
  return comparison === 'between' ? `${from}..${to}` : `${comparison}${from}`;
}

/** True for the digits of a whole number, as the fields for numbers return them. */
export function isWhole(typed: string, least = 0): boolean {
  return /^\d+$/.test(typed) && Number(typed) >= least && Number.isSafeInteger(Number(typed));
}
