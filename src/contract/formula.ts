/** Splits the text of a formula at the call of a Signals function, and joins it again without a loss. */

/** How a spreadsheet's locale writes formulas. `;` always separates the rows of an array literal. */
export interface Separators {
  readonly argument: ',' | ';';
  readonly column: ',' | '\\';
  readonly decimal: '.' | ',';
}

type Literal = string | number | boolean;

/** One argument. */
export type Expression =
  | { readonly kind: 'blank' }
  /** A literal value, or an array literal of such values, read row by row. */
  | { readonly kind: 'values'; readonly values: readonly Literal[] }
  /** Anything else as text: a reference, a calculation. */
  | { readonly kind: 'cells'; readonly text: string };

export interface Argument {
  readonly expression: Expression;
  /** As in the formula, including spaces. */
  readonly source: string;
}

export interface FormulaCall {
  /** The formula up to the opening bracket of the call, inclusive. */
  readonly before: string;
  /** In upper case. */
  readonly functionName: string;
  readonly args: readonly Argument[];
  /** The separators between the arguments. */
  readonly joints: readonly string[];
  /** The rest of the formula, from the closing bracket. */
  readonly after: string;
}

/** The notation for stored formulas: independent of the spreadsheet and its locale. */
export const COMMA: Separators = { argument: ',', column: ',', decimal: '.' };
const SEMICOLON: Separators = { argument: ';', column: '\\', decimal: ',' };

/** @param locale of the spreadsheet, such as de_DE; unknown locales are treated as English */
export function separatorsOf(locale: string): Separators {
  try {
    const format = new Intl.NumberFormat([locale.replace(/_/g, '-'), 'en']);
    return format.formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',')
      ? SEMICOLON
      : COMMA;
  } catch {
    return COMMA;
  }
}

/**
 * Finds the first call of one of the functions, also inside other functions. Undefined if there is none, or if its
 * brackets or quotes are not closed.
 */
export function findCall(
  formula: string,
  functionNames: readonly string[],
  separators: Separators,
): FormulaCall | undefined {
  if (!formula.trimStart().startsWith('=')) return undefined;
  for (let at = 0; at < formula.length; at = endOfToken(formula, at)) {
    const [token = ''] = /^[\p{L}_][\p{L}\p{N}_.]*/u.exec(formula.slice(at, at + 40)) ?? [];
    const functionName = token.toUpperCase();
    if (!functionNames.includes(functionName)) continue;
    const [opening] = /^\s*\(/.exec(formula.slice(at + token.length)) ?? [];
    if (opening === undefined) continue;
    return readCall(formula, at + token.length + opening.length, functionName, separators);
  }
  return undefined;
}

/** Functions that may skip arguments, each with the index of the first one. */
const BRANCHES = /* @__PURE__ */ new Map(
  Object.entries({ IF: 1, IFS: 1, SWITCH: 1, CHOOSE: 1, IFERROR: 1, IFNA: 1, LAMBDA: 0 }),
);

/** True if Sheets may skip a call. @param before the formula up to the call */
export function isInBranch(before: string): boolean {
  const open: { readonly first: number; argument: number }[] = [];
  let name = '';
  for (let at = 0; at < before.length; at = endOfToken(before, at)) {
    const token = before.slice(at, endOfToken(before, at));
    const around = open[open.length - 1];
    if (token === '(' || token === '{')
      open.push({ first: BRANCHES.get(name.toUpperCase()) ?? Number.POSITIVE_INFINITY, argument: 0 });
    else if (token === ')' || token === '}') open.pop();
    else if (around && (token === ',' || token === ';')) around.argument += 1;
    if (token.trim() !== '') name = token;
  }
  return open.some(({ first, argument }) => argument >= first);
}

/** Returns the formula of a call. Parts from `findCall` keep their text. */
export function textOfCall({ before, args, joints, after }: FormulaCall): string {
  const inner = args.map(({ source }, index) => (index === 0 ? source : `${joints[index - 1]}${source}`));
  return before + inner.join('') + after;
}

/**
 * Returns the formula with other separators. Quoted texts stay unchanged; a semicolon between arguments,
 * which both notations accept, becomes the separator of the new notation.
 */
export function translate(formula: string, from: Separators, to: Separators): string {
  const brackets: string[] = [];
  let text = '';
  for (let at = 0; at < formula.length; ) {
    const end = endOfToken(formula, at);
    const token = formula.slice(at, end);
    const isInArray = brackets[brackets.length - 1] === '{';
    if (token === '(' || token === '{') brackets.push(token);
    else if (token === ')' || token === '}') brackets.pop();
    const isDecimal = token === from.decimal && (token === ',' || /^\d/.test(formula.slice(end)));
    if (isDecimal) text += to.decimal;
    else if (isInArray) text += token === from.column ? to.column : token;
    else text += token === ';' || token === from.argument ? to.argument : token;
    at = end;
  }
  return text;
}

/** An operator without one of its operands. */
const LACKS_OPERAND = /^\s*[*/^&=<>:!]|[-+*/^&=<>:!]\s*$/;

/** True if a text, without its leading `=`, can be one argument. */
export function isExpression(text: string, separators: Separators): boolean {
  if (text.trim() === '' || LACKS_OPERAND.test(text)) return false;
  const call = readCall(`${text})`, 0, '', separators);
  return call?.args.length === 1 && call.after === ')';
}

/** Returns a value as written in a formula. */
export function writeLiteral(value: Literal, separators: Separators): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return String(value).replace('.', separators.decimal);
  return `"${value.replace(/"/g, '""')}"`;
}

