/** Jobs as the sidebar handles them: made, changed, paused, run, taken over, removed. */
import type { AlertSecret } from '../../contract/alerts.js';
import { COMMA, type Separators, separatorsOf, translate } from '../../contract/formula.js';
import { withSheet } from '../../contract/formula-sheet.js';
import type { JobState, SyncSettings } from '../../contract/jobs.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import { changeDocumentProperties } from '../account/context.js';
import { knownPersonName, personName } from '../account/person.js';
import { errors, isSignalsError } from '../errors.js';
import { destinationOf, forPage } from '../news/destination.js';
import type { Platform, Properties } from '../platform.js';
import { createZone, type Zone, zoneOrUtc } from '../question/zone.js';
import { type AddonTexts, textsFor } from '../texts/language.js';
import {
  isWaiting,
  type Job,
  type JobProgress,
  MAX_FAILURES,
  NEW_PROGRESS,
  ownersRun,
  versionOf,
} from './job.js';
import { forgetOld, keepAll, statesOf } from './job-alerts.js';
import { checkJobInput } from './job-input.js';
import { listJobs, progressValues, readJob, readProgress, removeJob, writeJob } from './job-store.js';
import { createJobTrigger } from './job-trigger.js';
import { textOfNotices } from './notices.js';
import { progressAfterEdit, seeForEdit } from './progress-after-edit.js';
import { SHOWN } from './rerun.js';
import { createJobRunner, type JobParts } from './run-job.js';
import { nextSlot } from './schedule.js';
import { forgetSeen } from './seen-versions.js';
import { readSyncQuestion } from './sync-question.js';

export interface Jobs {
  save(input: unknown): Outcome;
  pause(id: unknown): void;
  resume(id: unknown, version?: unknown): void;
  run(id: unknown, token: unknown, version?: unknown): Outcome;
  takeOver(id: unknown, version?: unknown): void;
  remove(id: unknown): void;
}

const MAX_JOBS = 20;
const ID_CHARACTERS = 8;
/** Of a job that is named after its draft: two drafts never get the same. */
const DRAFT_CHARACTERS = 16;
/** A person who waits sees so often how far it is. */
const STRETCH_MS = 15_000;

/**
 * Each person acts for themselves: to change what a job does, or to let it run again, is to become its owner, with one's
 * own trigger and key. What everyone may do is to pause and to remove a job, and to run it once with a key of one's own.
 */
