/**
 * The tables as SQL: a star of records around companies and places. Plain btrees, no extension, no arrays, no foreign
 * keys, so that engines that spread a table over machines run it unchanged.
 * A field that is added to the contract becomes a column at the next start.
 */
import { DATASETS } from '../../contract/datasets.js';
import type { ColumnDefinition, RecordTable } from './columns.js';
import {
  COMPANY_COLUMNS,
  NEWS_COLUMNS,
  PLACE_COLUMNS,
  RECORD_TABLES,
  searchColumn,
  sqlType,
} from './columns.js';
import { ROOM_CHECK } from './stored-answers.js';

const SEARCH_TYPE = 'text collate "C"';

/** Where it is noted that the others have run. */
export const SETTING = `create table if not exists setting (name text primary key, value text not null)`;

/** Statements that upgrade any earlier schema to the current one. Each can run again. */
export const MIGRATION: readonly string[] = [
  SETTING,
  `create table if not exists place (
    id bigint primary key, city text, state text, country text,
    location text not null, search_location text collate "C" not null)`,
  ...addColumns('place', PLACE_COLUMNS),
  `create index if not exists place_country on place (search_country)`,

  `create table if not exists company (
    id text collate "C" primary key, place_id bigint)`,
  ...addColumns('company', COMPANY_COLUMNS),
  `create index if not exists company_place on company (place_id)`,
  `create index if not exists company_domain on company (search_domain)`,
  `create index if not exists company_name on company (search_name)`,
  `create table if not exists company_tag (
    company_id text collate "C" not null, field text not null, value text collate "C" not null)`,
  `create index if not exists company_tag_value on company_tag (field, value, company_id)`,
  `create index if not exists company_tag_company on company_tag (company_id)`,

  ...Object.values(RECORD_TABLES).flatMap(recordStatements),

  `create table if not exists company_group (
    id bigint generated always as identity primary key, name text collate "C" not null unique,
    version bigint not null default 1)`,
  `alter table company_group add column if not exists version bigint not null default 1`,
  `create table if not exists company_group_member (
    group_id bigint not null, company_id text collate "C" not null, primary key (group_id, company_id))`,
  `create index if not exists company_group_member_company on company_group_member (company_id)`,

  `create table if not exists news (id text collate "C" primary key)`,
  ...addColumns('news', NEWS_COLUMNS),
  `create index if not exists news_publish_date on news (publish_date desc, id desc)`,
  `create table if not exists news_company (
    news_id text collate "C" not null, company_id text collate "C" not null, primary key (news_id, company_id))`,
  `create index if not exists news_company_company on news_company (company_id)`,

  `create table if not exists push_delivery (
    id bigint generated always as identity primary key, at timestamptz not null default now(), key_id bigint,
    group_name text not null, callback text not null, days int not null, news int not null, status int,
    error text, duration_ms int not null)`,
  // what failed before cannot be repeated: its message has no id
  `alter table push_delivery add column if not exists has_query boolean not null default false,
    add column if not exists posted_date date, add column if not exists message_id text,
    add column if not exists failed boolean not null default false,
    add column if not exists attempts int not null default 1`,
  `create index if not exists push_delivery_at on push_delivery (at)`,
  `create index if not exists push_delivery_failed on push_delivery (id) where failed`,

  `create table if not exists api_key (
    id bigint generated always as identity primary key, digest text collate "C" not null unique,
    prefix text not null, name text not null, credits bigint not null check (credits >= 0),
    created timestamptz not null default now(), revoked timestamptz)`,
  `alter table api_key add column if not exists billing text not null default 'per-answer'
      check (billing in ('per-answer', 'per-version')),
    add column if not exists daily_cap bigint, add column if not exists spent_day date,
    add column if not exists spent bigint not null default 0`,
  // at least the bytes of all stored answers of the key: they are counted when they have no room. What was stored before
  // there was this column is not known, and counts as too much
  `alter table api_key
    add column if not exists stored_bytes bigint not null default 1000000000000000
      constraint ${ROOM_CHECK} check (stored_bytes >= 0),
    alter column stored_bytes set default 0`,
  `create table if not exists ledger (
    id bigint generated always as identity primary key, key_id bigint not null, delta bigint not null,
    reason text not null, at timestamptz not null default now(),
    state text not null default 'settled' check (state in ('held', 'settled', 'refunded')))`,
  `alter table ledger add column if not exists state text not null default 'settled'`,
  `create index if not exists ledger_key_at on ledger (key_id, at)`,
  `drop index if exists ledger_key`,
  `create index if not exists ledger_held on ledger (at) where state = 'held'`,
  `create table if not exists stored_answer (
    key_id bigint not null, idempotency_key text collate "C" not null, fingerprint text not null,
    ledger_id bigint not null, json text not null, created timestamptz not null default now(),
    primary key (key_id, idempotency_key))`,
  `alter table stored_answer add column if not exists replayed boolean not null default false`,
  `alter table stored_answer add column if not exists delivered boolean not null default false`,
  `alter table stored_answer add column if not exists owned int not null default 0`,
  `create index if not exists stored_answer_ledger on stored_answer (ledger_id)`,
  `create index if not exists stored_answer_created on stored_answer (created)`,
  `create table if not exists entitlement (
    key_id bigint not null, dataset text collate "C" not null, record_id text collate "C" not null,
    last_modified date not null, ledger_id bigint not null, shared boolean not null default false,
    primary key (key_id, dataset, record_id, last_modified))`,
  `create index if not exists entitlement_ledger on entitlement (ledger_id)`,
  `create table if not exists followed_question (
    id uuid primary key default gen_random_uuid(), key_id bigint not null, fingerprint text not null,
    last bigint not null default 0, used timestamptz not null default now())`,
  `create index if not exists followed_question_key on followed_question (key_id, used)`,
  `create table if not exists followed_record (
    question uuid not null, record_id text collate "C" not null, version text collate "C", number bigint not null,
    primary key (question, record_id))`,
  `create index if not exists followed_record_number on followed_record (question, number)`,
  // the charges of stored answers were on hold in version 1.0
  `update ledger set state = 'settled'
    where state = 'held' and id in (select ledger_id from stored_answer)`,
];

