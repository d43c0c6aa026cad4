/** Makes the text of the built script short, with the names that stack traces need and the positions for a source map. */
import { minify } from 'terser';
import { nameRepeated } from './short-expressions.mjs';
import { declareAsParameters, giveDefaults } from './spare-parameters.mjs';
import {
  arrowOf,
  become,
  callOf,
  declared,
  declareFirst,
  letOf,
  named,
  nodesIn,
  statementsOf,
  visit,
} from './syntax-tree.mjs';

/** @typedef {import('./syntax-tree.mjs').SyntaxNode} SyntaxNode */

/**
 * @typedef {object} Names
 * @property {readonly string[]} exported of exported functions: those of 13 letters or more stay, as they are what a stack trace shows
 * @property {readonly string[]} members of objects, to be made short
 */

/**
 * Nothing patches the built-in objects in Apps Script, no getter does anything but look up, and no number is a BigInt. What is
 * called once may become a part of its caller.
 * @type {import('terser').CompressOptions}
 */
const COMPRESSION = {
  passes: 2,
  unsafe: true,
  unsafe_arrows: true,
  unsafe_comps: true,
  unsafe_math: true,
  unsafe_proto: true,
  unsafe_undefined: true,
  pure_getters: true,
  keep_fargs: false,
};

/** The function that throws, for which a longer name would have no use: stack traces are of where an error is made. */
const THROW = 'throw$';

/**
 * @param {string} code one function that is called at once, as webpack makes it
 * @param {Names} names
 * @param {string} [content] the source map of the code
 * @returns {Promise<{ code: string, map: string }>} the map is empty without one of the code
 */
export async function shortenScript(code, names, content) {
  const written = await treeOf(code, false);
  const literals = new Set(literalsIn(written));
  const listed = names.members.filter((name) => literals.has(name));
  if (listed.length > 0)
    throw new Error(`Texts name members that were to be made short: ${listed.join(', ')}`);
  nameGlobals(written);
  makeArrows(written);
  callThrow(written);
  const compressed = await treeOf(written, COMPRESSION);
  declareAsParameters(compressed);
  const program = await treeOf(compressed, COMPRESSION);
  giveDefaults(program);
  const longNames = names.exported.filter(({ length }) => length > 12);
  nameRepeated(program, longNames);
  nameUndefined(program);
  const short = await minify(/** @type {never} */ (program), {
    ecma: 2020,
    parse: /** @type {import('terser').ParseOptions} */ ({ spidermonkey: true }),
    compress: false,
    mangle: {
      reserved: longNames,
      properties: { regex: new RegExp(`^(${names.members.join('|')})$`), builtins: true },
    },
    format: { comments: false, max_line_len: 4000 },
    ...(content !== undefined && { sourceMap: { content } }),
  });
  return { code: String(short.code), map: String(short.map ?? '') };
}

/**
 * @param {string | SyntaxNode} code as text or as a tree
 * @param {import('terser').CompressOptions | false} compress
 */
async function treeOf(code, compress) {
  const made = await minify(/** @type {never} */ (code), {
    ecma: 2020,
    parse: /** @type {import('terser').ParseOptions} */ ({ spidermonkey: typeof code !== 'string' }),
    compress,
    mangle: false,
    format: /** @type {import('terser').FormatOptions} */ ({ code: false, spidermonkey: true }),
  });
  return /** @type {SyntaxNode} */ (/** @type {{ ast?: unknown }} */ (made).ast);
}

/** All literal values: a member could be looked up by such a text. @param {SyntaxNode} node @returns {unknown[]} */
function literalsIn(node) {
  return node.type === 'Literal' ? [node.value] : nodesIn(node).flatMap(literalsIn);
}

/**
 * The outermost function gets two parameters, as names that can be short: the global object, and `undefined`, which is not given.
 * @param {SyntaxNode} node
 */
function nameGlobals(node) {
  const { callee, arguments: given } = node;
  if (callee?.type !== 'ArrowFunctionExpression') return nodesIn(node).forEach(nameGlobals);
  // terser forgets the directives of arrow functions that it gets as a tree
  callee.type = 'FunctionExpression';
  callee.params?.push(named('globalThis'), named('undefined'));
  given?.push(named('globalThis'));
}

/**
 * Makes declared functions arrow functions at the beginning of their block, where JavaScript puts declared ones anyway: the same
 * names in stack traces in half the words.
 * @param {SyntaxNode} node
 */
function makeArrows(node) {
  for (const child of nodesIn(node)) makeArrows(child);
  if (node.type !== 'BlockStatement') return;
  const statements = statementsOf(node);
  const functions = statements.filter((one) => one.type === 'FunctionDeclaration' && !hasItsOwn(one));
  if (functions.length === 0) return;
  const others = statements.filter((one) => !functions.includes(one));
  const start = others.filter(({ directive }) => directive !== undefined).length;
  const declarations = functions.map(({ id, ...arrow }) => ({
    ...arrow,
    type: 'VariableDeclarator',
    id: id ?? null,
    init: { ...arrow, type: 'ArrowFunctionExpression', expression: false },
  }));
  others.splice(start, 0, letOf(declarations));
  node.body = others;
}

/** Whether a function uses what an arrow function has none of. @param {SyntaxNode} declared @returns {boolean} */
function hasItsOwn({ generator, async, params = [], body }) {
  /** @param {SyntaxNode} node @returns {boolean} */
  const uses = (node) =>
    ['ThisExpression', 'Super', 'MetaProperty'].includes(node.type) ||
    (node.type === 'Identifier' && node.name === 'arguments') ||
    nodesIn(node).some(uses);
  return generator === true || async === true || [...params, ...statementsOf(body)].some(uses);
}

/**
 * Makes `throw` a call, which can be a part of an expression.
 * @param {SyntaxNode} program
 */
function callThrow(program) {
  visit(program, (node) => {
    const last = /Function/.test(node.type) ? statementsOf(node.body).at(-1) : undefined;
    // at the end of a function it is a result, as others are
    for (const one of [last, node]) {
      if (one?.type !== 'ThrowStatement' || !one.argument) continue;
      const expression = callOf(THROW, one.argument);
      if (one === last) become(one, { type: 'ReturnStatement', argument: expression });
      else become(one, { type: 'ExpressionStatement', expression });
    }
  });
  const thrower = { type: 'BlockStatement', body: [{ type: 'ThrowStatement', argument: named('error') }] };
  declareFirst(program, [declared(named(THROW), arrowOf([named('error')], thrower))]);
}

/** terser forgets the name of `undefined`, too. @param {SyntaxNode} program */
function nameUndefined(program) {
  visit(program, (node) => {
    if (node.operator === 'void' && node.argument?.type === 'Literal') become(node, named('undefined'));
  });
}
