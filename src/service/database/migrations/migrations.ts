/// <reference path="./sql.d.ts" />
/** All migrations by their names, in whose order they run. */
import tables from './0001-tables.sql';
import billing from './0002-billing.sql';
import pushOrigins from './0003-push-origins.sql';
import companyAliases from './0004-company-aliases.sql';
import tracking from './0005-tracking.sql';
import oauth from './0006-oauth.sql';

export const MIGRATIONS: Readonly<Record<string, string>> = {
  '0001-tables': tables,
  '0002-billing': billing,
  '0003-push-origins': pushOrigins,
  '0004-company-aliases': companyAliases,
  '0005-tracking': tracking,
  '0006-oauth': oauth,
};
