/** Reads and makes parts of syntax trees as ESTree describes them: what the steps that shorten the script have in common. */

/**
 * Of the fields, only those that the steps use; which ones a node has depends on its type.
 * @typedef {object} SyntaxNode
 * @property {string} type
 * @property {string} [name]
 * @property {unknown} [value]
 * @property {string} [operator]
 * @property {string} [kind]
 * @property {string} [directive]
 * @property {boolean} [computed]
 * @property {boolean} [optional]
 * @property {boolean} [generator]
 * @property {boolean} [async]
 * @property {boolean | SyntaxNode} [expression]
 * @property {SyntaxNode | SyntaxNode[]} [body]
 * @property {(SyntaxNode | null)[]} [elements]
 * @property {SyntaxNode[]} [properties]
 * @property {SyntaxNode[]} [expressions]
 * @property {SyntaxNode[]} [declarations]
 * @property {SyntaxNode[]} [params]
 * @property {SyntaxNode[]} [arguments]
 * @property {SyntaxNode} [param]
 * @property {SyntaxNode | null} [id]
 * @property {SyntaxNode | null} [init]
 * @property {SyntaxNode | null} [argument]
 * @property {SyntaxNode} [callee]
 * @property {SyntaxNode} [object]
 * @property {SyntaxNode} [property]
 * @property {SyntaxNode} [key]
 * @property {SyntaxNode} [left]
 * @property {SyntaxNode} [right]
 * @property {SyntaxNode} [consequent]
 * @property {SyntaxNode | null} [alternate]
 */

/** How often a name is declared, and how it is used; a declaration counts as another use, too. @typedef {{ declared: number, calls: number[], other: number }} Uses */

/** The nodes right below a node. @param {SyntaxNode} node @returns {SyntaxNode[]} */
export function nodesIn(node) {
  return Object.values(node)
    .flat()
    .filter(
      /** @returns {value is SyntaxNode} */ (value) =>
        typeof value === 'object' && value !== null && 'type' in value,
    );
}

/**
 * Visits a node and all below it, the upper ones first.
 * @param {SyntaxNode} node
 * @param {(node: SyntaxNode, parent: SyntaxNode | undefined) => void} see
 * @param {SyntaxNode} [parent]
 */
export function visit(node, see, parent) {
  see(node, parent);
  for (const child of nodesIn(node)) visit(child, see, node);
}

/** Turns a node into another one, where it stands. @param {SyntaxNode} node @param {SyntaxNode} other */
export function become(node, other) {
  const copy = { ...other };
  for (const key of Object.keys(node))
    delete (/** @type {Record<string, unknown>} */ (/** @type {unknown} */ (node))[key]);
  Object.assign(node, copy);
}

/** @param {string} name @returns {SyntaxNode} */
export const named = (name) => ({ type: 'Identifier', name });

/** @param {string} name of a function @param {SyntaxNode} argument @returns {SyntaxNode} */
export const callOf = (name, argument) => ({
  type: 'CallExpression',
  callee: named(name),
  arguments: [argument],
  optional: false,
});

/** @param {SyntaxNode} id @param {SyntaxNode} init @returns {SyntaxNode} */
export const declared = (id, init) => ({ type: 'VariableDeclarator', id, init });

/** @param {SyntaxNode[]} declarations @returns {SyntaxNode} */
export const letOf = (declarations) => ({ type: 'VariableDeclaration', kind: 'let', declarations });

/** @param {SyntaxNode[]} params @param {SyntaxNode} body @returns {SyntaxNode} */
export const arrowOf = (params, body) => ({
  type: 'ArrowFunctionExpression',
  params,
  body,
  expression: body.type !== 'BlockStatement',
});

/** The statements of a block, which may be changed. @param {SyntaxNode | SyntaxNode[] | undefined} block @returns {SyntaxNode[]} */
export function statementsOf(block) {
  if (block === undefined || Array.isArray(block)) return block ?? [];
  return block.type === 'BlockStatement' ? statementsOf(block.body) : [block];
}

/** The function that contains the script. @param {SyntaxNode} program @returns {SyntaxNode} */
export function wholeFunction(program) {
  /** @type {SyntaxNode | undefined} */
  let found;
  visit(program, ({ callee }) => {
    if (/Function/.test(callee?.type ?? '')) found ??= callee;
  });
  if (!found) throw new Error('The script is no function that is called at once');
  return found;
}

/** Puts declarations in front of the script, where all of it can use them. @param {SyntaxNode} program @param {SyntaxNode[]} declarations */
export function declareFirst(program, declarations) {
  const statements = statementsOf(wholeFunction(program).body);
  const start = statements.filter(({ directive }) => directive !== undefined).length;
  if (declarations.length > 0) statements.splice(start, 0, letOf(declarations));
}

/** The names that a pattern declares or assigns. @param {SyntaxNode | null | undefined} pattern @returns {string[]} */
export function namesOf(pattern) {
  if (!pattern) return [];
  const { type, name, properties = [], elements = [], left, argument, value } = pattern;
  if (type === 'Identifier') return [String(name)];
  if (type === 'Property') return namesOf(/** @type {SyntaxNode} */ (value));
  return [...properties, ...elements, left, argument].flatMap(namesOf);
}

/** Whether a name is that of a member, and nothing else. @param {SyntaxNode} node @param {SyntaxNode | undefined} parent */
export const isMemberName = (node, parent) =>
  (parent?.property === node || (parent?.key === node && parent.value !== node)) && parent.computed !== true;

/** Who uses each name, wherever it is declared: two variables of the same name count as one. @param {SyntaxNode} program */
export function usesOf(program) {
  /** @type {Map<string, Uses>} */
  const uses = new Map();
  const of = (/** @type {string} */ name) => {
    const known = uses.get(name) ?? { declared: 0, calls: [], other: 0 };
    uses.set(name, known);
    return known;
  };
  visit(program, (node, parent) => {
    const { type, id, param, params = [] } = node;
    for (const name of [id, param, ...params].flatMap(namesOf)) of(name).declared++;
    if (type !== 'Identifier' || isMemberName(node, parent)) return;
    const given = parent?.type === 'CallExpression' && parent.callee === node ? parent.arguments : undefined;
    if (given?.every((one) => one.type !== 'SpreadElement')) of(String(node.name)).calls.push(given.length);
    else of(String(node.name)).other++;
  });
  return uses;
}