export function createJobs(platform: Platform, parts: JobParts): Jobs {
  const { clock, spreadsheet } = platform;
  const trigger = createJobTrigger(platform);

  /** The person at the screen as a job's owner. */
  function mySelf(): Owner {
    const owner = { owner: personName(platform), ownerName: platform.person.name() };
    try {
      return { ...owner, service: parts.connections.require().baseUrl };
    } catch (error) {
      if (isSignalsError(error)) return owner;
      throw error;
    }
  }

  /** Makes the person at the screen the owner. */
  function adopt(id: unknown, version: unknown, edit: (job: Job, properties: Properties) => Job): void {
    const me = mySelf();
    trigger.ensure();
    change(id, (job, properties) => {
      requireSeen(job, version);
      const edited = edit(job, properties);
      // only saving agrees to another address
      if (job.owner === me.owner) return edited;
      const { service: _service, ...others } = edited;
      return { ...others, ...me };
    });
  }

  function change(id: unknown, edit: (job: Job, properties: Properties) => Job): void {
    changeDocumentProperties(platform, (properties) => {
      const job = typeof id === 'string' ? readJob(properties, id) : undefined;
      if (!job) throw errors.noJob();
      writeJob(properties, edit(job, properties));
    });
  }

  /**
   * As it is stored: a formula's ranges are those of the sheet where it was typed, because a run may find any other one
   * open; its separators are commas, because the spreadsheet's locale may change.
   */
  function toStore(given: SyncSettings, id: string | undefined): SyncSettings {
    const separators = separatorsOf(spreadsheet.locale());
    const sync = { ...given, formula: translate(given.formula, separators, COMMA) };
    const { documentProperties: properties, sheets } = platform;
    const old = properties && id !== undefined ? readJob(properties, id)?.sync : undefined;
    const sheet = sheets.selected()?.sheet;
    if (sheet === undefined || sync.formula === old?.formula) return sync;
    return { ...sync, formula: withSheet(sync.formula, sheet, COMMA) };
  }

  function newId(owner: string, draftId: string | undefined): string {
    if (draftId === undefined) return platform.uuid().slice(0, ID_CHARACTERS);
    return platform.sha256(`${owner} ${draftId}`).slice(0, DRAFT_CHARACTERS);
  }

  /** The trigger of the person at the screen, as long as there is work for it. */
  function keepTrigger(): void {
    const me = knownPersonName(platform);
    const isNeeded = listJobs(platform).some(({ job }) => job.owner === me);
    if (isNeeded) trigger.ensure();
    else trigger.remove();
  }

  return {
    save(input) {
      const urls = listJobs(platform).flatMap(({ job }) => job.push?.callbackUrl ?? []);
      const given = checkJobInput(input, (url, group) => destinationOf(platform, url, group, urls));
      const checked = given.sync ? { ...given, sync: toStore(given.sync, given.id) } : given;
      if (checked.sync) readSyncQuestion(platform, checked.sync.formula, createZone(spreadsheet.timeZone()));
      if (checked.digest !== '' || checked.alerts?.some(({ kind }) => kind === 'mail'))
        platform.mail.require();
      const { id: known, draftId, alerts: inputs, ...settings } = checked;
      const me = mySelf();
      const id = known ?? newId(me.owner, draftId);
      // the trigger first: a trigger without a job removes itself
      const refusal = trigger.ensure();
      const secrets: AlertSecret[] = [];
      const { documentProperties } = platform;
      const stored = documentProperties ? readJob(documentProperties, id) : undefined;
      const seen = seeForEdit(platform, stored, settings);
      changeDocumentProperties(platform, (properties) => {
        const old = readJob(properties, id);
        if (known !== undefined && !old) throw errors.noJob();
        if (!old && listJobs(platform).length >= MAX_JOBS) throw errors.tooManyJobs(MAX_JOBS);
        const kept: Kept = old ?? { paused: false, madeAt: clock.now() };
        const progress = readProgress(properties, id);
        const edited = old && progressAfterEdit(old, settings, progress, seen);
        const { lease } = progress;
        const isRunning = lease !== undefined && lease.until > clock.now();
        // a current run would write its own place over the new one, and would resume as another job than it began
        if (isRunning && (edited || lease.person !== me.owner)) throw errors.running(lease.holder);
        const alerts = keepAll(platform, properties, inputs, old ?? {}, secrets);
        if (edited) properties.setAll(progressValues(id, edited));
        writeJob(properties, {
          ...settings,
          ...(alerts[0] && { alerts }),
          id,
          ...keptOf(kept),
          ...me,
        });
        forgetOld(platform, properties, old);
      });
      return { kind: 'job', id, refusal, ...(secrets[0] && { secrets }) };
    },
    pause: (id) => change(id, (job) => ({ ...job, paused: true })),
    resume: (id, version) =>
      adopt(id, version, (job, properties) => {
        properties.setAll(progressValues(job.id, { ...readProgress(properties, job.id), failures: 0 }));
        return { ...job, paused: false, refreshCause: platform.uuid().slice(0, ID_CHARACTERS) };
      }),
    run(id, token, version) {
      const properties = platform.documentProperties;
      if (!properties) throw errors.noDocument();
      if (typeof id !== 'string' || typeof token !== 'string') throw errors.noJob();
      const runJob = createJobRunner(platform, properties, parts);
      const holder = platform.person.name();
      const stopAt = clock.now() + STRETCH_MS;
      const isWanted = (job: Job) => {
        requireSeen(job, version);
        return true;
      };
      const person = knownPersonName(platform);
      const run = runJob({ id, token, person, holder, stopAt, byPerson: true, isWanted });
      if (!run) throw errors.noJob();
      // a trigger that Google has removed or disabled is made again by any run that a person begins
      if (token === '') keepTrigger();
      return { kind: 'job-run', run };
    },
    takeOver: (id, version) => adopt(id, version, (job) => job),
    remove(id) {
      if (typeof id !== 'string') throw errors.noJob();
      // it is part of the names under which addresses are kept, and the spreadsheet is not called under the lock
      spreadsheet.id();
      changeDocumentProperties(platform, (properties) => {
        const old = readJob(properties, id);
        removeJob(properties, id);
        forgetOld(platform, properties, old);
        forgetSeen(platform, properties, id);
        properties.remove(SHOWN + id);
      });
      keepTrigger();
    },
  };
}

