/** Reads the whole state that the sidebar shows. It reads each store in one call. */

import type { JobState } from '../../contract/jobs.js';
import type {
  FormulaKey,
  HealthProblem,
  Outcome,
  Sharing,
  SidebarState,
  TriggerProblem,
} from '../../contract/sidebar-api.js';
import { readActivity } from '../account/activity.js';
import { ConnectionStore, type SharedConnection } from '../account/connection.js';
import { hasConsent } from '../account/consent.js';
import { currentBudget, payerOfFormulas } from '../account/payer.js';
import { readAppearance } from '../account/person.js';
import { readSettings, readSignals } from '../account/settings.js';
import { jobStates } from '../jobs/job-states.js';
import { createJobTrigger } from '../jobs/job-trigger.js';
import { withoutSecret } from '../news/push-news.js';
import type { Platform } from '../platform.js';
import { isKnownZone, todayIn, zoneOrUtc } from '../question/zone.js';
import { createSnapshotPlatform } from '../storage/platforms.js';
import { wasStoreFull } from '../storage/purchase-store.js';
import { cellAt, selectedPlace } from './builder.js';

const ENDING_CHARACTERS = 4;

type Keys = ReturnType<typeof readKeys>;

/** Reads the state and adds the outcome of the sidebar's call. */
export function readState(google: Platform, outcome: Outcome | undefined): SidebarState {
  const platform = createSnapshotPlatform(google);
  const connections = new ConnectionStore(platform);
  const { spreadsheet, person, documentProperties: document } = platform;
  const [timeZone, spreadsheetLocale] = [spreadsheet.timeZone(), spreadsheet.locale()];
  const userLocale = person.locale();
  const today = todayIn(zoneOrUtc(timeZone), platform);
  const settings = readSettings(document);
  const keys = readKeys(connections);
  const { shared } = keys;
  const formulaKey = formulaKeyOf(keys);
  const jobs = jobStates(platform, userLocale);
  const selected = selectedPlace(platform);
  return {
    userLocale,
    spreadsheetLocale,
    timeZone,
    baseUrl: keys.own?.baseUrl ?? '',
    hasKey: keys.own !== undefined,
    keyEnding: keys.own?.apiKey.slice(-ENDING_CHARACTERS) ?? '',
    ...(shared && keys.isSharedHere && { sharing: sharingOf(shared, connections.isMine(shared)) }),
    formulaKey,
    health: healthProblems(platform, keys, formulaKey, jobs),
    ...(selected && { cell: cellAt(selected) }),
    groups: settings.groups,
    defaultGroup: settings.defaultGroup,
    callbacks: Object.fromEntries(
      Object.entries(settings.callbacks).map(([group, url]) => [group, withoutSecret(url)]),
    ),
    activity: readActivity(platform, today),
    jobs,
    appearance: readAppearance(platform),
    hasWebApp: platform.webApp.address() !== '',
    budgetPayer: payerOfFormulas(connections),
    rules: {
      dailyBudget: currentBudget(platform, connections, settings),
      monthlyBudget: settings.monthlyBudget ?? 0,
      freshness: settings.freshness,
    },
    ...(outcome && { outcome }),
  };
}

function readKeys(connections: ConnectionStore) {
  const shared = connections.findShared();
  return {
    own: connections.find(),
    shared,
    isSharingDamaged: shared === undefined && connections.isSharingDamaged(),
    isSharedHere: connections.sharedHere() !== undefined,
    formulaPayer: connections.formulaPayer(),
  };
}

function formulaKeyOf({ own, isSharedHere, formulaPayer }: Keys): FormulaKey {
  if (isSharedHere) return 'shared';
  if (formulaPayer === undefined) return 'unknown';
  if (formulaPayer === '') return 'none';
  return formulaPayer === own?.payer ? 'mine' : 'other';
}

function sharingOf({ owner, dailyCap, baseUrl, apiKey, sharedAt }: SharedConnection, mine: boolean): Sharing {
  return { owner, dailyCap, baseUrl, keyEnding: apiKey.slice(-ENDING_CHARACTERS), sharedAt, mine };
}

function healthProblems(
  platform: Platform,
  { own, shared, isSharedHere, isSharingDamaged }: Keys,
  formulaKey: FormulaKey,
  jobs: readonly JobState[],
): HealthProblem[] {
  const { refusedPayer } = readSignals(platform.documentProperties);
  const cell = platform.grid.cell();
  const hasActiveJobs = jobs.some(({ mine, paused }) => mine && !paused);
  const trigger = hasActiveJobs ? createJobTrigger(platform).problem() : undefined;
  const found: Readonly<Record<Exclude<HealthProblem, TriggerProblem>, boolean>> = {
    'no-key': !own && formulaKey === 'unknown',
    'key-refused': refusedPayer !== '' && refusedPayer === (isSharedHere ? shared : own)?.payer,
    'owner-without-key': !own && formulaKey === 'none',
    'key-out-of-sight': own !== undefined && formulaKey === 'none',
    'not-allowed':
      own !== undefined && !isSharedHere && formulaKey !== 'other' && !hasConsent(platform, own.payer),
    'copied-spreadsheet': shared !== undefined && !isSharedHere,
    'damaged-sharing': isSharingDamaged,
    'no-document': platform.documentProperties === null,
    'store-full': wasStoreFull(platform),
    'missing-scope': platform.person.lacksPermission(),
    'unknown-zone': !isKnownZone(platform.spreadsheet.timeZone()),
    'view-only': cell !== undefined && !cell.tab.canEdit(cell.area),
  };
  const others = (Object.keys(found) as (keyof typeof found)[]).filter((problem) => found[problem]);
  return trigger ? [...others, trigger] : others;
}
