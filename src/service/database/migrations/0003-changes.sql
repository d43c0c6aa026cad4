-- The numbered sequence of changes: each record has its last change's number. Previous versions of records,
-- companies and memberships stay for 30 days, to tell what matched at an earlier number.
create sequence change_number;

create table past_version (
  -- kind: the table of the row; ended: the number of the change that replaced this version
  kind text collate "C" not null, ended bigint not null, id text collate "C" not null,
  -- the row with its lists' searched values as "tags"; for a company also its membership as "tracked"
  was jsonb not null,
  at timestamptz not null default now(), primary key (kind, ended));
create index past_version_id on past_version (kind, id, ended);
-- a query often names companies: the others' versions need not be read
create index past_version_company on past_version (kind, (was ->> 'company_id') collate "C", ended);
create index past_version_at on past_version (at);
create index past_version_seq on past_version (((was ->> 'seq')::bigint));

-- Only one transaction at a time writes numbered rows. So changes become visible in the order of their
-- numbers, and a client that has read up to a number has missed none below it.
create function lock_changes() returns void language sql as $$
  select pg_advisory_xact_lock(7446252740);
  -- a database that was restored from a copy must not reuse the numbers that it has lost
  select setval('change_number', greatest(last_value, (extract(epoch from clock_timestamp()) * 1000000)::bigint))
    from change_number
$$;

create function begin_change() returns trigger language plpgsql as $$
begin
  perform lock_changes();
  return null;
end $$;

create function number_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.last_modified, new.digest) is distinct from (old.last_modified, old.digest) then
    new.seq := nextval('change_number');
  end if;
  return new;
end $$;

create function past_row(kind text, of_id text, was jsonb) returns jsonb language plpgsql as $$
declare
  tags jsonb;
begin
  if to_regclass(kind || '_tag') is not null then
    execute format('select jsonb_agg(json_build_object(''field'', field, ''value'', value)) from %I where %I = $1',
      kind || '_tag', case kind when 'company' then 'company_id' else 'record_id' end) into tags using of_id;
  end if;
  return jsonb_strip_nulls(was - '{title,url}'::text[] || jsonb_build_object('tags', tags));
end $$;

create function keep_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into past_version (kind, ended, id, was)
      select tg_table_name, nextval('change_number'), o.id, past_row(tg_table_name, o.id, to_jsonb(o)) from old_rows o;
  else
    insert into past_version (kind, ended, id, was)
      select tg_table_name, n.seq, o.id, past_row(tg_table_name, o.id, to_jsonb(o))
      from old_rows o join new_rows n on n.id = o.id and n.seq <> o.seq;
  end if;
  return null;
end $$;

create function keep_company() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform past_company(o.id, to_jsonb(o), is_tracked(o.id)) from old_rows o;
  else
    perform past_company(o.id, to_jsonb(o), is_tracked(o.id)) from old_rows o join new_rows n on n.id = o.id
      where to_jsonb(n) <> to_jsonb(o);
  end if;
  return null;
end $$;

create function is_tracked(of_company text) returns boolean language sql as
  'select exists (select from company_group_member where company_id = of_company)';

create function past_company(of_company text, was jsonb, tracked boolean) returns void language sql as $$
  insert into past_version (kind, ended, id, was) values ('company', nextval('change_number'), of_company,
    past_row('company', of_company, was) || jsonb_build_object('tracked', tracked))
$$;

-- Saves companies that join their first group or leave their last one.
create function keep_member() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform past_company(c.id, to_jsonb(c), true) from company c
      where c.id in (select company_id from changed) and not is_tracked(c.id);
  else
    perform past_company(c.id, to_jsonb(c), false) from company c
      where c.id in (select company_id from changed) and not exists (select from company_group_member m
        where m.company_id = c.id and (m.group_id, m.company_id) not in (select group_id, company_id from changed));
  end if;
  return null;
end $$;

create trigger begin_change before insert or update or delete on company execute function begin_change();
create trigger keep_update after update on company referencing old table as old_rows new table as new_rows
  execute function keep_company();
create trigger keep_delete after delete on company referencing old table as old_rows execute function keep_company();

create trigger begin_change before insert or delete on company_group_member execute function begin_change();
create trigger keep_insert after insert on company_group_member referencing new table as changed
  execute function keep_member();
create trigger keep_delete after delete on company_group_member referencing old table as changed
  execute function keep_member();

-- Adds numbers and triggers to a table of records.
create function follow_records(records regclass) returns void language plpgsql as $$
begin
  execute format('alter table %1$I add column seq bigint not null default nextval(''change_number'')', records);
  -- a default would take the number before the trigger takes the lock
  execute format('alter table %1$I alter column seq drop default', records);
  execute format('create index %1$I on %2$I (seq)', records || '_seq', records);
  execute format('create trigger begin_change before insert or update or delete on %I
    execute function begin_change()', records);
  execute format('create trigger number_record before insert or update on %I
    for each row execute function number_record()', records);
  execute format('create trigger keep_update after update on %I
    referencing old table as old_rows new table as new_rows execute function keep_record()', records);
  execute format('create trigger keep_delete after delete on %I
    referencing old table as old_rows execute function keep_record()', records);
end $$;

select follow_records('business_expansion');
select follow_records('major_hiring');
select follow_records('executive_change');
