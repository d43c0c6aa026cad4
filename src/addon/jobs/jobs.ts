/** The sidebar's actions on jobs: save, pause, resume, run, take over and remove. */
import type { AlertSecret } from '../../contract/alerts.js';
import { COMMA, separatorsOf, translate } from '../../contract/formula.js';
import { withSheet } from '../../contract/formula-sheet.js';
import type { JobInput, SyncSettings } from '../../contract/jobs.js';
import { asFields } from '../../contract/json.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import type { ConnectionStore } from '../account/connection.js';
import { changeDocumentProperties } from '../account/context.js';
import { knownPersonName, personName } from '../account/person.js';
import { errors, ignoreSignalsErrors } from '../errors.js';
import { destinationOf } from '../news/push-news.js';
import type { Platform, Properties } from '../platform.js';
import { requireDocument } from '../storage/document-lock.js';
import { type Job, versionOf } from './job.js';
import { storeAlerts } from './job-alerts.js';
import { checkJobInput } from './job-input.js';
import {
  listJobs,
  progressValues,
  readJob,
  readProgress,
  removeJob,
  removeUnused,
  requireJob,
  writeJob,
} from './job-store.js';
import { createJobTrigger, type JobTrigger } from './job-trigger.js';
import { readEdit } from './progress-after-edit.js';
import { runJob } from './run-job.js';
import { readSyncQuestion } from './sync-question.js';

const MAX_JOBS = 20;
const ID_CHARACTERS = 8;
/** Length of a job id that is derived from a draft: two drafts never get the same id. */
const DRAFT_CHARACTERS = 16;
/** Length of one call of a manual run: the waiting person sees the progress after each call. */
const MANUAL_CALL_MS = 15_000;
/** Google ends an execution after six minutes; the last question, reruns and alerts need some of them. */
const LONGEST_CALL_MS = 180_000;

interface JobContext {
  readonly platform: Platform;
  readonly connections: ConnectionStore;
  readonly trigger: JobTrigger;
}

/**
 * A person who changes or resumes a job becomes its owner: their own trigger and key run it. Everyone may
 * pause or remove a job, and run it once with their own key.
 */
export function createJobs(platform: Platform, connections: ConnectionStore) {
  const context: JobContext = { platform, connections, trigger: createJobTrigger(platform) };
  return {
    save: (input: unknown) => save(context, input),
    pause: (id: unknown) => change(platform, id, (job) => ({ ...job, paused: true })),
    resume: (id: unknown, version?: unknown) =>
      takeOwnership(context, id, version, (job, properties) => {
        properties.setAll(progressValues(job.id, { ...readProgress(properties, job.id), failures: 0 }));
        return { ...job, paused: false, refreshCause: platform.uuid().slice(0, ID_CHARACTERS) };
      }),
    run: (id: unknown, token: unknown, version?: unknown) => run(context, id, token, version),
    takeOver: (id: unknown, version?: unknown) => takeOwnership(context, id, version, (job) => job),
    remove(id: unknown): void {
      if (typeof id !== 'string') throw errors.noJob();
      // addresses are stored under this id; reading it first avoids a call to Sheets under the lock
      platform.spreadsheet.id();
      changeDocumentProperties(platform, (properties) => removeJob(platform, properties, id));
      updateTrigger(context);
    },
  };
}

/** Returns the current user as a job's owner. */
function currentOwner({ platform, connections }: JobContext) {
  const service = ignoreSignalsErrors(() => connections.require().baseUrl);
  return { owner: personName(platform), ownerName: platform.person.name(), service };
}

/** Edits a job and makes the current user its owner. */
function takeOwnership(
  context: JobContext,
  id: unknown,
  version: unknown,
  edit: (job: Job, properties: Properties) => Job,
): void {
  const me = currentOwner(context);
  context.trigger.ensure();
  change(context.platform, id, (job, properties) => {
    requireUnchanged(job, version);
    const edited = edit(job, properties);
    // an owner agrees to another address only by saving the job
    return job.owner === me.owner ? edited : { ...edited, ...me };
  });
}

function change(platform: Platform, id: unknown, edit: (job: Job, properties: Properties) => Job): void {
  changeDocumentProperties(platform, (properties) => {
    writeJob(platform, properties, edit(requireJob(properties, id), properties));
  });
}

/**
 * Returns the settings to store. Ranges keep their sheet in the stored job; others get the name of the sheet
 * where the person typed the formula, because a run may find another one open. Separators become commas, because
 * the spreadsheet's locale may change.
 * @throws BAD_INPUT that names the formula's mistake
 */
function settingsToStore(
  platform: Platform,
  given: SyncSettings,
  stored: SyncSettings | undefined,
): SyncSettings {
  const { spreadsheet, grid } = platform;
  const text = translate(given.formula, separatorsOf(spreadsheet.locale()), COMMA);
  const sheet = grid.cell()?.tab.name();
  const isSame = sheet === undefined || text === stored?.formula;
  const formula = isSame ? text : withSheet(text, sheet, COMMA, stored?.formula);
  readSyncQuestion(platform, formula);
  return { ...given, formula };
}

