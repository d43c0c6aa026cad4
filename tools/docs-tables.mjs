/** The tables of docs/functions.md: options, values, spellings, columns, errors. */

/** @typedef {Record<string, any>} Contract everything that the modules of the contract export */

/** @param {Contract} contract */
export function optionsSection({ DATASETS, OWN_OPTIONS, OPTION_ALIASES, resolveOption }) {
  /** @type {(name: string, filters: object) => string} */
  const shortNames = (name, filters) =>
    Object.keys(OPTION_ALIASES)
      .filter((alias) => resolveOption(filters, alias) === name)
      .map(code)
      .join(', ');
  const datasets = Object.values(DATASETS).map(({ functionName, filters }) =>
    [
      `### Options of ${functionName}`,
      table(
        ['Option', 'Short names', 'Takes', ''],
        Object.keys(filters).map((name) => [
          code(name),
          shortNames(name, filters),
          takes(filters[name]),
          filters[name].description,
        ]),
      ),
    ].join('\n\n'),
  );
  const own = table(
    ['Option', 'Short names', ''],
    Object.keys(OWN_OPTIONS).map((name) => [code(name), shortNames(name, {}), OWN_OPTIONS[name].description]),
  );
  return [
    '## Options',
    'The names are those of the service; case, blanks and short names are up to you.',
    ...datasets,
    '### Options of EXPANSIONS, HIRINGS and EXEC_CHANGES alike',
    own,
    '`TRACKED_COMPANIES` takes `columns`, `headers`, `sort` and `refresh`.',
  ].join('\n\n');
}

/** @param {{ kind: string, values?: string[], min?: number, wire?: string }} filter */
function takes({ kind, values, min }) {
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

/** @param {Contract} contract */
export function valuesSection({ DATASETS, DEFAULT_LIMIT, FIRST_DAY }) {
  /** @type {Map<string, string[]>} */
  const lists = new Map();
  for (const { filters } of Object.values(DATASETS)) {
    for (const [name, { values }] of Object.entries(/** @type {Record<string, any>} */ (filters))) {
      if (values) lists.set(name, values);
    }
  }
  const allowed = [...lists].map(
    ([name, values]) => `### Values of ${name}\n\n${values.map(code).join(' · ')}`,
  );
  return [
    '## Values',
    `**Lists** are ranges, array literals, or texts with \`|\` between the values. A comma divides only where no value
can hold one: \`"HQ, Store"\` is two types, \`"accounting, audit & tax"\` is one industry, and
\`"Detroit, Michigan"\` is one place.`,
    `**Dates** are date cells, \`2026-01-31\`, or words that move with the calendar: \`today\`, \`yesterday\`, \`-30d\`,
\`-6w\`, \`-3m\`, \`-1q\`, \`-1y\`, \`30 days ago\`, and \`this\`, \`last\` or \`next\` with \`week\`, \`month\`,
\`quarter\` or \`year\`. Weeks begin on Monday. As a first day a span stands for its first day, as a last day for its
last, and \`date\` takes the whole span. Days are those of the spreadsheet's time zone. (\`TODAY()\` cannot be used in
custom functions.) The data of EXPANSIONS begin at ${FIRST_DAY}.`,
    `**Amounts** are \`>=1000000\`, \`>1M\`, \`<500k\`, \`!=0\`, \`100+\`, or a range: \`10M..50M\`, \`10-50\`,
\`(10,50)\`, \`10..\`, \`..50\`. \`k\`, \`M\` and \`B\` stand for thousand, million and billion. \`investment\` needs a
\`currency\`, or \`"currency", "any"\`.`,
    `**limit** is the most records that come, and cost; ${DEFAULT_LIMIT} unless told otherwise. More than 100 companies
go to the service in several requests, which share the limit. A table that was cut says so in its first header.`,
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
    'The service knows countries by their full names, and titles by their short forms. These are understood too:',
    ...groups.map(
      ([title, spellings]) => `### ${title}\n\n${table(['Typed', 'Asked for'], rows(spellings))}`,
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
    `\`"columns", "date|company|jobs"\` chooses columns by header, name or short name, in that order; \`"all"\` means all
of them. Those in **bold** come unless others are chosen. \`location\` joins city, state and country in one column.
\`"sort", "-investment|company"\` sorts by any columns, with \`-\` from high to low.`,
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
    'A cell that cannot be answered shows `#ERROR!`; its note tells what happened and what helps.',
    table(
      ['Code', 'What happened', 'What helps'],
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
