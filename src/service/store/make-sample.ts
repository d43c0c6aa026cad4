/** Makes the template with sample data: a folder, a day and a database without tables are its arguments. The build runs it. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openEmbedded } from './embedded.js';
import { SAMPLE_DAY } from './templates.js';

const [folder, lastDay, template] = process.argv.slice(2);
if (!folder || !lastDay || !template) throw new Error('make-sample takes a folder, a day and a database');
await rm(folder, { recursive: true, force: true });
await mkdir(path.dirname(folder), { recursive: true });
const { store } = await openEmbedded(folder, { template });
await store.migrate();
await store.seed(lastDay);
// what planners know of the tables is copied with them
await store.tidy();
await store.close();
// last: a database with it is complete
await writeFile(path.join(folder, SAMPLE_DAY), lastDay);
