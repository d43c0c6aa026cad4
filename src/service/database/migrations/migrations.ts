/// <reference path="./sql.d.ts" />
/** All migrations by name; they run in this order. */
import tables from './0001-tables.sql';
import billing from './0002-billing.sql';
import changes from './0003-changes.sql';
import oauth from './0004-oauth.sql';

export const MIGRATIONS: Readonly<Record<string, string>> = {
  '0001-tables': tables,
  '0002-billing': billing,
  '0003-changes': changes,
  '0004-oauth': oauth,
};
