/** Progress that another version has stored. */
import { NEW_PROGRESS } from '../../../src/addon/jobs/job.js';
import { progressValues, readProgress } from '../../../src/addon/jobs/job-store.js';
import { createFakePlatform } from '../fake-platform.js';

test('a sync of 1.0.0 goes on in its tab after the day that it had reached', () => {
  const properties = createFakePlatform().documentProperties!;
  const place = { tab: 7, through: '2026-11-19', windows: [], until: '2026-11-19', density: 2 };
  const stored = { ...NEW_PROGRESS, begun: 1, ended: 2, error: '', place };
  properties.setAll(progressValues('job-1', stored));
  expect(readProgress(properties, 'job-1')).toMatchObject({ tab: 7, place });
  // the id of the progress counts, once it has one
  properties.setAll(progressValues('job-1', { ...stored, tab: 8 }));
  expect(readProgress(properties, 'job-1')).toMatchObject({ tab: 8 });
});
