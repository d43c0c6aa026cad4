/**
 * Gives short names to what a script writes often: questions for a type, functions of JavaScript's objects, texts, and
 * functions whose own names are long because stack traces show them. The sources write all that out.
 */
import {
  arrowOf,
  become,
  callOf,
  declared,
  declareFirst,
  isMemberName,
  named,
  statementsOf,
  usesOf,
  visit,
  wholeFunction,
} from './syntax-tree.mjs';

/** @typedef {import('./syntax-tree.mjs').SyntaxNode} SyntaxNode */
/** What may be said by a call of a function. @typedef {{ name: string, saved: number, made: SyntaxNode, said: SyntaxNode }} Saying */

/** Their functions do not ask for `this`, and nobody replaces them; with Date, a test might. */
const STATIC = ['Math', 'Object', 'Array', 'JSON', 'Number'];
/** Methods of texts that need no arguments. */
const OF_TEXTS = ['toLowerCase', 'trim'];
/** The letters of a short name, and those of its declaration. */
const [SHORT, DECLARED] = [2, 4];
/** The letters of a function's declaration, but for what it does. */
const FUNCTION = 15;

/**
 * @param {SyntaxNode} program
 * @param {readonly string[]} longNames of functions: each stays in one place, where JavaScript gets the function's name from
 */
export function nameRepeated(program, longNames) {
  assignTogether(program);
  nameExpressions(program);
  declareFirst(program, [...namedStatics(program), ...namedTexts(program)]);
  nameAgain(program, longNames);
}

/** `globalThis.NAME = make('NAME')`, for one name after the other, becomes a loop over the names. @param {SyntaxNode} program */
function assignTogether(program) {
  visit(program, ({ type, expressions = [] }) => {
    if (type !== 'SequenceExpression') return;
    for (const maker of new Set(expressions.map((one) => one.right?.callee?.name))) {
      const alike = expressions.filter(({ type: kind, left, right }) => {
        const [{ value } = named(''), ...others] = right?.arguments ?? [];
        if (kind !== 'AssignmentExpression' || left?.object?.name !== 'globalThis' || left.computed)
          return false;
        return right?.callee?.name === maker && left.property?.name === value && others.length === 0;
      });
      const [first] = alike;
      if (alike.length < 5 || !first?.left || maker === undefined) continue;
      const names = alike.map(({ left }) => left?.property?.name).join(' ');
      const left = { ...first.left, property: named('name'), computed: true };
      const assignment = { ...first, left, right: callOf(maker, named('name')) };
      const list = methodCall({ type: 'Literal', value: names }, 'split', { type: 'Literal', value: ' ' });
      const loop = methodCall(list, 'forEach', arrowOf([named('name')], assignment));
      const made = expressions.flatMap((one) => (one === first ? [loop] : alike.includes(one) ? [] : [one]));
      expressions.splice(0, expressions.length, ...made);
    }
  });
}

/** @param {SyntaxNode} object @param {string} method @param {SyntaxNode} argument @returns {SyntaxNode} */
function methodCall(object, method, argument) {
  const callee = {
    type: 'MemberExpression',
    object,
    property: named(method),
    computed: false,
    optional: false,
  };
  return { ...callOf(method, argument), callee };
}

/** Expressions with one part that differs become calls. @param {SyntaxNode} program */
function nameExpressions(program) {
  /** @type {Map<string, (Saying & { node: SyntaxNode })[]>} */
  const found = new Map();
  visit(program, (node) => {
    const saying = typeQuestion(node) ?? newCollection(node) ?? textMethod(node);
    if (saying) found.set(saying.name, [...(found.get(saying.name) ?? []), { ...saying, node }]);
  });
  const declarations = [...found].flatMap(([name, sayings]) => {
    const saved = sayings.reduce((sum, one) => sum + one.saved, 0);
    const [first] = sayings;
    if (!first || saved < FUNCTION + 2 * first.saved) return [];
    const function_ = arrowOf([named('value')], { ...first.made });
    for (const { node, said } of sayings) become(node, said);
    return [declared(named(name), function_)];
  });
  declareFirst(program, declarations);
}

/** `typeof value === 'string'`, or that it is not. @param {SyntaxNode} node @returns {Saying | undefined} */
function typeQuestion({ type, operator = '', left, right }) {
  const asked = [left, right].find((side) => side?.operator === 'typeof')?.argument;
  const text = [left, right].find((side) => side?.type === 'Literal')?.value;
  if (type !== 'BinaryExpression' || !asked || typeof text !== 'string') return undefined;
  const name = `${text}$`;
  const said = callOf(name, asked);
  const question = { type: 'UnaryExpression', operator: 'typeof', prefix: true, argument: named('value') };
  return {
    name,
    saved: text.length + 7,
    made: { type, operator: '==', left: { type: 'Literal', value: text }, right: question },
    said: operator[0] === '!' ? { type: 'UnaryExpression', operator: '!', argument: said } : said,
  };
}

