-- Billing. One function charges an answer, one removes it, in one transaction each. Ledger rows never change.

create table api_key (
  id bigint generated always as identity primary key, digest text collate "C" not null unique,
  prefix text not null, name text not null, credits bigint not null check (credits >= 0),
  billing text not null default 'per-answer' check (billing in ('per-answer', 'per-version')),
  daily_cap bigint, spent_day date, spent bigint not null default 0,
  may_edit_groups boolean not null default false, stored_bytes bigint not null default 0,
  created timestamptz not null default now(), revoked timestamptz);

-- Kinds: 'created' with credits; 'added' or 'removed' credits, and 'changed' settings (see note), by the
-- operator; 'charge' for an answer; 'refund' of a charge.
create table ledger (
  id bigint generated always as identity primary key, key_id bigint not null, delta bigint not null,
  kind text not null
    constraint ledger_kind check (kind in ('created', 'added', 'removed', 'changed', 'charge', 'refund')),
  dataset text, charge_id bigint, note text, at timestamptz not null default now());
create index ledger_key_at on ledger (key_id, at);
create unique index ledger_refund on ledger (charge_id) where kind = 'refund';

-- Stores each paid answer for repeated requests, under the client's idempotency key or the service's id.
create table stored_answer (
  key_id bigint not null, idempotency_key text collate "C" not null, fingerprint text not null,
  ledger_id bigint not null, json text not null, owned int not null default 0,
  replayed boolean not null default false, delivered boolean not null default false,
  expires timestamptz not null, primary key (key_id, idempotency_key));
create index stored_answer_ledger on stored_answer (ledger_id);
create index stored_answer_expires on stored_answer (expires);
do $$ begin
  alter table stored_answer alter column json set compression lz4;
exception when feature_not_supported then
  -- PostgreSQL's own compression takes longer than writing the answer uncompressed
  alter table stored_answer alter column json set storage external;
end $$;

-- The record versions that keys have paid for. shared: a later answer has relied on this entitlement, too.
create table entitlement (
  key_id bigint not null, dataset text collate "C" not null, record_id text collate "C" not null,
  last_modified date not null, ledger_id bigint not null, shared boolean not null default false,
  primary key (key_id, dataset, record_id, last_modified));
create index entitlement_ledger on entitlement (ledger_id);

-- Deletes the stored answer of a charge, and refunds it if the answer was neither delivered nor repeated. If
-- the charge granted entitlements, it refunds a credit for each that no other answer has used since, and
-- deletes these, even if the key's billing has changed. Returns true if it refunded credits.
create function forget_answer(of_charge bigint) returns boolean language plpgsql as $$
declare
  entry ledger;
  k api_key;
  was_read boolean;
  back bigint;
begin
  select * into entry from ledger where id = of_charge;
  select * into k from api_key where id = entry.key_id for update;
  delete from stored_answer where ledger_id = of_charge returning delivered or replayed into was_read;
  if was_read is distinct from false then
    return false;
  end if;
  back := -entry.delta;
  if exists (select from entitlement where ledger_id = of_charge) then
    delete from entitlement where ledger_id = of_charge and not shared;
    get diagnostics back = row_count;
  end if;
  update api_key set credits = credits + back,
      spent = spent - case when spent_day = (entry.at at time zone 'UTC')::date then back else 0 end
    where id = k.id;
  if back > 0 then
    insert into ledger (key_id, kind, dataset, delta, charge_id)
      values (k.id, 'refund', entry.dataset, back, entry.id);
  end if;
  return back > 0;
end $$;

-- Charges an answer and stores it. If it refuses, the outcome says why.
create function charge_answer(
  of_key bigint, with_digest text, amount bigint, of_dataset text,
  -- for a key that is billed per version: {"<record id>": "<last modified>"}
  versions json, ceiling bigint,
  answer_name text, query text, answer text, kept_for interval, most_bytes bigint,
  out outcome text, out new_charge bigint, out charged bigint, out credits_left bigint)