/** Keeps the current user's trigger while they own a job, else removes it. */
function updateTrigger({ platform, trigger }: JobContext): void {
  const me = knownPersonName(platform);
  const isNeeded = listJobs(platform).some(({ job }) => job.owner === me);
  if (isNeeded) trigger.ensure();
  else trigger.remove();
}

function checkedInput(platform: Platform, input: unknown): JobInput {
  const jobs = listJobs(platform).map(({ job }) => job);
  const own = jobs.find(({ id }) => id === asFields(input)['id'])?.push;
  const checked = checkJobInput(input, (url, group) => destinationOf(platform, url, group, own));
  if (checked.digest !== '' || checked.alerts?.some(({ kind }) => kind === 'mail')) platform.mail.require();
  return checked;
}

function save(context: JobContext, input: unknown): Outcome {
  const { platform, trigger } = context;
  const { id: givenId, draftId, alerts: inputs, ...given } = checkedInput(platform, input);
  const { version } = asFields(input);
  const me = currentOwner(context);
  const ofDraft = () => platform.sha256(`${me.owner} ${draftId}`).slice(0, DRAFT_CHARACTERS);
  const id = givenId ?? (draftId === undefined ? platform.uuid().slice(0, ID_CHARACTERS) : ofDraft());
  const stored = readJob(requireDocument(platform), id);
  const { sync } = given;
  const settings = { ...given, ...(sync && { sync: settingsToStore(platform, sync, stored?.sync) }) };
  // the trigger first: a trigger without a job removes itself
  const refusal = trigger.ensure();
  const secrets: AlertSecret[] = [];
  const editProgress = readEdit(platform, stored?.sync, settings.sync);
  changeDocumentProperties(platform, (properties) => {
    const old = givenId === undefined ? readJob(properties, id) : requireJob(properties, id);
    if (old) requireUnchanged(old, version);
    if (!old && listJobs(platform).length >= MAX_JOBS) throw errors.tooManyJobs(MAX_JOBS);
    // the stored job decides these fields, not the form
    const { paused = false, madeAt = platform.clock.now(), refreshCause, summary }: Partial<Job> = old ?? {};
    const progress = readProgress(properties, id);
    // another person may have changed the job since it was read
    if (old && JSON.stringify(old.sync) !== JSON.stringify(stored?.sync)) throw errors.jobChanged();
    const edited = old ? editProgress(progress) : progress;
    const { lease } = progress;
    // a running job would overwrite the new progress, and queue its records for the old alerts
    if (lease && lease.until > platform.clock.now()) throw errors.running(lease.holder);
    const { alerts, outboxes } = storeAlerts(platform, properties, inputs, old ?? {}, secrets);
    const storedFields = { id, paused, madeAt, refreshCause, summary };
    const job = { ...settings, ...(alerts[0] && { alerts }), ...storedFields, ...me };
    const before = { ...outboxes, ...(edited !== progress && progressValues(id, edited)) };
    writeJob(platform, properties, job, before);
    removeUnused(platform, properties, old);
  });
  return { kind: 'job', id, refusal, ...(secrets[0] && { secrets }) };
}

function run(context: JobContext, id: unknown, token: unknown, version: unknown): Outcome {
  const { platform, connections } = context;
  if (typeof id !== 'string' || typeof token !== 'string') throw errors.noJob();
  const done = runJob(platform, connections, {
    id,
    token,
    person: knownPersonName(platform),
    stopAt: platform.clock.now() + callTime(platform, id, token),
    byPerson: true,
    isWanted(job) {
      requireUnchanged(job, version);
      return true;
    },
  });
  if (!done) throw errors.noJob();
  // each run that a person starts restores a trigger that Google has removed or disabled
  if (token === '') updateTrigger(context);
  return { kind: 'job-run', run: done };
}

/**
 * Each call of a refresh begins with its first question. So a resumed one takes as long as the run has taken so
 * far, up to three minutes, and gets beyond the questions whose answers are stored.
 */
function callTime({ clock, documentProperties: properties }: Platform, id: string, token: string): number {
  if (token === '' || !properties || !readJob(properties, id)?.refresh) return MANUAL_CALL_MS;
  const soFar = clock.now() - readProgress(properties, id).begun;
  return Math.min(Math.max(MANUAL_CALL_MS, soFar), LONGEST_CALL_MS);
}

/** A call that is not from the page has no version. The check only protects the person who calls. */
function requireUnchanged(job: Job, version: unknown): void {
  if (typeof version === 'string' && version !== '' && version !== versionOf(job)) throw errors.jobChanged();
}
