/** Reads the embedded database of a stopped service in a child process, as Jest cannot load the engine. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Query {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

const PROGRAM = `
  import { PGlite } from '@electric-sql/pglite';
  const [folder, queries] = process.argv.slice(1);
  const database = await PGlite.create(folder);
  const results = [];
  for (const { sql, parameters } of JSON.parse(queries)) results.push((await database.query(sql, parameters)).rows);
  process.stdout.write(JSON.stringify(results));
  await database.close();
`;

/** Returns the rows of each query, as JSON. @param dataDirectory the service's DATA_DIR */
export async function readDatabase(
  dataDirectory: string,
  queries: readonly Query[],
): Promise<Record<string, unknown>[][]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', PROGRAM, path.join(dataDirectory, 'pglite'), JSON.stringify(queries)],
    { cwd: path.resolve(__dirname, '../..'), maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Record<string, unknown>[][];
}
