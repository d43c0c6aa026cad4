/** The CRM code in docs/recipes reads the add-on's messages and writes each record once, despite failures. */
import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { alertTo, useAlertDestinations } from '../support/alert-destinations.js';
import { HOUR_MS, syncOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

interface Crm {
  upsert(id: string, fields: { readonly record: { readonly jobs: number } }): void;
  close(id: string): void;
}

interface Recipe {
  readMessage(headers: object, body: string, secret: string): readonly object[];
  writeEvent(event: object, seen: Set<string>, crm: Crm): void;
}

const page = readFileSync(path.join(__dirname, '../../docs/recipes/crm.md'), 'utf8');
const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
const service = useSmallService();
const openSpreadsheet = useJobsSpreadsheets();
const destination = useAlertDestinations();

test('the CRM has each record of a sync once, in its latest version, even after the receiver fails', async () => {
  const sheet = await openSpreadsheet({ connection: service.connection });
  // the recipe's code checks the age of a message by the spreadsheet's clock
  const clock = { now: () => sheet.host.clock.now() };
  const recipe = vm.runInNewContext(`${code}; ({ readMessage, writeEvent })`, {
    ...{ crypto, Buffer, JSON, Number, Error },
    Date: clock,
  }) as Recipe;
  const rows = new Map<string, number>();
  const writes: string[] = [];
  const crm: Crm = {
    upsert(id, { record }) {
      writes.push(id);
      rows.set(id, record.jobs);
    },
    close: (id) => void rows.delete(id),
  };
  const seen = new Set<string>();
  let secret = '';
  let read = 0;
  const takeMessages = () => {
    for (const { headers, body } of destination.messages.slice(read))
      for (const event of recipe.readMessage(headers, body, secret)) recipe.writeEvent(event, seen, crm);
    read = destination.messages.length;
  };

  service.add(130, sheet.dayAgo(1));
  const alerts = [alertTo(`${destination.url}/crm`, { kind: 'webhook', whole: true })];
  const job = { ...syncOf(sheet, { from: sheet.dayAgo(3), formula: '=EXPANSIONS()' }), alerts };
  const { outcome } = await sheet.call('saveJob', job);
  if (outcome?.kind !== 'job') throw new Error('not saved');
  ({ secret } = outcome.secrets![0]!);
  // the receiver has written the message but answers an error, so the add-on sends it again
  destination.status = 500;
  await sheet.runNow(outcome.id);
  takeMessages();
  expect(rows.size).toBe(100);
  destination.status = 200;
  await sheet.hours(1);
  takeMessages();
  Object.assign(service.records[0]!, { lastModified: sheet.dayAgo(0), jobs: 77 });
  await sheet.nextDay();
  takeMessages();
  expect(rows).toEqual(new Map(service.records.map(({ id, jobs }) => [id, jobs])));
  expect(writes).toHaveLength(131);

  const { headers, body } = destination.messages.at(-1)!;
  const changed = body.replace('"jobs":77', '"jobs":78');
  expect(() => recipe.readMessage(headers, changed, secret)).toThrow('not from this job');
  sheet.host.clock.advance(HOUR_MS);
  expect(() => recipe.readMessage(headers, body, secret)).toThrow('too old');
});
