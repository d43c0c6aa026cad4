/** The connection: one Kysely over any PostgreSQL-protocol engine, embedded or not. */
import { type Generated, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

const DATE_OID = 1082;
const INT8_OID = 20;

interface ApiKeyTable {
  id: Generated<number>;
  digest: string;
  prefix: string;
  name: string;
  credits: number;
  created: Generated<Date>;
  revoked: Date | null;
}

interface LedgerTable {
  id: Generated<number>;
  key_id: number;
  delta: number;
  reason: string;
  at: Generated<Date>;
  state: Generated<string>;
}

/** The tables whose columns the contract does not decide. */
export interface Tables {
  setting: { name: string; value: string };
  company: { id: string; place_id: number | null; search_name: string | null; search_domain: string | null };
  company_tag: { company_id: string; field: string; value: string };
  company_group: { id: Generated<number>; name: string; version: Generated<number> };
  company_group_member: { group_id: number; company_id: string };
  place: { id: number; search_location: string; search_country: string | null };
  api_key: ApiKeyTable;
  ledger: LedgerTable;
}

/** Reads dates as 'YYYY-MM-DD' and 64-bit integers as numbers, on this connection alone. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === DATE_OID) return (text: string) => text;
    if (oid === INT8_OID) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

/** @param config a connection string, or the configuration of an embedded engine */
export function openDatabase(config: pg.PoolConfig): Kysely<Tables> {
  const pool = new pg.Pool({ ...config, types: TYPES });
  // an idle connection that breaks is replaced by the pool; without a listener it would end the process
  pool.on('error', () => undefined);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
