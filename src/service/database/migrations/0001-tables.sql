-- The tables of version 1.0. Each statement also runs on a database of an earlier version, and adds what came later.

create table if not exists setting (name text primary key, value text not null);

create table if not exists place (
  id bigint primary key, city text, state text, country text,
  location text not null, search_location text collate "C" not null);

alter table place add column if not exists "country" text collate "C",
  add column if not exists "search_country" text collate "C",
  add column if not exists "state" text collate "C",
  add column if not exists "city" text collate "C";

create index if not exists place_country on place (search_country);

create table if not exists company (
  id text collate "C" primary key, place_id bigint);

alter table company add column if not exists "name" text collate "C",
  add column if not exists "search_name" text collate "C",
  add column if not exists "domain" text collate "C",
  add column if not exists "search_domain" text collate "C",
  add column if not exists "industries" json,
  add column if not exists "industry_segments" json,
  add column if not exists "ticker" json,
  add column if not exists "stock_exchange" json,
  add column if not exists "type" text collate "C";

create index if not exists company_place on company (place_id);

create index if not exists company_domain on company (search_domain);

create index if not exists company_name on company (search_name);

create table if not exists company_tag (
  company_id text collate "C" not null, field text not null, value text collate "C" not null);

create index if not exists company_tag_value on company_tag (field, value, company_id);

create index if not exists company_tag_company on company_tag (company_id);

create table if not exists business_expansion (
  id text collate "C" primary key, company_id text collate "C" not null, place_id bigint, digest text);

alter table business_expansion add column if not exists digest text;

alter table business_expansion add column if not exists "announced_date" date,
  add column if not exists "expansion_type" text collate "C",
  add column if not exists "investment" double precision,
  add column if not exists "currency" text collate "C",
  add column if not exists "jobs" double precision,
  add column if not exists "last_modified" date,
  add column if not exists "title" text collate "C",
  add column if not exists "url" text collate "C";

create index if not exists business_expansion_announced_date on business_expansion (announced_date desc, id desc);

create index if not exists business_expansion_last_modified on business_expansion (last_modified desc, id desc);

create index if not exists business_expansion_company_id on business_expansion (company_id, announced_date desc);

create index if not exists business_expansion_place_id on business_expansion (place_id, announced_date desc);

create index if not exists business_expansion_expansion_type on business_expansion (expansion_type, announced_date desc);

create table if not exists major_hiring (
  id text collate "C" primary key, company_id text collate "C" not null, place_id bigint, digest text);

alter table major_hiring add column if not exists digest text;

alter table major_hiring add column if not exists "announced_date" date,
  add column if not exists "number_of_jobs" double precision,
  add column if not exists "url" text collate "C",
  add column if not exists "title" text collate "C",
  add column if not exists "last_modified" date;

create index if not exists major_hiring_last_modified on major_hiring (last_modified desc, id desc);

create index if not exists major_hiring_company_id on major_hiring (company_id, last_modified desc);

create table if not exists executive_change (
  id text collate "C" primary key, company_id text collate "C" not null, place_id bigint, digest text);

alter table executive_change add column if not exists digest text;

alter table executive_change add column if not exists "announced_date" date,
  add column if not exists "executive_name" text collate "C",
  add column if not exists "executive_title" text collate "C",
  add column if not exists "executive_title_category" json,
  add column if not exists "reason" text collate "C",
  add column if not exists "executive_previous_company_id" text collate "C",
  add column if not exists "executive_previous_company_name" text collate "C",
  add column if not exists "executive_previous_company_domain" text collate "C",
  add column if not exists "executive_previous_company_score" double precision,
  add column if not exists "effective_date" date,
  add column if not exists "url" text collate "C",
  add column if not exists "title" text collate "C",
  add column if not exists "last_modified" date;

create index if not exists executive_change_last_modified on executive_change (last_modified desc, id desc);

create index if not exists executive_change_company_id on executive_change (company_id, last_modified desc);

create index if not exists executive_change_reason on executive_change (reason, last_modified desc);

