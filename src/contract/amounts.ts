/** The number expressions of `investment` and `jobs`: an operator and a number, or minimum and maximum. */

/** An interval of numbers, or all but that interval when `negated`. A missing bound is open-ended. */
export interface AmountTest {
  readonly min?: number;
  readonly max?: number;
  /** True if the bound itself does not match. */
  readonly above?: boolean;
  readonly below?: boolean;
  readonly negated?: boolean;
}

const NUMBER = String.raw`\d+(?:\.\d+)?`;
const EXPRESSION = new RegExp(`^(>=|<=|!=|>|<|=)?(${NUMBER})(?:,(${NUMBER}))?$`);
const PAIR = new RegExp(String.raw`^\((${NUMBER}),(${NUMBER})\)$`);

/**
 * Reads `>=100`, `100`, `!=0`, `100,200` or `(100,200)`; undefined for anything else, also for a minimum above its maximum.
 *
 * The specification's pattern also allows an operator before a pair. Then `=` means the pair itself, `!=` everything
 * outside it, and an inequality excludes (`>`, `<`) or includes (`>=`, `<=`) the bound at its side.
 */
export function parseAmount(value: string | number): AmountTest | undefined {
  const typed = String(value);
  // two numbers with only a space between them are not one
  if (/[\d.]\s+[\d.]/.test(typed)) return undefined;
  const text = typed.replace(/\s+/g, '');
  const pair = PAIR.exec(text);
  const [operator, first, second] = pair ? ['=', pair[1], pair[2]] : (EXPRESSION.exec(text)?.slice(1) ?? []);
  if (first === undefined) return undefined;
  if (second !== undefined) return between(operator ?? '=', Number(first), Number(second));
  const bound = Number(first);
  switch (operator) {
    case '>':
      return { min: bound, above: true };
    case '>=':
      return { min: bound };
    case '<':
      return { max: bound, below: true };
    case '<=':
      return { max: bound };
    default:
      return between(operator ?? '=', bound, bound);
  }
}

/** True if a number matches. An unknown amount matches no test, not even `!=`. */
export function matchesAmount(test: AmountTest, value: number | null | undefined): boolean {
  if (value === null || value === undefined) return false;
  const fromMin = test.min === undefined || (test.above ? value > test.min : value >= test.min);
  const toMax = test.max === undefined || (test.below ? value < test.max : value <= test.max);
  return (fromMin && toMax) !== (test.negated ?? false);
}

function between(operator: string, min: number, max: number): AmountTest | undefined {
  if (min > max) return undefined;
  if (operator === '!=') return { min, max, negated: true };
  return { min, max, ...(operator === '>' && { above: true }), ...(operator === '<' && { below: true }) };
}
