/** A person who has not given what a run needs gets a mail, at most once a day, as Google's guide for add-ons with triggers has it. */
import type { Platform } from '../platform.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { textsFor } from '../texts/language.js';
import type { Job } from './job.js';

/** With the person, not the spreadsheet: triggers of several spreadsheets meet the same loss. */
const LAST_MAIL = 'authorization-mail';
const DAY_MS = 86_400_000;
const LOCK_WAIT_MS = 1_000;

/**
 * Touches nothing that needs a permission, mail apart, and never throws.
 * @param jobs those of the person
 */
export function writeOfLostAuthorization(platform: Platform, jobs: readonly Job[]): void {
  const { clock, mail, person, scriptLock, userProperties } = platform;
  const waiting = jobs.filter(({ paused }) => !paused);
  // Google tells the address of few people; the others gave one for their digests
  const recipient = person.name() || waiting.map(({ digest }) => digest).find((digest) => digest !== '');
  if (!recipient || waiting.length === 0) return;
  const { subject, text } = textsFor(person.locale()).lostAuthorization;
  const send = () => {
    const now = clock.now();
    if (now - Number(userProperties.get(LAST_MAIL)) < DAY_MS || mail.remaining() < 1) return;
    // before the mail: a run that dies in between sends none rather than two
    userProperties.set(LAST_MAIL, String(now));
    mail.send(
      recipient,
      subject,
      text(waiting.map(({ name }) => name).join(', '), person.permissionAddress()),
    );
  };
  // without the permission for mail either, only the sidebar can say it
  ignoreErrors(() => scriptLock.run(LOCK_WAIT_MS, send));
}
