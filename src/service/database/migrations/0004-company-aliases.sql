-- What companies are called and were called before, in the form in which texts are compared with names.
create table if not exists company_alias (
  company_id text collate "C" not null, name text collate "C" not null, is_former boolean not null,
  core text collate "C" not null, core_reversed text collate "C" not null,
  primary key (company_id, name));

create index if not exists company_alias_core on company_alias (core);

create index if not exists company_alias_core_reversed on company_alias (core_reversed);
