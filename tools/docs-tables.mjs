/** The tables of docs/functions.md: options, values, spellings, columns, errors. */

/** @typedef {Record<string, any>} Contract everything that the modules of the contract export */

/** @typedef {ReadonlyMap<string, string[]>} Spellings the options of each function, as its help spells them */

/**
 * @param {Contract} contract
 * @param {Spellings} spellings
 */
export function optionsSection({ DATASETS, OWN_OPTIONS, OPTION_ALIASES, resolveOption }, spellings) {
  /** @type {(name: string, shown: string, filters: object) => string} */
  const otherNames = (name, shown, filters) =>
    [name, ...Object.keys(OPTION_ALIASES).filter((alias) => resolveOption(filters, alias) === name)]
      .filter((other, index, all) => other !== shown && all.indexOf(other) === index)
      .map(code)
      .join(', ');
  const datasets = Object.values(DATASETS).map(({ functionName, filters }) =>
    [
      `### Options of ${functionName}`,
      table(
        ['Option', 'Also accepted', 'Value', ''],
        Object.keys(filters).map((name) => {
          const shown = spellingOf(name, spellings.get(functionName), (spelling) =>
            resolveOption(filters, spelling),
          );
          return [
            code(shown),
            otherNames(name, shown, filters),
            kindOfValue(filters[name]),
            filters[name].description,
          ];
        }),
      ),
    ].join('\n\n'),
  );
  const own = table(
    ['Option', 'Also accepted', ''],
    Object.keys(OWN_OPTIONS).map((name) => [
      code(name),
      otherNames(name, name, {}),
      OWN_OPTIONS[name].description,
    ]),
  );
  return [
    '## Options',
    'Case and spaces in names do not matter. "Also accepted" lists the names of the service and other spellings.',
    ...datasets,
    '### Options of EXPANSIONS, HIRINGS and EXEC_CHANGES',
    own,
    '`TRACKED_COMPANIES` has the options `columns`, `headers`, `sort` and `refresh`.',
  ].join('\n\n');
}

/**
 * An option as the help of its function spells it, else by its own name.
 * @param {string} name
 * @param {string[] | undefined} spellings
 * @param {(spelling: string) => string | undefined} resolve
 */
function spellingOf(name, spellings, resolve) {
  return spellings?.find((spelling) => resolve(spelling) === name) ?? name;
}

/** @param {{ kind: string, values?: string[], min?: number, wire?: string }} filter */
function kindOfValue({ kind, values, min }) {
  switch (kind) {
    case 'date':
      return 'a date';
    case 'amount':
      return 'an amount';
    case 'integer':
      return `a whole number, ${min} or more`;
    case 'choice':
      return `one [value](#values)`;
    case 'list':
      return values ? 'a list of [values](#values)' : 'a list';
    default:
      return 'a text';
  }
}

/**
 * @param {Contract} contract
 * @param {Spellings} spellings
 */
export function valuesSection({ DATASETS, DEFAULT_LIMIT, FIRST_DAY, resolveOption }, spellings) {
  /** @type {Map<string, string[]>} */
  const lists = new Map();
  for (const { functionName, filters } of Object.values(DATASETS)) {
    for (const [name, { values }] of Object.entries(/** @type {Record<string, any>} */ (filters))) {
      const shown = spellingOf(name, spellings.get(functionName), (spelling) =>
        resolveOption(filters, spelling),
      );
      if (values) lists.set(shown, values);
    }
  }
  const allowed = [...lists].map(
    ([name, values]) => `### Values of ${name}\n\n${values.map(code).join(' · ')}`,
  );
  return [
    '## Values',
    `**Lists** are ranges, array literals, or texts with \`|\` between the values. A comma separates values only where no
value can contain one: \`"HQ, Store"\` is two types, \`"accounting, audit & tax"\` is one industry, and
\`"Detroit, Michigan"\` is one place.`,
    `**Dates** are date cells, \`2026-01-31\`, or words relative to today: \`today\`, \`yesterday\`, \`-30d\`,
\`-6w\`, \`-3m\`, \`-1q\`, \`-1y\`, \`30 days ago\`, and \`this\`, \`last\` or \`next\` with \`week\`, \`month\`,
\`quarter\` or \`year\`. Weeks begin on Monday. In \`from\` and \`since\`, a period means its first day; in \`to\`, its last day; in
\`date\`, the whole period. Days are in the spreadsheet's time zone. (Custom functions cannot use \`TODAY()\`.) The data
of EXPANSIONS begins on ${FIRST_DAY}.`,
    `**Amounts** are \`>=1000000\`, \`>1M\`, \`<500k\`, \`!=0\`, \`100+\`, or a range: \`10M..50M\`, \`10-50\`,
\`(10,50)\`, \`10..\`, \`..50\`. \`k\`, \`M\` and \`B\` mean thousand, million and billion. \`investment\` needs a
\`currency\`, or \`"currency", "any"\`.`,
    `**limit** is the maximum number of records that a query returns and costs: ${DEFAULT_LIMIT} by default. More than 100
companies need several requests, which share the limit. The first header shows when the limit cut the table.`,
    ...allowed,
  ].join('\n\n');
}

