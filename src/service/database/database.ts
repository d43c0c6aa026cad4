/** The connection: one Kysely over any engine with the PostgreSQL protocol, embedded or not. */
import { type Generated, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
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

/** The tables whose columns do not come from the contract. */
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

/** Reads dates as 'YYYY-MM-DD' and 64-bit integers as numbers, only on this connection. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === DATE_OID) return (text: string) => text;
    if (oid === INT8_OID) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

/** Marks a statement that runs on each request: a connection parses and plans it once. */
const PREPARED = '/* prepared */';

/** @param config a connection string, or the configuration of an embedded engine */
export function openDatabase(config: pg.PoolConfig): Kysely<Tables> {
  const pool = new pg.Pool({ ...config, types: TYPES });
  // the pool replaces a broken idle connection; without a listener it would end the process
  pool.on('error', ignore);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}

/**
 * Names the statements to prepare: one name per such statement in the source. A broken connection is not reused.
 */
function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    if (!text.startsWith(PREPARED)) return undefined;
    if (!names.has(text)) names.set(text, `signals_${names.size}`);
    return names.get(text);
  };
  return {
    connect: async () => {
      const client = await pool.connect();
      // a broken connection fails the running query; without a listener it would end the process, too
      client.on('error', ignore);
      let broken = false;
      const query = async (text: string, values: unknown[]) => {
        const name = nameOf(text);
        try {
          return await (name === undefined
            ? client.query(text, values)
            : client.query({ name, text, values }));
        } catch (error) {
          // the server says so before the connection ends
          broken ||= (error as { severity?: string }).severity === 'FATAL';
          throw error;
        }
      };
      return {
        // no statement uses a cursor, the other interface that Kysely could need
        query: query as unknown as PostgresPoolClient['query'],
        release: () => {
          client.off('error', ignore);
          client.release(broken);
        },
      };
    },
    end: () => pool.end(),
  };
}

function ignore(): void {}
