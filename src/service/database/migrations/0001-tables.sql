-- The tables. This file runs only on a database without tables; later changes are migrations of their own.

create table setting (name text primary key, value text not null);

create table place (
  id bigint primary key, city text collate "C", state text collate "C", country text collate "C",
  search_country text collate "C", location text not null, search_location text collate "C" not null);
create index place_country on place (search_country);

create table company (
  id text collate "C" primary key, place_id bigint,
  name text collate "C", search_name text collate "C", domain text collate "C", search_domain text collate "C",
  industries json, industry_segments json, ticker json, stock_exchange json, type text collate "C");
create index company_place on company (place_id);
create index company_domain on company (search_domain);
create index company_name on company (search_name);

create table company_tag (
  company_id text collate "C" not null, field text not null, value text collate "C" not null);
create index company_tag_value on company_tag (field, value, company_id);
create index company_tag_company on company_tag (company_id);

-- Current and former names of companies, in the form in which texts are compared with names.
create table company_alias (
  company_id text collate "C" not null, name text collate "C" not null, is_former boolean not null,
  core text collate "C" not null, core_reversed text collate "C" not null,
  primary key (company_id, name));
-- They include what a search for neighbours returns, so that it reads only the index where rows are vacuumed.
create index company_alias_core on company_alias (core) include (company_id);
create index company_alias_core_reversed on company_alias (core_reversed) include (company_id, core);

create table business_expansion (
  id text collate "C" primary key, company_id text collate "C" not null, place_id bigint, digest text,
  announced_date date, expansion_type text collate "C", investment double precision, currency text collate "C",
  jobs double precision, last_modified date, title text collate "C", url text collate "C");
create index business_expansion_announced_date on business_expansion (announced_date desc, id desc);
create index business_expansion_last_modified on business_expansion (last_modified desc, id desc);
create index business_expansion_company_id on business_expansion (company_id, announced_date desc);
create index business_expansion_place_id on business_expansion (place_id, announced_date desc);
create index business_expansion_expansion_type on business_expansion (expansion_type, announced_date desc);

create table major_hiring (
  id text collate "C" primary key, company_id text collate "C" not null, place_id bigint, digest text,
  announced_date date, number_of_jobs double precision, url text collate "C", title text collate "C",
  last_modified date);
create index major_hiring_last_modified on major_hiring (last_modified desc, id desc);
create index major_hiring_company_id on major_hiring (company_id, last_modified desc);

create table executive_change (
  id text collate "C" primary key, company_id text collate "C" not null, place_id bigint, digest text,
  announced_date date, executive_name text collate "C", executive_title text collate "C",
  executive_title_category json, reason text collate "C", executive_previous_company_id text collate "C",
  executive_previous_company_name text collate "C", executive_previous_company_domain text collate "C",
  executive_previous_company_score double precision, effective_date date, url text collate "C",
  title text collate "C", last_modified date);
create index executive_change_last_modified on executive_change (last_modified desc, id desc);
create index executive_change_company_id on executive_change (company_id, last_modified desc);
create index executive_change_reason on executive_change (reason, last_modified desc);

create table executive_change_tag (
  record_id text collate "C" not null, company_id text collate "C" not null, field text not null,
  value text collate "C" not null);
create index executive_change_tag_value on executive_change_tag (field, value, record_id);
create index executive_change_tag_record on executive_change_tag (record_id);

-- key_id: the key that has created the group; null for the operator.
create table company_group (
  id bigint generated always as identity primary key, name text collate "C" not null unique, key_id bigint);
create index company_group_key on company_group (key_id);

create table company_group_member (
  group_id bigint not null, company_id text collate "C" not null, primary key (group_id, company_id));
create index company_group_member_company on company_group_member (company_id);

create table news (
  id text collate "C" primary key, publisher text collate "C", title text collate "C", url text collate "C",
  "desc" text collate "C", publish_date date, companies json, triggers json);
create index news_publish_date on news (publish_date desc, id desc);

create table news_company (
  news_id text collate "C" not null, company_id text collate "C" not null, primary key (news_id, company_id));
create index news_company_company on news_company (company_id);

-- callback: only scheme, host and port, because the path may be a secret of its receiver.
create table push_delivery (
  id bigint generated always as identity primary key, at timestamptz not null default now(), key_id bigint,
  group_name text not null, callback text not null, days int not null, news int not null, status int,
  error text, duration_ms int not null, attempts int not null default 1);
create index push_delivery_at on push_delivery (at);

