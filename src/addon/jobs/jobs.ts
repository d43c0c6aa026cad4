/** Jobs as the sidebar handles them: made, changed, paused, run, taken over, removed. */
import { COMMA, type Separators, separatorsOf, translate } from '../../contract/formula.js';
import { withSheet } from '../../contract/formula-sheet.js';
import type { JobState, SyncSettings } from '../../contract/jobs.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import { changeDocumentProperties } from '../account/context.js';
import { knownPersonName, personName } from '../account/person.js';
import { errors } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { createZone, type Zone } from '../question/zone.js';
import { type AddonTexts, textsFor } from '../texts/language.js';
import { TRIGGER_FUNCTION } from './dispatcher.js';
import { isWaiting, type Job, type JobProgress, MAX_FAILURES, NEW_PROGRESS } from './job.js';
import { checkJobInput } from './job-input.js';
import { listJobs, progressValues, readJob, readProgress, removeJob, writeJob } from './job-store.js';
import { textOfNotices } from './notices.js';
import { progressAfterEdit } from './progress-after-edit.js';
import { createJobRunner, type JobParts } from './run-job.js';
import { nextSlot } from './schedule.js';
import { readSyncQuestion } from './sync-question.js';

export interface Jobs {
  save(input: unknown): Outcome;
  pause(id: unknown): void;
  resume(id: unknown): void;
  run(id: unknown, token: unknown): Outcome;
  takeOver(id: unknown): void;
  remove(id: unknown): void;
}

const MAX_JOBS = 20;
const ID_CHARACTERS = 8;
/** A person who waits sees so often how far it is. */
const STRETCH_MS = 15_000;

export function createJobs(platform: Platform, parts: JobParts): Jobs {
  const { clock, schedules, spreadsheet } = platform;

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

  /** The trigger of the person at the screen, as long as there is work for it. */
  function keepTrigger(): void {
    const me = knownPersonName(platform);
    const isNeeded = listJobs(platform).some(({ job }) => job.owner === me);
    if (isNeeded) schedules.ensureHourly(TRIGGER_FUNCTION);
    else schedules.removeHourly(TRIGGER_FUNCTION);
  }

  return {
    save(input) {
      const given = checkJobInput(input);
      const checked = given.sync ? { ...given, sync: toStore(given.sync, given.id) } : given;
      if (checked.sync) readSyncQuestion(platform, checked.sync.formula, createZone(spreadsheet.timeZone()));
      if (checked.digest !== '') platform.mail.require();
      const { id: known, ...settings } = checked;
      const id = known ?? platform.uuid().slice(0, ID_CHARACTERS);
      const me = { owner: personName(platform), ownerName: platform.person.name() };
      // the trigger first: a job without one would never run, a trigger without a job removes itself
      schedules.ensureHourly(TRIGGER_FUNCTION);
      changeDocumentProperties(platform, (properties) => {
        const old = known === undefined ? undefined : readJob(properties, known);
        if (known !== undefined && !old) throw errors.noJob();
        if (!old && listJobs(platform).length >= MAX_JOBS) throw errors.tooManyJobs(MAX_JOBS);
        const kept: Kept = old ?? { ...me, paused: false, madeAt: clock.now() };
        const progress = readProgress(properties, id);
        const edited = old && progressAfterEdit(platform, old, settings, progress);
        if (edited) {
          // a current run would write its own place over the new one
          const { lease } = progress;
          if (lease && lease.until > clock.now()) throw errors.running(lease.holder);
          properties.setAll(progressValues(id, edited));
        }
        writeJob(properties, { ...settings, id, ...keptOf(kept) });
      });
      return { kind: 'job', id };
    },
    pause: (id) => change(id, (job) => ({ ...job, paused: true })),
    resume: (id) =>
      change(id, (job, properties) => {
        properties.setAll(progressValues(job.id, { ...readProgress(properties, job.id), failures: 0 }));
        return { ...job, paused: false, refreshCause: platform.uuid().slice(0, ID_CHARACTERS) };
      }),
    run(id, token) {
      const properties = platform.documentProperties;
      if (!properties) throw errors.noDocument();
      if (typeof id !== 'string' || typeof token !== 'string') throw errors.noJob();
      const runJob = createJobRunner(platform, properties, parts);
      const holder = platform.person.name();
      const stopAt = clock.now() + STRETCH_MS;
      const run = runJob({ id, token, holder, stopAt, byPerson: true, isWanted: () => true });
      if (!run) throw errors.noJob();
      return { kind: 'job-run', run };
    },
    takeOver(id) {
      const [owner, ownerName] = [personName(platform), platform.person.name()];
      schedules.ensureHourly(TRIGGER_FUNCTION);
      change(id, (job) => ({ ...job, owner, ownerName }));
    },
    remove(id) {
      if (typeof id !== 'string') throw errors.noJob();
      changeDocumentProperties(platform, (properties) => removeJob(properties, id));
      keepTrigger();
    },
  };
}

type Kept = Pick<Job, 'owner' | 'ownerName' | 'paused' | 'madeAt' | 'refreshCause' | 'summary'>;

/** What a job keeps whatever its form says. */
function keptOf({ owner, ownerName, paused, madeAt, refreshCause, summary }: Kept): Kept {
  return {
    owner,
    ownerName,
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
  const zone = createZone(locales.timeZone);
  const separators = separatorsOf(locales.spreadsheetLocale);
  const texts = textsFor(locales.userLocale);
  const now = platform.clock.now();
  return jobs.map(({ job, progress }) => stateOf(job, progress, { now, zone, separators, texts, me }));
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
): JobState {
  const {
    owner,
    ownerName,
    madeAt: _madeAt,
    refreshCause: _refreshCause,
    summary: _summary,
    paused,
    ...settings
  } = job;
  const { lease, place, failures, begun, begun: lastRun } = { ...NEW_PROGRESS, ...progress };
  const isSoon = progress.unfinished || begun === 0;
  const nextRun = isWaiting(job, progress)
    ? 0
    : nextSlot(isSoon ? { every: 'hour', hour: 0, weekdays: [] } : job.schedule, now, zone);
  const { sync } = settings;
  return {
    ...settings,
    ...(sync && { sync: { ...sync, formula: translate(sync.formula, COMMA, separators) } }),
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
