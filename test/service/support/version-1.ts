/** Takes a database back to the tables of version 1.0, so that a test can see it upgraded. */
const STATEMENTS: readonly string[] = [
  'alter table business_expansion drop column digest',
  'alter table major_hiring drop column digest',
  'alter table executive_change drop column digest',
  'drop function charge_grant, forget_answer, charge_answer',
  'drop table oauth_token, oauth_grant, oauth_client',
  `alter table ledger drop column kind, drop column dataset, drop column charge_id,
    add column reason text not null default 'created', add column state text not null default 'settled'`,
  'alter table push_delivery drop column attempts',
  'alter table api_key drop billing, drop daily_cap, drop spent_day, drop spent, drop stored_bytes',
  'alter table stored_answer drop owned, drop expires, add created timestamptz not null default now()',
  'drop table entitlement, followed_question, followed_record',
  'delete from kysely_migration',
  "delete from setting where name = 'search columns'",
];

export async function restoreVersion1(sql: (statement: string) => Promise<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql(statement);
}
