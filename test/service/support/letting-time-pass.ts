/** Makes the database's rows older by a number of days. */
import type { OpenedEngine } from './engines.js';

export async function letDaysPass({ sql }: Pick<OpenedEngine, 'sql'>, days: number): Promise<void> {
  const times = [
    ['stored_answer', 'expires'],
    ['push_delivery', 'at'],
    ['past_version', 'at'],
    ['ledger', 'at'],
  ];
  for (const [table, column] of times) {
    await sql(`update ${table} set ${column} = ${column} - $1::int * interval '1 day'`, [days]);
  }
  await sql('update api_key set spent_day = spent_day - $1::int', [days]);
}
