/** Which members of the add-on's objects may have short names in the built script: those that nothing outside it looks for. */

/**
 * Members with values that stay in memory. Names in properties and caches are not here, as the next version of the script reads
 * them; nor those in requests, in answers to the sidebar, of Google and of JavaScript. test/tools/internal-members.test.ts
 * knows where to look.
 */
export const IN_MEMORY = [
  // of the platform
  'allDocumentProperties caption clock compress documentCache documentLock documentProperties expand remove',
  'scriptLock scriptProperties setAll sheets spreadsheet userProperties uuid webApp',
  // parts that are handed on
  'commit connections dayOf demand findShared isHere isMine midnight trackedCompanies',
  // what is known of a question, and what is still to be asked
  'announcedOn arrival byModified characters compared cover deadline flights fromDay gaps isBelowCut isBudgetUsed',
  'isLess isRoomy isSample',
  'isFollowable isForCredits isFreshEnough isWhole isWider layout lists pool regions reserved',
  'scopes settlement shelf shelves takesChanges takesWider targets touched units unsorted unwantedOn wanted',
  // of an answer, a formula, a sheet, a run
  'area balances changedOn endpoint expression fromProxy isOwners isRead isShared onInsert stopAt unnoted whenAdded wire',
  // texts
  'changesFull failedText lostAuthorization nothingToFreeze nothingToRefresh nothingToThaw pushUnclear refreshQuestion',
].flatMap((names) => names.split(' '));

const BUILT_IN =
  'Array Date Error Function Intl JSON Map Math Number Object Reflect RegExp Set String console';
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
/** A member as such, not in `...spread`. */
const MEMBER = /(?<!\.)\.([a-z]\w{2,})/g;
/** A word, and what shows that it is a function: a call, a definition, or that it is one of the messages. */
const MENTION = /(\berrors\.)?\b([a-z]\w{2,})\b(\??\.?\(|<[^<>()\n]*>\(|\??: \([^()\n]*\)(?:: [^\n]+)? =>)?/g;

/**
 * Members that are functions wherever the sources mention their names. JSON has no functions, so none of them is ever stored or
 * sent.
 * @param {readonly string[]} sources texts of TypeScript modules
 * @param {ReadonlySet<string>} taken names that are not the add-on's own
 */
export function functionMembers(sources, taken) {
  const texts = sources.map((source) => source.replace(COMMENT, ''));
  const values = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(MENTION)].flatMap(([, ofErrors, name = '', call]) =>
        (ofErrors ?? call) ? [] : [name],
      ),
    ),
  );
  const members = texts.flatMap((text) => [...text.matchAll(MEMBER)].map(([, name = '']) => name));
  return [...new Set(members)].filter((name) => !values.has(name) && !taken.has(name));
}

/** All words of a text, but for those in comments. @param {string} text */
export function wordsIn(text) {
  return text.replace(COMMENT, '').match(/\w+/g) ?? [];
}

/** What JavaScript's own objects, their prototypes and those of their parts name. */
export function javaScriptNames() {
  const names = new Set();
  /** @param {unknown} value @param {number} depth */
  const visit = (value, depth) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
    for (const [name, { value: part }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
      names.add(name);
      if (depth > 0) visit(part, depth - 1);
    }
  };
  for (const name of BUILT_IN.split(' ')) visit(/** @type {Record<string, unknown>} */ (globalThis)[name], 2);
  return names;
}
