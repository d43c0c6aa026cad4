/** A database, and its statements: "await rowsOf<Row>(db)`select …`", with `sql` for parts of a statement. */
import { type Kysely, sql } from 'kysely';

/** A database, or a transaction on it. */
export type Db = Kysely<unknown>;

type Statement<R> = (text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<R>;

/** Executes a statement that returns nothing. */
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

/** Whether the statement has returned a row: one that it has found, or changed. */
export function hasRow(db: Db): Statement<boolean> {
  return async (text, ...values) => (await sql(text, ...values).execute(db)).rows.length > 0;
}

/** The first column of the first row. */
export function scalarOf<T>(db: Db): Statement<T | undefined> {
  return async (text, ...values) => {
    const { rows } = await sql<Readonly<Record<string, T>>>(text, ...values).execute(db);
    return rows[0] && Object.values(rows[0])[0];
  };
}