/** `new Set(value)`, for which nothing is as good as `undefined`. @param {SyntaxNode} node @returns {Saying | undefined} */
function newCollection({ type, callee, arguments: [first, ...others] = [] }) {
  const kind = callee?.name ?? '';
  if (type !== 'NewExpression' || !['Set', 'Map'].includes(kind)) return undefined;
  if (others.length > 0 || first?.type === 'SpreadElement') return undefined;
  const name = `${kind}$`;
  const made = { type, callee: named(kind), arguments: [named('value')] };
  return { name, saved: 5, made, said: { ...callOf(name, named('')), arguments: first ? [first] : [] } };
}

/** `text.trim()`. @param {SyntaxNode} node @returns {Saying | undefined} */
function textMethod({ type, callee, arguments: given, optional }) {
  const { object, property, computed } = callee ?? { type: '' };
  const method = property?.name ?? '';
  if (type !== 'CallExpression' || computed || !OF_TEXTS.includes(method) || given?.length !== 0)
    return undefined;
  /** @type {SyntaxNode | undefined} */
  let part = callee;
  // what follows `?.` may not be called
  for (; part; part = part.object ?? part.callee) if (part.optional) return undefined;
  if (!object || optional) return undefined;
  const name = `${method}$`;
  const made = {
    type,
    optional: false,
    callee: { type: 'MemberExpression', object: named('value'), property: named(method) },
  };
  return { name, saved: method.length - 1, made: { ...made, arguments: [] }, said: callOf(name, object) };
}

/** Functions like `Math.max` become variables. @param {SyntaxNode} program @returns {SyntaxNode[]} their declarations */
function namedStatics(program) {
  /** @type {Map<string, SyntaxNode[]>} */
  const found = new Map();
  visit(program, (node) => {
    const { type, object, property, computed } = node;
    if (type !== 'MemberExpression' || computed || !STATIC.includes(object?.name ?? '')) return;
    const name = `${object?.name}.${property?.name}`;
    found.set(name, [...(found.get(name) ?? []), node]);
  });
  const worth = [...found].filter(([name, nodes]) => {
    return nodes.length * (name.length - SHORT) > name.length + DECLARED;
  });
  for (const [name, nodes] of worth) for (const node of nodes) become(node, named(name.replace('.', '$')));
  return STATIC.flatMap((object) => {
    const members = worth.map(([name]) => name.split('.')).filter(([owner]) => owner === object);
    const properties = members.map(([, member = '']) => ({
      type: 'Property',
      kind: 'init',
      key: named(member),
      value: named(`${object}$${member}`),
    }));
    return properties.length === 0 ? [] : [declared({ type: 'ObjectPattern', properties }, named(object))];
  });
}

/** Texts become variables. @param {SyntaxNode} program @returns {SyntaxNode[]} their declarations */
function namedTexts(program) {
  /** @type {Map<string, SyntaxNode[]>} */
  const found = new Map();
  visit(program, (node, parent) => {
    const { type, value } = node;
    if (type !== 'Literal' || typeof value !== 'string' || 'regex' in node) return;
    if (parent?.key === node || parent?.directive !== undefined) return;
    found.set(value, [...(found.get(value) ?? []), node]);
  });
  const worth = [...found].filter(([text, nodes]) => {
    const written = JSON.stringify(text).length;
    return nodes.length * (written - SHORT) > written + DECLARED;
  });
  return worth.map(([value, nodes], index) => {
    const name = `text$${index}`;
    for (const node of nodes) become(node, named(name));
    return declared(named(name), { type: 'Literal', value });
  });
}

/** A function whose name must stay gets another one for its calls. @param {SyntaxNode} program @param {readonly string[]} names */
function nameAgain(program, names) {
  const uses = usesOf(program);
  const worth = names.filter((name) => {
    const { declared: declarations = 0, calls = [], other = 0 } = uses.get(name) ?? {};
    return declarations === 1 && (calls.length + other - 1) * (name.length - SHORT) > name.length + DECLARED;
  });
  for (const statement of statementsOf(wholeFunction(program).body)) {
    const { declarations = [] } = statement;
    const withAgain = declarations.flatMap((one) => {
      const name = one.id?.name ?? '';
      if (!worth.includes(name) || one.init?.type !== 'ArrowFunctionExpression') return [one];
      visit(program, (node, parent) => {
        if (node.name !== name || node === one.id || isMemberName(node, parent)) return;
        // { name } as a property is written with its key
        become(node, named(`${name}$`));
      });
      return [one, declared(named(`${name}$`), named(name))];
    });
    declarations.splice(0, declarations.length, ...withAgain);
  }
}