/** A column whose folded text is kept beside it. */
export interface SearchedColumn {
  readonly table: string;
  /** The type of the table's ids. */
  readonly idType: 'text' | 'bigint';
  readonly column: string;
}

/** All of them. */
export const SEARCHED: readonly SearchedColumn[] = [
  ...searchedColumns('company', 'text', COMPANY_COLUMNS),
  ...searchedColumns('place', 'bigint', PLACE_COLUMNS),
  ...Object.values(RECORD_TABLES).flatMap(({ name, columns }) => searchedColumns(name, 'text', columns)),
];

/** Makes matches of texts fast where the engine has trigrams and the user may take them in; everything works without. */
export const ACCELERATION: readonly string[] = [
  `create extension if not exists pg_trgm`,
  ...[...SEARCHED, { table: 'place', column: 'location' }]
    // the country is compared as a whole and has its own index
    .filter(({ table, column }) => `${table}.${column}` !== 'place.country')
    .map(
      ({ table, column }) =>
        `create index if not exists ${table}_${column}_parts on ${table} using gin (${searchColumn(column)} gin_trgm_ops)`,
    ),
];

/** The dates by which a dataset is sorted and searched. */
function dateColumns(dataset: keyof typeof DATASETS): readonly string[] {
  return 'dateType' in DATASETS[dataset].filters ? ['announced_date', 'last_modified'] : ['last_modified'];
}

function recordStatements({ name, columns, placeKey }: RecordTable): string[] {
  const dataset = name.replaceAll('_', '-') as keyof typeof DATASETS;
  const [first, ...others] = dateColumns(dataset);
  const searched = [
    'company_id',
    ...(placeKey && placeKey in DATASETS[dataset].filters ? ['place_id'] : []),
    ...columns.filter(({ enumerated }) => enumerated).map((column) => column.name),
  ];
  return [
    `create table if not exists ${name} (
      id text collate "C" primary key, company_id text collate "C" not null, place_id bigint, digest text)`,
    `alter table ${name} add column if not exists digest text`,
    ...addColumns(name, columns),
    ...[first, ...others].map(
      (date) => `create index if not exists ${name}_${date} on ${name} (${date} desc, id desc)`,
    ),
    ...searched.map(
      (column) => `create index if not exists ${name}_${column} on ${name} (${column}, ${first} desc)`,
    ),
    ...(columns.some(({ type }) => type === 'list') ? tagStatements(name) : []),
  ];
}

function tagStatements(table: string): string[] {
  return [
    `create table if not exists ${table}_tag (
      record_id text collate "C" not null, company_id text collate "C" not null, field text not null,
      value text collate "C" not null)`,
    `create index if not exists ${table}_tag_value on ${table}_tag (field, value, record_id)`,
    `create index if not exists ${table}_tag_record on ${table}_tag (record_id)`,
  ];
}

function addColumns(table: string, columns: readonly ColumnDefinition[]): string[] {
  const added = columns
    .filter(({ name }) => name !== 'id')
    .flatMap((column) => [
      `add column if not exists "${column.name}" ${sqlType(column)}`,
      ...(column.searched ? [`add column if not exists "${searchColumn(column.name)}" ${SEARCH_TYPE}`] : []),
    ]);
  return added.length > 0 ? [`alter table ${table} ${added.join(', ')}`] : [];
}

function searchedColumns(
  table: string,
  idType: SearchedColumn['idType'],
  columns: readonly ColumnDefinition[],
): SearchedColumn[] {
  return columns.filter(({ searched }) => searched).map(({ name }) => ({ table, idType, column: name }));
}
