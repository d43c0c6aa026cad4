/** Makes the text of the built script short, with the names that stack traces need and the positions for a source map. */
import { minify } from 'terser';

/** @typedef {{ type: string, [key: string]: unknown }} SyntaxNode as ESTree describes them */

/**
 * @typedef {object} Names
 * @property {readonly string[]} exported of exported functions: those of 13 letters or more stay, as they are what a stack trace shows
 * @property {readonly string[]} members of objects, to be made short
 */

/**
 * What is called once may become a part of its caller.
 * @param {Names} names
 * @returns {import('terser').MinifyOptions}
 */
const shortening = ({ exported, members }) => {
  return {
    ecma: 2020,
    mangle: {
      reserved: exported.filter(({ length }) => length > 12),
      properties: { regex: new RegExp(`^(${members.join('|')})$`), builtins: true },
    },
    // nothing patches the built-in objects in Apps Script, no getter does anything but look up, and no number is a BigInt
    compress: {
      passes: 4,
      unsafe: true,
      unsafe_arrows: true,
      unsafe_comps: true,
      unsafe_math: true,
      unsafe_proto: true,
      unsafe_undefined: true,
      pure_getters: true,
      keep_fargs: false,
    },
    format: { comments: false, max_line_len: 4000 },
  };
};

/**
 * @param {string} code one function that is called at once, as webpack makes it
 * @param {Names} names
 * @param {string} [content] the source map of the code
 * @returns {Promise<{ code: string, map: string }>} the map is empty without one of the code
 */
export async function shortenScript(code, names, content) {
  const parsed = await minify(code, {
    compress: false,
    mangle: false,
    format: /** @type {import('terser').FormatOptions} */ ({ code: false, spidermonkey: true }),
  });
  const program = /** @type {SyntaxNode} */ (/** @type {{ ast?: unknown }} */ (parsed).ast);
  const literals = new Set(literalsIn(program));
  const named = names.members.filter((name) => literals.has(name));
  if (named.length > 0) throw new Error(`Texts name members that were to be made short: ${named.join(', ')}`);
  nameGlobals(program);
  makeArrows(program);
  const short = await minify(/** @type {never} */ (program), {
    ...shortening(names),
    parse: /** @type {import('terser').ParseOptions} */ ({ spidermonkey: true }),
    ...(content !== undefined && { sourceMap: { content } }),
  });
  return { code: String(short.code), map: String(short.map ?? '') };
}

/** All literal values: a member could be looked up by such a text. @param {SyntaxNode} node @returns {unknown[]} */
function literalsIn(node) {
  return node.type === 'Literal' ? [node['value']] : nodesIn(node).flatMap(literalsIn);
}

/**
 * The outermost function gets two parameters, as names that can be short: the global object, and `undefined`, which is not given.
 * @param {SyntaxNode} node
 */
function nameGlobals(node) {
  const { callee, arguments: given } = /** @type {{ callee?: SyntaxNode, arguments?: SyntaxNode[] }} */ (
    node
  );
  if (callee?.type !== 'ArrowFunctionExpression') return nodesIn(node).forEach(nameGlobals);
  // terser forgets the directives of arrow functions that it gets as a tree
  callee.type = 'FunctionExpression';
  const [globals, nothing] = ['globalThis', 'undefined'].map((name) => ({ type: 'Identifier', name }));
  /** @type {unknown[]} */ (callee['params']).push(globals, nothing);
  given?.push({ type: 'Identifier', name: 'globalThis' });
}

/**
 * Makes declared functions arrow functions at the beginning of their block, where JavaScript puts declared ones anyway: the same
 * names in stack traces in half the words.
 * @param {SyntaxNode} node
 */
function makeArrows(node) {
  for (const child of nodesIn(node)) makeArrows(child);
  if (node.type !== 'BlockStatement') return;
  const statements = /** @type {SyntaxNode[]} */ (node['body']);
  const declared = statements.filter((one) => one.type === 'FunctionDeclaration' && !hasItsOwn(one));
  if (declared.length === 0) return;
  const others = statements.filter((one) => !declared.includes(one));
  const start = others.filter(({ directive }) => directive !== undefined).length;
  const declarations = declared.map(({ id, ...arrow }) => ({
    ...arrow,
    type: 'VariableDeclarator',
    id,
    init: { ...arrow, type: 'ArrowFunctionExpression', expression: false },
  }));
  others.splice(start, 0, { type: 'VariableDeclaration', kind: 'let', declarations });
  node['body'] = others;
}

/** Whether a function uses what an arrow function has none of. @param {SyntaxNode} declared @returns {boolean} */
function hasItsOwn({ generator, async, params, body }) {
  /** @param {SyntaxNode} node @returns {boolean} */
  const uses = (node) =>
    ['ThisExpression', 'Super', 'MetaProperty'].includes(node.type) ||
    (node.type === 'Identifier' && node['name'] === 'arguments') ||
    nodesIn(node).some(uses);
  return generator === true || async === true || nodesIn({ type: '', params, body }).some(uses);
}

/** The nodes right below a node. @param {SyntaxNode} node @returns {SyntaxNode[]} */
function nodesIn(node) {
  return Object.values(node)
    .flat()
    .filter(
      /** @returns {value is SyntaxNode} */ (value) =>
        typeof value === 'object' && value !== null && 'type' in value,
    );
}