type Owner = Pick<Job, 'owner' | 'ownerName' | 'service'>;

/** The version is absent where a call is not from the page: it protects the person who calls, nobody else. */
function requireSeen(job: Job, version: unknown): void {
  if (typeof version === 'string' && version !== '' && version !== versionOf(job)) throw errors.jobChanged();
}

type Kept = Pick<Job, 'paused' | 'madeAt' | 'refreshCause' | 'summary'>;

/** What a job keeps whatever its form says. */
function keptOf({ paused, madeAt, refreshCause, summary }: Kept): Kept {
  return {
    paused,
    madeAt,
    ...(refreshCause !== undefined && { refreshCause }),
    ...(summary !== undefined && { summary }),
  };
}

/** How the spreadsheet writes formulas and days, and the language of the person who reads. */
export interface Locales {
  readonly userLocale: string;
  readonly spreadsheetLocale: string;
  readonly timeZone: string;
}

/** All jobs as the sidebar shows them. */
export function jobStates(platform: Platform, locales: Locales): JobState[] {
  const me = knownPersonName(platform);
  const jobs = listJobs(platform);
  if (jobs.length === 0) return [];
  const zone = zoneOrUtc(locales.timeZone);
  const separators = separatorsOf(locales.spreadsheetLocale);
  const texts = textsFor(locales.userLocale);
  const now = platform.clock.now();
  const values = jobs.some(({ job }) => job.alerts) ? platform.allDocumentProperties() : {};
  return jobs.map(({ job, progress }) => ({
    ...stateOf(job, progress, { now, zone, separators, texts, me }),
    ...(job.alerts && { alerts: statesOf(platform, job, job.owner === me, values) }),
  }));
}

interface ReaderContext {
  readonly now: number;
  readonly zone: Zone;
  readonly separators: Separators;
  readonly texts: AddonTexts;
  readonly me: string | null;
}

function stateOf(
  job: Job,
  progress: JobProgress,
  { now, zone, separators, texts, me }: ReaderContext,
): Omit<JobState, 'alerts'> {
  const {
    owner,
    ownerName,
    service: _service,
    madeAt: _madeAt,
    refreshCause: _refreshCause,
    summary: _summary,
    paused,
    ...settings
  } = job;
  const { lease, place, failures, begun: lastRun } = { ...NEW_PROGRESS, ...progress };
  const { begun, unfinished } = ownersRun(progress);
  const isSoon = unfinished || begun === 0;
  const nextRun = isWaiting(job, progress)
    ? 0
    : nextSlot(isSoon ? { every: 'hour', hour: 0, weekdays: [] } : job.schedule, now, zone);
  const { sync, push } = settings;
  return {
    ...settings,
    version: versionOf(job),
    ...(sync && { sync: { ...sync, formula: translate(sync.formula, COMMA, separators) } }),
    ...(push && { push: forPage(push) }),
    ...(progress.runs && { runs: progress.runs }),
    owner: ownerName,
    mine: owner === me,
    paused,
    givenUp: failures >= MAX_FAILURES,
    lastRun,
    nextRun,
    runningFor: lease && lease.until > now ? lease.holder || ownerName || '?' : '',
    through: place && job.sync && place.through >= job.sync.from ? place.through : '',
    added: progress.added,
    changed: progress.changed,
    credits: progress.credits,
    allAdded: progress.allAdded,
    allCredits: progress.allCredits,
    error: progress.error,
    notice: textOfNotices(progress.notices, texts),
    unfinished: progress.unfinished,
  };
}
