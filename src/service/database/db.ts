/** A database, and its statements: "await rowsOf<Row>(db)`select …`", with `sql` for parts of a statement. */
import { type Kysely, sql } from 'kysely';

export type Db = Kysely<unknown>;

type Statement<R> = (text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<R>;

export function run(db: Db): Statement<void> {
  return async (text, ...values) => {
    await sql(text, ...values).execute(db);
  };
}

export function rowsOf<T>(db: Db): Statement<readonly T[]> {
  return async (text, ...values) => (await sql<T>(text, ...values).execute(db)).rows;
}

export function firstOf<T>(db: Db): Statement<T | undefined> {
  return async (text, ...values) => (await sql<T>(text, ...values).execute(db)).rows[0];
}

/** True if the statement has found or changed a row. */
export function hasRow(db: Db): Statement<boolean> {
  return async (text, ...values) => (await sql(text, ...values).execute(db)).rows.length > 0;
}

/** Returns the first column of the first row. */
export function scalarOf<T>(db: Db): Statement<T | undefined> {
  return async (text, ...values) => {
    const { rows } = await sql<Readonly<Record<string, T>>>(text, ...values).execute(db);
    return rows[0] && Object.values(rows[0])[0];
  };
}
