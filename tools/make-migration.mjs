/**
 * Writes and registers the database migration for what the contract has and the database lacks:
 *   node tools/make-migration.mjs
 * It runs all migrations on an embedded engine and reads the existing columns from there.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { loadTypeScript } from './load-typescript.mjs';

/** @typedef {import('../src/service/database/columns.js').RecordTable} RecordTable */

const FOLDER = path.resolve(import.meta.dirname, '../src/service/database/migrations');

const { DATASETS, RECORD_TABLES, TABLES, columnName, sqlType } = await loadTypeScript([
  'src/contract/datasets.ts',
  'src/service/database/columns.ts',
]);

const numbered = readdirSync(FOLDER).filter((name) => /^\d{4}-.*\.sql$/.test(name));
const engine = await PGlite.create();
for (const name of numbered.sort()) await engine.exec(readFileSync(path.join(FOLDER, name), 'utf8'));
/** @type {{ rows: { name: string }[] }} */
const { rows } = await engine.query(`select table_name || '.' || column_name as name
  from information_schema.columns where table_schema = 'public'`);
await engine.close();
const known = new Set(rows.map(({ name }) => name));

/** @type {string[]} */
const parts = [];
/** @type {RecordTable[]} */
const tables = Object.values(RECORD_TABLES);
const statements = [
  ...tables.filter(({ name }) => !known.has(`${name}.id`)).flatMap(tableStatements),
  ...TABLES.flatMap(columnStatements),
  ...tables.filter(lacksTags).flatMap(tagStatements),
];
if (statements.length === 0) console.log('The contract lacks no migration');
else register();

/** @param {Pick<RecordTable, 'name' | 'columns'>} table */
function columnStatements({ name: table, columns }) {
  const missing = columns.filter(({ name }) => !known.has(`${table}.${name}`));
  for (const { name, path } of missing.filter(({ folded }) => folded))
    parts.push(
      `create index ${table}_${columnName(path)}_parts on ${table} using gin (${name} gin_trgm_ops);\n`,
    );
  return missing.map((column) => `alter table ${table} add column "${column.name}" ${sqlType(column)};\n`);
}

/** Returns the statements for a table of records and its filters' indexes. @param {RecordTable} table */
function tableStatements({ name, columns: all, placeKey }) {
  const columns = all.filter(({ folded }) => !folded);
  const { filters, record } = DATASETS[name.replaceAll('_', '-')];
  const dates = 'dateType' in filters ? ['announced_date', 'last_modified'] : ['last_modified'];
  const indexed = [
    'company_id',
    ...(placeKey && placeKey in filters ? ['place_id'] : []),
    ...Object.keys(record)
      .filter((key) => record[key].values)
      .map((key) => columnName([key])),
  ];
  const own = ['id', 'company_id', 'place_id', 'digest', ...columns.map((column) => column.name)];
  for (const column of own) known.add(`${name}.${column}`);
  const definitions = columns
    .filter((column) => column.name !== 'id')
    .map((column) => `,\n  "${column.name}" ${sqlType(column)}`);
  return [
    `create table ${name} (\n  id text collate "C" primary key, company_id text collate "C" not null, place_id bigint, digest text${definitions.join('')});\n`,
    ...dates.map((date) => `create index ${name}_${date} on ${name} (${date} desc, id desc);\n`),
    ...indexed.map((column) => `create index ${name}_${column} on ${name} (${column}, ${dates[0]} desc);\n`),
    `select follow_records('${name}');\n`,
  ];
}

/** True for a table with lists, whose values belong into a table of their own. @param {RecordTable} table */
function lacksTags({ name, columns }) {
  return columns.some(({ type }) => type === 'list') && !known.has(`${name}_tag.record_id`);
}

/** @param {RecordTable} table */
function tagStatements({ name: table }) {
  return [
    `create table ${table}_tag (\n  record_id text collate "C" not null, company_id text collate "C" not null, field text not null,\n  value text collate "C" not null);\n`,
    `create index ${table}_tag_value on ${table}_tag (field, value, record_id);\n`,
    `create index ${table}_tag_record on ${table}_tag (record_id);\n`,
  ];
}

function register() {
  const number = String(numbered.length + 1).padStart(4, '0');
  const name = `${number}-contract`;
  writeFileSync(
    path.join(FOLDER, `${name}.sql`),
    `-- What was added to the contract.\n${statements.join('')}`,
  );
  if (parts.length > 0) {
    const indexes = path.join(FOLDER, 'indexes.sql');
    writeFileSync(indexes, readFileSync(indexes, 'utf8') + parts.join(''));
  }
  const list = path.join(FOLDER, 'migrations.ts');
  const text = readFileSync(list, 'utf8')
    .replace('\n\nexport const', `\nimport contract${number} from './${name}.sql';\n\nexport const`)
    .replace('\n};', `\n  '${name}': contract${number},\n};`);
  writeFileSync(list, text);
  console.log(`${name}.sql was written and registered`);
}