/** Returns the letters of a column: C for 3, AA for 27. */
export function lettersOf(column: number): string {
  const before = Math.ceil(column / 26) - 1;
  return (before > 0 ? lettersOf(before) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

/** Returns the number of a column: 3 for C, 27 for AA. */
export function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
}

function readCall(
  formula: string,
  start: number,
  functionName: string,
  separators: Separators,
): FormulaCall | undefined {
  const sources: string[] = [];
  const joints: string[] = [];
  const divides = (character: string) =>
    character === ';' || (character === ',' && separators.argument === ',');
  let depth = 0;
  let from = start;
  for (let at = start; at < formula.length; at = endOfToken(formula, at)) {
    const character = formula[at]!;
    if (character === '(' || character === '{') depth++;
    else if (depth > 0 && (character === ')' || character === '}')) depth--;
    else if (character === ')') {
      const last = formula.slice(from, at);
      if (joints.length > 0 || last.trim() !== '') sources.push(last);
      const args = sources.map((source) => ({
        source,
        expression: readExpression(source.trim(), separators),
      }));
      return { before: formula.slice(0, start), functionName, args, joints, after: formula.slice(at) };
    } else if (character === '}') return undefined;
    else if (depth === 0 && divides(character)) {
      sources.push(formula.slice(from, at));
      joints.push(character);
      from = at + 1;
    }
  }
  return undefined;
}

/** Returns the index after a quoted text, sheet name, table columns, a word, or one other character. */
function endOfToken(formula: string, at: number): number {
  const character = formula[at]!;
  if (character === '[') return endOfColumns(formula, at);
  if (character === '"' || character === "'") {
    let end = at + 1;
    while (end < formula.length) {
      if (formula[end] !== character) end++;
      else if (formula[end + 1] === character) end += 2;
      else return end + 1;
    }
    return end;
  }
  const word = /[\p{L}_][\p{L}\p{N}_.]*/uy;
  word.lastIndex = at;
  return at + (word.exec(formula)?.[0].length ?? 1);
}

/** Skips Companies[Name, first] or Companies[[#ALL],[Company's domain]]; names can have any character. */
function endOfColumns(formula: string, at: number): number {
  let depth = 0;
  for (let end = at; end < formula.length; end++) {
    if (formula[end] === '[') depth++;
    else if (formula[end] === ']' && --depth === 0) return end + 1;
  }
  return at + 1;
}

const TEXT = /^"(?:[^"]|"")*"$/;

function readExpression(text: string, separators: Separators): Expression {
  if (text === '') return { kind: 'blank' };
  const literal = readLiteral(text, separators);
  if (literal !== undefined) return { kind: 'values', values: [literal] };
  if (!text.startsWith('{') || !text.endsWith('}')) return { kind: 'cells', text };
  const values = readArray(text.slice(1, -1), separators);
  return values ? { kind: 'values', values } : { kind: 'cells', text };
}

function readLiteral(text: string, { decimal }: Separators): Literal | undefined {
  if (TEXT.test(text)) return text.slice(1, -1).replace(/""/g, '"');
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  const [whole, fraction, ...rest] = text.split(decimal);
  const digits = rest.length === 0 && /^-?\d+$/.test(whole ?? '') && /^\d+$/.test(fraction ?? '0');
  return digits ? Number(`${whole}.${fraction ?? 0}`) : undefined;
}

/** Returns the values of an array literal, or undefined if one of them is not a literal. */
function readArray(inner: string, separators: Separators): Literal[] | undefined {
  const values: Literal[] = [];
  let from = 0;
  for (let at = 0; at <= inner.length; at = at < inner.length ? endOfToken(inner, at) : at + 1) {
    if (at < inner.length && inner[at] !== ';' && inner[at] !== separators.column) continue;
    const value = readLiteral(inner.slice(from, at).trim(), separators);
    if (value === undefined) return undefined;
    values.push(value);
    from = at + 1;
  }
  return values;
}
