/** Reads and changes the embedded database of a stopped service in a child process, as Jest cannot load the engine. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const PROGRAM = `const { PGlite } = await import('@electric-sql/pglite');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  const engine = await PGlite.create(process.argv[1], { extensions: { pg_trgm } });
  console.log(JSON.stringify((await engine.exec(process.argv[2])).at(-1).rows));
  await engine.close();`;

/** Runs statements, and returns the rows of the last. @param dataDirectory the service's DATA_DIR */
export async function sqlIn(dataDirectory: string, text: string): Promise<readonly object[]> {
  const args = ['--input-type=module', '--eval', PROGRAM, path.join(dataDirectory, 'pglite'), text];
  const cwd = path.resolve(__dirname, '../..');
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
  return JSON.parse(stdout) as readonly object[];
}
