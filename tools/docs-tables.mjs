/** The tables of docs/functions.md: options, values, spellings, columns, errors. */

/** @typedef {Record<string, any>} Contract everything that the modules of the contract export */

/** @typedef {ReturnType<typeof import('./custom-functions.mjs').customFunctions>} CustomFunctions */

/**
 * @param {Contract} contract
 * @param {CustomFunctions} functions
 */
export function optionTables(contract, functions) {
  const { DATASETS, OWN_OPTIONS, OPTION_ALIASES, MAX_LIMIT, resolveOption, optionDescription } = contract;
  /** @type {(name: string, shown: string, filters: object) => string} */
  const otherNames = (name, shown, filters) =>
    [name, ...Object.keys(OPTION_ALIASES).filter((alias) => resolveOption(filters, alias) === name)]
      .filter((other, index, all) => other !== shown && all.indexOf(other) === index)
      .map(code)
      .join(', ');
  const datasets = Object.entries(DATASETS).map(([dataset, { functionName, filters }]) =>
    [
      `### Options of ${functionName}`,
      table(
        ['Option', 'Also accepted', 'Value', ''],
        Object.keys(filters).map((name) => {
          const shown = spellingOf(name, functionName, functions, (spelling) =>
            resolveOption(filters, spelling),
          );
          return [
            code(shown),
            otherNames(name, shown, filters),
            kindOfValue(filters[name], MAX_LIMIT),
            optionDescription(name, dataset),
          ];
        }),
      ),
    ].join('\n\n'),
  );
  const own = table(
    ['Option', 'Also accepted', ''],
    Object.keys(OWN_OPTIONS).map((name) => [code(name), otherNames(name, name, {}), optionDescription(name)]),
  );
  return { options: datasets.join('\n\n'), ownOptions: own };
}

/**
 * Returns an option in the spelling of its function's help, or its own name if the help lacks it.
 * @param {string} name
 * @param {string} functionName
 * @param {CustomFunctions} functions
 * @param {(spelling: string) => string | undefined} resolve
 */
function spellingOf(name, functionName, functions, resolve) {
  const { options = [] } = functions.find((one) => one.name === functionName) ?? {};
  return options.find((spelling) => resolve(spelling) === name) ?? name;
}

/**
 * @param {{ kind: string, values?: string[], min?: number, field?: string }} filter
 * @param {number} maxLimit
 */
function kindOfValue({ kind, values, min, field }, maxLimit) {
  switch (kind) {
    case 'date':
      return 'a date';
    case 'amount':
      return 'an amount';
    case 'integer':
      return `a whole number, ${min} ${field ? 'or more' : `to ${maxLimit.toLocaleString('en-US')}`}`;
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
 * @param {CustomFunctions} functions
 */
export function valueLists({ DATASETS, resolveOption }, functions) {
  /** @type {Map<string, string[]>} */
  const lists = new Map();
  for (const { functionName, filters } of Object.values(DATASETS)) {
    for (const [name, { values }] of Object.entries(/** @type {Record<string, any>} */ (filters))) {
      const shown = spellingOf(name, functionName, functions, (spelling) => resolveOption(filters, spelling));
      if (values) lists.set(shown, values);
    }
  }
  return [...lists]
    .map(([name, values]) => `### Values of ${name}\n\n${values.map(code).join(' · ')}`)
    .join('\n\n');
}

/** @param {Contract} contract */
export function spellingTables({
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
  return groups
    .map(([title, spellings]) => `### ${title}\n\n${table(['You type', 'The query uses'], rows(spellings))}`)
    .join('\n\n');
}

/** @param {Contract} contract */
export function columnTables(contract) {
  const { DATASETS, TRACKED_COMPANY, MATCHED_COMPANY, COLUMN_ALIASES, columnsOf } = contract;
  const { COLUMN_DESCRIPTIONS, COMPANY_DESCRIPTIONS } = contract;
  const records = [
    ...Object.values(DATASETS).map((dataset) => ({ ...dataset, descriptions: COLUMN_DESCRIPTIONS })),
    {
      functionName: 'TRACKED_COMPANIES',
      record: TRACKED_COMPANY,
      columns: ['id', 'name', 'domain'],
      descriptions: COMPANY_DESCRIPTIONS,
    },
    {
      functionName: 'MATCH_COMPANIES',
      record: MATCHED_COMPANY,
      descriptions: COMPANY_DESCRIPTIONS,
      columns: ['id', 'name', 'domain', 'headquarters', 'confidence', 'status'],
    },
  ];
  const tables = records.map(({ functionName, record, columns, descriptions }) => {
    const all = columnsOf(record);
    const paths = all.map((/** @type {{ path: string }} */ { path }) => path);
    /** @type {(name: string) => boolean} */
    const isThere = (name) =>
      paths.some((/** @type {string} */ path) => path === name || path.startsWith(`${name}.`));
    const rows = all.map((/** @type {any} */ { path, header }) => [
      columns.includes(path) ? `**${header}**` : header,
      code(path),
      Object.keys(COLUMN_ALIASES)
        .filter((alias) => COLUMN_ALIASES[alias].find(isThere) === path)
        .map(code)
        .join(', '),
      descriptions[path],
    ]);
    return `### Columns of ${functionName}\n\n${table(['Header', 'Name', 'Short names', ''], rows)}`;
  });
  return tables.join('\n\n');
}

/**
 * @param {Contract} contract
 * @param {ReadonlySet<string>} shown the names of the messages that a cell can show
 */
export function errorTable({ ERROR_TEXTS, errors }, shown) {
  /** @type {string[]} a message with a sentence per subject has the keys `name subject` */
  const keys = Object.values(ERROR_TEXTS).flatMap(Object.keys);
  /** @param {string} name */
  const messageOf = (name) => {
    const thing = keys.find((key) => key.startsWith(`${name} `))?.slice(name.length + 1);
    if (thing === undefined) return String(errors[name]('…', '…', '…').message);
    const { message } = name === 'badCell' ? errors[name]('…', thing) : errors[name](thing);
    return String(message).replace(thing, '…');
  };
  const rows = Object.keys(errors)
    .filter((name) => shown.has(name))
    .map(messageOf)
    .map((message) => /^(#\w+): ([^;]+); (.+)$/.exec(message) ?? ['', message, '', ''])
    .map(([, label, cause, cure]) => [label ?? '', cause ?? '', cure ?? ''])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0));
  return table(
    ['Code', 'Cause', 'Remedy'],
    rows.map(([label = '', cause = '', cure = '']) => [code(label), cause, cure]),
  );
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function table(head, rows) {
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @param {string} text */
function code(text) {
  return `\`${text}\``;
}
