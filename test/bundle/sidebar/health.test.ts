/** Health: problems without a key's fault, each reported to the right person until its cure. */
import { useHosts } from '../../support/host.js';
import { createPeople } from './people.js';

const JOB = {
  name: 'News',
  schedule: { every: 'hour', hour: 0, weekdays: [] },
  digest: '',
  push: { group: 'Key accounts', days: 1, callbackUrl: 'https://receiver.example/news' },
};
const CONNECTION = { baseUrl: 'https://signals.example', apiKey: 'key_test_0123456789' };

const startHost = useHosts();

test('a paused job needs no trigger', async () => {
  const first = await startHost({ connection: CONNECTION });
  const people = createPeople(first);
  const { jobs } = await people.call('owner', 'saveJob', JOB);
  await people.call('owner', 'pauseJob', jobs[0]?.id);
  const host = await startHost({ stored: { ...first.save(), triggers: [] } });
  expect((await createPeople(host).call('owner', 'sidebarState')).health).toEqual([]);
});

test('a viewer learns that nothing can be changed', async () => {
  const host = await startHost({ connection: CONNECTION });
  expect((await createPeople(host).call('viewer', 'sidebarState')).health).toContain('view-only');
});
