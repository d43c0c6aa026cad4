-- Which keys may change groups, and which key has created a group: null for the operator.
alter table api_key add column if not exists may_edit_groups boolean not null default false;

alter table company_group add column if not exists key_id bigint;

create index if not exists company_group_key on company_group (key_id);
