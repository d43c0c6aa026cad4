-- Assistants over /mcp: applications, and a person's grants to use a key up to daily_ceiling credits.
create table oauth_client (
  id text collate "C" primary key, metadata json not null, created timestamptz not null default now());

create table oauth_grant (
  id bigint generated always as identity primary key,
  client_id text collate "C" not null references oauth_client on delete cascade,
  -- the key's digest at that time: a grant ends when the key is revoked or gets a new text; empty once it has ended
  key_id bigint not null, key_digest text collate "C" not null,
  resource text not null, daily_ceiling bigint not null,
  spent_day date, spent bigint not null default 0, created timestamptz not null default now());
create index oauth_grant_client on oauth_grant (client_id);

-- A used code or refresh token stays until it expires, so that the service notices a second use.
create table oauth_token (
  digest text collate "C" primary key,
  grant_id bigint not null references oauth_grant on delete cascade,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  expires timestamptz not null, used boolean not null default false,
  -- only for codes
  challenge text, redirect_uri text);
create index oauth_token_grant on oauth_token (grant_id);
create index oauth_token_expires on oauth_token (expires);

-- Charges an answer within a grant's ceiling, in one transaction. Refunds do not lower the day's spending.
create function charge_grant(
  of_grant bigint,
  of_key bigint, with_digest text, amount bigint, of_dataset text, versions json, ceiling bigint,
  answer_name text, query text, answer text, kept_for interval, most_bytes bigint,
  out outcome text, out new_charge bigint, out charged bigint, out credits_left bigint)
language plpgsql as $$
declare
  g oauth_grant;
  today date := (now() at time zone 'UTC')::date;
  spent_today bigint;
begin
  select * into g from oauth_grant where id = of_grant and key_id = of_key for update;
  if not found then
    outcome := 'BAD_KEY';
    return;
  end if;
  -- a clock that goes back does not return to an earlier day
  spent_today := case when g.spent_day >= today then g.spent else 0 end;
  select * into outcome, new_charge, charged, credits_left
    from charge_answer(of_key, with_digest, amount, of_dataset, versions,
      least(ceiling, g.daily_ceiling - spent_today), answer_name, query, answer, kept_for, most_bytes);
  if outcome = 'OVER_CEILING' and g.daily_ceiling - spent_today < coalesce(ceiling, g.daily_ceiling + 1) then
    outcome := 'DAILY_CAP';
  elsif outcome = 'charged' then
    update oauth_grant set spent_day = greatest(spent_day, today), spent = spent_today + charged where id = of_grant;
  end if;
end $$;
