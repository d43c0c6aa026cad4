/** Mails a job's digest of new records, at most once a day, and a notice after three failures in a row. */

import { ignoreErrors } from '../errors.js';
import type { Platform, Tab } from '../platform.js';
import { isDate } from '../question/cells.js';
import { todayIn, type Zone, zoneOrUtc } from '../question/zone.js';
import { writtenTexts } from '../tab/cell-text.js';
import { allValues, tabWithId } from '../tab/find-tab.js';
import { ID_HEADER } from '../tab/synced-columns.js';
import { textsFor } from '../texts/language.js';
import { NO_COUNTS, type UnreportedRows } from './job.js';
import type { Run } from './run.js';

const SHOWN_CHARACTERS = 160;
/** Failures in a row before a mail is sent. */
const MAIL_AFTER_FAILURES = 3;
/** The columns in a line of the mail, if the tab has them. */
const SHOWN_COLUMNS = ['Announced', 'Company', 'Type', 'Executive', 'Reason', 'Country', 'Headline'];

/**
 * Returns the digest to send now, if any: at most one a day, only from a run of the job's owner. It waits
 * while no mail is left for today, or the owner has not permitted mail. Its mark is written at the end of the
 * run, before the mail: a run that dies between them sends no mail, not two.
 */
export function dueDigest({ platform, job, isByOwner, progress }: Run) {
  const { unreported, digestDay } = progress;
  if (job.digest === '' || !isByOwner || !job.sync || !unreported || unreported.added === 0) return undefined;
  const today = todayIn(zoneOrUtc(platform.spreadsheet.timeZone()), platform);
  return digestDay === today || (remainingMails(platform) ?? 0) < 1
    ? undefined
    : { counts: unreported, mark: { digestDay: today, unreported: NO_COUNTS } };
}

export function sendDigest({ platform, job, progress }: Run, counts: UnreportedRows): void {
  const { grid, mail, spreadsheet, person } = platform;
  const { digest } = textsFor(person.locale());
  const { added, changed, credits, newest = [] } = counts;
  const tab = tabWithId(grid.tabs(), progress.tab);
  const lines = tab ? linesOf(tab, newest, zoneOrUtc(spreadsheet.timeZone())) : [];
  const where = digest.where(tab?.name() ?? job.sync?.tab ?? '');
  const text = [digest.counts(added, changed, credits), '', ...lines, '', where].join('\n');
  mail.send(job.digest, digest.subject(job.name, added), text);
}

/** True for a job that mails, while no mail is left for today. */
export function lacksMail({ platform, job }: Pick<Run, 'platform' | 'job'>): boolean {
  return job.digest !== '' && (remainingMails(platform) ?? 1) < 1;
}

/** @returns undefined if the person has not permitted mail */
function remainingMails({ mail }: Platform): number | undefined {
  return ignoreErrors(() => mail.remaining());
}

/** Sends one mail when a job has failed three times in a row. */
export function reportFailures({ platform: { mail, person }, job, progress }: Run): void {
  const { failures, failure } = progress;
  if (job.digest === '' || failures !== MAIL_AFTER_FAILURES || !failure) return;
  const { digest } = textsFor(person.locale());
  mail.send(job.digest, digest.failed(job.name), `${failure.message}\n\n${digest.failedText}`);
}

/** Returns a line for each of these records that is still in the tab, in any row. */
function linesOf(tab: Tab, ids: readonly string[], zone: Zone): string[] {
  const [header = [], ...rows] = allValues(tab);
  const idColumn = header.indexOf(ID_HEADER);
  const columns = SHOWN_COLUMNS.map((name) => header.indexOf(name)).filter((column) => column >= 0);
  return ids.flatMap((id) => {
    const cells = rows.find((row) => writtenTexts(row[idColumn]).includes(id));
    if (!cells) return [];
    const textOf = (cell: unknown) => (isDate(cell) ? zone.dayOf(cell) : String(cell));
    const parts = columns.map((column) => textOf(cells[column])).filter((text) => text !== '');
    return [`- ${parts.join(' · ').replace(/\s+/g, ' ')}`.slice(0, SHOWN_CHARACTERS)];
  });
}