create table if not exists executive_change_tag (
  record_id text collate "C" not null, company_id text collate "C" not null, field text not null,
  value text collate "C" not null);

create index if not exists executive_change_tag_value on executive_change_tag (field, value, record_id);

create index if not exists executive_change_tag_record on executive_change_tag (record_id);

create table if not exists company_group (
  id bigint generated always as identity primary key, name text collate "C" not null unique);

create table if not exists company_group_member (
  group_id bigint not null, company_id text collate "C" not null, primary key (group_id, company_id));

create index if not exists company_group_member_company on company_group_member (company_id);

create table if not exists news (id text collate "C" primary key);

alter table news add column if not exists "publisher" text collate "C",
  add column if not exists "title" text collate "C",
  add column if not exists "url" text collate "C",
  add column if not exists "desc" text collate "C",
  add column if not exists "publish_date" date,
  add column if not exists "companies" json,
  add column if not exists "triggers" json;

create index if not exists news_publish_date on news (publish_date desc, id desc);

create table if not exists news_company (
  news_id text collate "C" not null, company_id text collate "C" not null, primary key (news_id, company_id));

create index if not exists news_company_company on news_company (company_id);

create table if not exists push_delivery (
  id bigint generated always as identity primary key, at timestamptz not null default now(), key_id bigint,
  group_name text not null, callback text not null, days int not null, news int not null, status int,
  error text, duration_ms int not null);

alter table push_delivery add column if not exists attempts int not null default 1;

create index if not exists push_delivery_at on push_delivery (at);

create table if not exists api_key (
  id bigint generated always as identity primary key, digest text collate "C" not null unique,
  prefix text not null, name text not null, credits bigint not null check (credits >= 0),
  created timestamptz not null default now(), revoked timestamptz);

alter table api_key add column if not exists billing text not null default 'per-answer'
  check (billing in ('per-answer', 'per-version')),
  add column if not exists daily_cap bigint,
  add column if not exists spent_day date,
  add column if not exists spent bigint not null default 0;

alter table api_key
  add column if not exists stored_bytes bigint not null default 1000000000000000
  constraint api_key_room check (stored_bytes >= 0),
  alter column stored_bytes set default 0;

create table if not exists ledger (
  id bigint generated always as identity primary key, key_id bigint not null, delta bigint not null,
  reason text not null, at timestamptz not null default now(),
  state text not null default 'settled' check (state in ('held', 'settled', 'refunded')));

alter table ledger add column if not exists state text not null default 'settled';

create index if not exists ledger_key_at on ledger (key_id, at);

drop index if exists ledger_key;

create index if not exists ledger_held on ledger (at) where state = 'held';

create table if not exists stored_answer (
  key_id bigint not null, idempotency_key text collate "C" not null, fingerprint text not null,
  ledger_id bigint not null, json text not null, created timestamptz not null default now(),
  primary key (key_id, idempotency_key));

alter table stored_answer add column if not exists replayed boolean not null default false;

alter table stored_answer add column if not exists delivered boolean not null default false;

alter table stored_answer add column if not exists owned int not null default 0;

create index if not exists stored_answer_ledger on stored_answer (ledger_id);

create index if not exists stored_answer_created on stored_answer (created);

create table if not exists entitlement (
  key_id bigint not null, dataset text collate "C" not null, record_id text collate "C" not null,
  last_modified date not null, ledger_id bigint not null, shared boolean not null default false,
  primary key (key_id, dataset, record_id, last_modified));

create index if not exists entitlement_ledger on entitlement (ledger_id);

create table if not exists followed_question (
  id uuid primary key default gen_random_uuid(), key_id bigint not null, fingerprint text not null,
  last bigint not null default 0, used timestamptz not null default now());

create index if not exists followed_question_key on followed_question (key_id, used);

create table if not exists followed_record (
  question uuid not null, record_id text collate "C" not null, version text collate "C", number bigint not null,
  primary key (question, record_id));

create index if not exists followed_record_number on followed_record (question, number);

update ledger set state = 'settled'
  where state = 'held' and id in (select ledger_id from stored_answer);