language plpgsql as $$
declare
  k api_key;
  old record;
  today date := (now() at time zone 'UTC')::date;
  spent_today bigint;
  most bigint;
  bytes bigint := octet_length(answer);
begin
  -- Charges do not wait for the disk: a server that loses power loses the latest charges completely, so those
  -- answers were free. They wait if there is a synchronous standby. The embedded engine never waits.
  if current_setting('fsync') = 'on' and current_setting('synchronous_standby_names') = '' then
    perform set_config('synchronous_commit', 'off', true);
  end if;

  select * into k from api_key
    where id = of_key and revoked is null and digest = coalesce(with_digest, digest) for update;
  if not found then
    outcome := 'BAD_KEY';
    return;
  end if;

  select ledger_id, expires > now() as is_kept into old
    from stored_answer where key_id = of_key and idempotency_key = answer_name;
  if old.is_kept then
    outcome := 'REPEATED';
    return;
  elsif found then
    perform forget_answer(old.ledger_id);
    select * into k from api_key where id = of_key;
  end if;

  -- a clock that goes back does not return to an earlier day
  spent_today := case when k.spent_day >= today then k.spent else 0 end;
  most := least(k.credits, k.daily_cap - spent_today, ceiling);
  charged := amount;
  if amount > most and versions is not null then
    select count(*) into charged from json_each_text(versions) v
      where not exists (select 1 from entitlement o where o.key_id = of_key and o.dataset = of_dataset
        and o.record_id = v.key and o.last_modified = coalesce(v.value::date, '-infinity'));
  end if;
  if charged > 0 and charged > most then
    outcome := case
      when k.credits = 0 then 'NO_CREDITS'
      when charged > k.credits then 'FEW_CREDITS'
      when charged > k.daily_cap - spent_today then 'DAILY_CAP'
      else 'OVER_CEILING' end;
    return;
  end if;

  new_charge := nextval(pg_get_serial_sequence('ledger', 'id'));
  if versions is not null then
    update entitlement o set shared = true from json_each_text(versions) v
      where o.key_id = of_key and o.dataset = of_dataset and o.record_id = v.key
        and o.last_modified = coalesce(v.value::date, '-infinity') and not o.shared;
    insert into entitlement (key_id, dataset, record_id, last_modified, ledger_id)
      select of_key, of_dataset, v.key, coalesce(v.value::date, '-infinity'), new_charge
      from json_each_text(versions) v on conflict do nothing;
    get diagnostics charged = row_count;
  end if;
  insert into ledger (id, key_id, kind, dataset, delta) overriding system value
    values (new_charge, of_key, 'charge', of_dataset, -charged);

  -- stored_bytes is an upper bound that includes expired answers, so count the real size before evicting
  k.stored_bytes := k.stored_bytes + bytes;
  if k.stored_bytes > most_bytes then
    select coalesce(sum(octet_length(json)), 0) + bytes into k.stored_bytes from stored_answer where key_id = of_key;
    -- Skip answers younger than a minute: an eviction would refund one whose delivery is not recorded yet. A
    -- charge evicts at most 1000 answers to stay fast; the next charge continues.
    for old in select s.ledger_id, octet_length(s.json) as bytes from stored_answer s join ledger l on l.id = s.ledger_id
        where s.key_id = of_key and (s.delivered or s.replayed or l.at < now() - interval '1 minute')
        order by s.expires, s.ledger_id limit 1000 loop
      -- evict down to three quarters, so that the next charges need not evict
      exit when k.stored_bytes * 4 <= most_bytes * 3;
      perform forget_answer(old.ledger_id);
      k.stored_bytes := k.stored_bytes - old.bytes;
    end loop;
  end if;
  insert into stored_answer (key_id, idempotency_key, fingerprint, ledger_id, json, owned, expires)
    values (of_key, answer_name, query, new_charge, answer, amount - charged, now() + kept_for);

  update api_key set credits = credits - charged, spent_day = greatest(spent_day, today),
      spent = case when spent_day >= today then spent else 0 end + charged, stored_bytes = k.stored_bytes
    where id = of_key returning credits into credits_left;
  outcome := 'charged';
end $$;
