/**
 * Makes the prebuilt databases in the folder of this program: an empty one, and one with sample data up to
 * today. The build runs it.
 */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { todayInUtc } from '../../contract/dates.js';
import { openEmbedded } from './embedded.js';
import { SAMPLE_DAY, templatesIn } from './templates.js';

const { empty, sample } = templatesIn(import.meta.dirname);
for (const folder of [empty, sample]) await rm(folder, { recursive: true, force: true });
await (await PGlite.create(empty)).close();

const lastDay = todayInUtc();
const { store } = await openEmbedded(sample, { template: empty });
await store.migrate();
await store.seed(lastDay);
// includes the statistics of the tables in the prebuilt database
await store.cleanUp();
await store.close();
// written last: the file marks the database as complete
await writeFile(path.join(sample, SAMPLE_DAY), lastDay);
