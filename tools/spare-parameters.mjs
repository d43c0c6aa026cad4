/**
 * Makes variables of functions parameters that no call gives: `(text, size = text.length) => size * 2` needs neither braces
 * nor `let` nor `return`. For functions that are only ever called, all calls of which are known.
 */
import { become, named, namesOf, nodesIn, statementsOf, usesOf, visit } from './syntax-tree.mjs';

/** @typedef {import('./syntax-tree.mjs').SyntaxNode} SyntaxNode */
/** A function, and how many arguments a call gives it at most. @typedef {{ made: SyntaxNode, given: number }} Called */

/** Variables of functions become spare parameters, and their declarations assignments. @param {SyntaxNode} program */
export function declareAsParameters(program) {
  for (const { made } of calledFunctions(program)) {
    const statements = statementsOf(made.body);
    if (!statements.every(isSimple)) continue;
    if (statements[statements.length - 1]?.type !== 'ReturnStatement') continue;
    const names = statements.flatMap(({ declarations = [] }) =>
      declarations.flatMap(({ id }) => namesOf(id)),
    );
    // a default value may be of another variable with that name, outside
    if (made.params?.some((param) => mentions(param, names))) continue;
    made.params?.push(...names.map(named));
    const assigned = statements.flatMap((statement) =>
      (statement.declarations ?? [undefined]).flatMap((one) => {
        if (!one) return [statement];
        const { id: left, init: right } = one;
        if (!left || !right) return [];
        const expression = { type: 'AssignmentExpression', operator: '=', left, right };
        return [{ type: 'ExpressionStatement', expression }];
      }),
    );
    made.body = { type: 'BlockStatement', body: assigned };
  }
}

/** @param {SyntaxNode} node @param {readonly string[]} names @returns {boolean} */
function mentions(node, names) {
  return names.includes(node.name ?? '') || nodesIn(node).some((inner) => mentions(inner, names));
}

/** Whether it can become an expression. @param {SyntaxNode} statement @returns {boolean} */
function isSimple({ type, consequent, alternate }) {
  if (type !== 'IfStatement') return /^(Expression|Return)Statement$|^VariableDeclaration$/.test(type);
  const inner = [consequent, alternate ?? undefined].flatMap(statementsOf);
  return inner.every((one) => one.type !== 'VariableDeclaration' && isSimple(one));
}

/** First assignments of functions that are expressions become the default values of spare parameters. @param {SyntaxNode} program */
export function giveDefaults(program) {
  for (const { made, given } of calledFunctions(program)) {
    const [only, ...others] = statementsOf(made.body);
    const whole = only?.type === 'ReturnStatement' ? only.argument : only;
    if (others.length > 0 || whole?.type !== 'SequenceExpression') continue;
    const { expressions = [] } = whole;
    /** @type {SyntaxNode[]} */
    const defaults = [];
    for (let [first, next] = expressions; first && next; [first, next] = expressions) {
      const { type, operator, left, right } = first;
      if (type !== 'AssignmentExpression' || operator !== '=' || !left || !right) break;
      const { params = [] } = made;
      const places = namesOf(left).map((name) => params.findIndex((param) => param.name === name));
      if (places.length === 0 || places.some((place) => given > place)) break;
      made.params = params.filter((_, place) => !places.includes(place));
      defaults.push({ type: 'AssignmentPattern', left, right });
      expressions.shift();
    }
    // behind all others: a default value may set these
    made.params?.push(...defaults);
    const [one, another] = expressions;
    if (!one || another) continue;
    become(whole, one);
    made.body = whole;
    made.expression = true;
  }
}

/** Arrow functions in variables of their own, and those that are called where they stand. @param {SyntaxNode} program */
function calledFunctions(program) {
  const uses = usesOf(program);
  /** @type {Called[]} */
  const found = [];
  visit(program, ({ type, id, init, callee, arguments: given = [] }) => {
    if (type === 'CallExpression' && callee?.type === 'ArrowFunctionExpression') {
      if (given.every((one) => one.type !== 'SpreadElement'))
        found.push({ made: callee, given: given.length });
    }
    const { declared = 0, calls = [], other = 0 } = uses.get(id?.name ?? '') ?? {};
    // the declaration is the one other use
    if (init?.type !== 'ArrowFunctionExpression' || declared !== 1 || other !== 1) return;
    found.push({ made: init, given: Math.max(0, ...calls) });
  });
  return found.filter(({ made: { params = [] }, given }) => {
    return given <= params.length && params.every(({ type }) => type !== 'RestElement');
  });
}