/** @param {Contract} contract */
export function spellingsSection({
  COUNTRY_SPELLINGS,
  TITLE_SPELLINGS,
  REASON_SPELLINGS,
  DATE_TYPE_SPELLINGS,
}) {
  /** @type {(spellings: Record<string, string>) => string[][]} */
  const rows = (spellings) => {
    const meanings = [...new Set(Object.values(spellings))];
    return meanings.map((meaning) => [
      Object.keys(spellings)
        .filter((spelling) => spellings[spelling] === meaning)
        .map(code)
        .join(', '),
      meaning,
    ]);
  };
  const groups = [
    ['Countries', COUNTRY_SPELLINGS],
    ['Titles', TITLE_SPELLINGS],
    ['Reasons', REASON_SPELLINGS],
    ['Kinds of dates', DATE_TYPE_SPELLINGS],
  ];
  return [
    '## Spellings',
    'The service uses full names of countries and short forms of titles. These spellings are accepted, too:',
    ...groups.map(
      ([title, spellings]) => `### ${title}\n\n${table(['You type', 'The query uses'], rows(spellings))}`,
    ),
  ].join('\n\n');
}

/** @param {Contract} contract */
export function columnsSection({ DATASETS, TRACKED_COMPANY, COLUMN_ALIASES, columnsOf }) {
  const records = [
    ...Object.values(DATASETS).map(({ functionName, record, columns }) => ({
      functionName,
      record,
      columns,
    })),
    { functionName: 'TRACKED_COMPANIES', record: TRACKED_COMPANY, columns: ['id', 'name', 'domain'] },
  ];
  const tables = records.map(({ functionName, record, columns }) => {
    const all = columnsOf(record);
    const paths = all.map((/** @type {{ path: string }} */ { path }) => path);
    /** @type {(name: string) => boolean} */
    const isThere = (name) =>
      paths.some((/** @type {string} */ path) => path === name || path.startsWith(`${name}.`));
    const rows = all.map((/** @type {any} */ { path, header, description }) => [
      columns.includes(path) ? `**${header}**` : header,
      code(path),
      Object.keys(COLUMN_ALIASES)
        .filter((alias) => COLUMN_ALIASES[alias].find(isThere) === path)
        .map(code)
        .join(', '),
      description,
    ]);
    return `### Columns of ${functionName}\n\n${table(['Header', 'Name', 'Short names', ''], rows)}`;
  });
  return [
    '## Columns',
    `\`"columns", "date|company|jobs"\` shows these columns in this order, by header, name or short name; \`"all"\` shows
all columns. The columns in **bold** are the default. \`location\` joins city, state and country in one column.
\`"sort", "-investment|company"\` sorts by any columns; \`-\` sorts from high to low.`,
    ...tables,
  ].join('\n\n');
}

/**
 * @param {Contract} contract
 * @param {ReadonlySet<string>} shown the names of the messages that a cell can show
 */
export function errorsSection({ errors }, shown) {
  const rows = Object.keys(errors)
    .filter((name) => shown.has(name))
    .map((name) => String(errors[name]('…', '…', '…', ['…']).message))
    .map((message) => /^(#\w+): ([^;]+); (.+)$/.exec(message) ?? ['', message, '', ''])
    .map(([, label, cause, cure]) => [label ?? '', cause ?? '', cure ?? ''])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0));
  return [
    '## Errors',
    'A formula that fails shows `#ERROR!`. The note of the cell has the code, the cause and the remedy.',
    table(
      ['Code', 'Cause', 'Remedy'],
      rows.map(([label = '', cause = '', cure = '']) => [code(label), cause, cure]),
    ),
  ].join('\n\n');
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(head, rows) {
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @param {string} text */
function code(text) {
  return `\`${text}\``;
}
