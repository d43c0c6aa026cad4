/** The digest: after new records a short mail, at most one a day; and one when a job has failed three times in a row. */
import type { Platform, Properties, Tab } from '../platform.js';
import { isDate } from '../question/cells.js';
import { createZone, type Zone } from '../question/zone.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { textsFor } from '../texts/language.js';
import type { Job, JobProgress } from './job.js';
import { progressValues, readProgress } from './job-store.js';

const SHOWN_RECORDS = 10;
const SHOWN_CHARACTERS = 160;
/** Failures in a row before a mail is sent. */
const TOLD_AFTER = 3;
/** What a line of the mail says of a record, as far as the tab has it. */
const SHOWN = ['Announced', 'Company', 'Type', 'Executive', 'Reason', 'Country', 'Headline'];

export function sendDigest(
  platform: Platform,
  properties: Properties,
  job: Job,
  progress: JobProgress,
): void {
  const { mail, clock, spreadsheet, person } = platform;
  const { digest } = textsFor(person.locale());
  if (progress.failures === TOLD_AFTER) {
    mail.send(job.digest, digest.failed(job.name), `${progress.error}\n\n${digest.failedText}`);
    return;
  }
  if (!job.sync || progress.added === 0) return;
  const zone = createZone(spreadsheet.timeZone());
  const today = zone.dayOf(new Date(clock.now()));
  // the day before the mail: a run that dies in between sends none rather than two
  if (!claimDay(platform, properties, job.id, today)) return;
  const lines = newestRecords(platform, job, progress, zone);
  const { added, changed, credits } = progress;
  const counts = digest.counts(added, changed, credits);
  mail.send(
    job.digest,
    digest.subject(job.name, added),
    [counts, '', ...lines, '', digest.where(job.sync.tab)].join('\n'),
  );
}

function claimDay(platform: Platform, properties: Properties, id: string, today: string): boolean {
  return withDocumentLock(platform, () => {
    const progress = readProgress(properties, id);
    if (progress.digestDay === today) return false;
    properties.setAll(progressValues(id, { ...progress, digestDay: today }));
    return true;
  });
}

function newestRecords({ grid }: Platform, job: Job, { added, place }: JobProgress, zone: Zone): string[] {
  const tab = grid.tabs().find(({ id }) => id === place?.tab);
  if (!tab) return [];
  const { rows, columns } = tab.used();
  const count = Math.min(added, SHOWN_RECORDS, rows - 1);
  if (count < 1) return [];
  const row = job.sync?.newRows === 'bottom' ? rows - count + 1 : 2;
  const header = rowsOf(tab, 1, 1, columns)[0]?.map(String) ?? [];
  const places = SHOWN.map((name) => header.indexOf(name)).filter((at) => at >= 0);
  return rowsOf(tab, row, count, columns).map((cells) => {
    const parts = places.map((at) => inWords(cells[at], zone)).filter((text) => text !== '');
    return `- ${parts.join(' · ')}`.slice(0, SHOWN_CHARACTERS);
  });
}

function rowsOf(tab: Tab, row: number, numRows: number, numColumns: number): unknown[][] {
  return tab.values({ row, column: 1, numRows, numColumns });
}

function inWords(value: unknown, zone: Zone): string {
  return isDate(value) ? zone.dayOf(value) : String(value ?? '').replace(/\s+/g, ' ');
}
