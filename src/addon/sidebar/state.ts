/** Reads the whole state that the sidebar shows. It reads each store in one call. */

import { separatorsOf } from '../../contract/formula.js';
import type { JobState } from '../../contract/jobs.js';
import type {
  FormulaKey,
  HealthProblem,
  Outcome,
  Sharing,
  SidebarState,
} from '../../contract/sidebar-api.js';
import { readActivity } from '../account/activity.js';
import { readAppearance } from '../account/appearance.js';
import { ConnectionStore, type SharedConnection, type StoredConnection } from '../account/connection.js';
import { hasConsent } from '../account/consent.js';
import { currentBudget, payerOfFormulas } from '../account/payer.js';
import { readSettings, readSignals } from '../account/settings.js';
import { jobStates } from '../jobs/job-states.js';
import { createJobTrigger, type TriggerProblem } from '../jobs/job-trigger.js';
import { forPage, readPushes, withoutSecret } from '../news/push-news.js';
import type { Platform } from '../platform.js';
import { isKnownZone, zoneOrUtc } from '../question/zone.js';
import { createSnapshotPlatform } from '../storage/platforms.js';
import { wasStoreFull } from '../storage/purchase-store.js';
import { selectedCell } from './builder.js';
import { readTemplates } from './templates.js';

const ENDING_CHARACTERS = 4;

interface Keys {
  readonly own: StoredConnection | undefined;
  readonly shared: SharedConnection | undefined;
  readonly here: boolean;
  readonly damaged: boolean;
  readonly seen: string | undefined;
}

/** @returns a function that reads the state and adds the outcome of the sidebar's call */
export function createStateReader(google: Platform): (outcome?: Outcome) => SidebarState {
  return (outcome) => {
    const platform = createSnapshotPlatform(google);
    const connections = new ConnectionStore(platform);
    const { spreadsheet, person, clock, documentProperties: document } = platform;
    const [timeZone, spreadsheetLocale] = [spreadsheet.timeZone(), spreadsheet.locale()];
    const userLocale = person.locale();
    const today = zoneOrUtc(timeZone).dayOf(new Date(clock.now()));
    const stored = readSettings(document);
    const settings = { ...stored, dailyBudget: currentBudget(platform, connections, stored) };
    const shared = connections.findShared();
    const keys: Keys = {
      own: connections.find(),
      shared,
      damaged: shared === undefined && connections.isSharingDamaged(),
      here: connections.sharedHere() !== undefined,
      seen: connections.formulaPayer(),
    };
    const formulaKey = whoseKey(keys);
    const jobs = jobStates(platform, userLocale);
    const cell = selectedCell(platform);
    const separators = separatorsOf(spreadsheetLocale);
    return {
      userLocale,
      spreadsheetLocale,
      timeZone,
      baseUrl: keys.own?.baseUrl ?? '',
      hasKey: keys.own !== undefined,
      keyEnding: keys.own?.apiKey.slice(-ENDING_CHARACTERS) ?? '',
      ...(shared && keys.here && { sharing: sharingOf(shared, connections.isMine(shared)) }),
      formulaKey,
      health: troubles(platform, keys, formulaKey, jobs, {
        refusedPayer: readSignals(document).refusedPayer,
        timeZone,
      }),
      ...(cell && { cell }),
      groups: settings.groups,
      defaultGroup: settings.defaultGroup,
      templates: readTemplates(platform.userProperties, separators),
      callbacks: Object.fromEntries(
        Object.entries(settings.callbacks).map(([group, url]) => [group, withoutSecret(url)]),
      ),
      pushes: document ? readPushes(document).map(forPage) : [],
      activity: readActivity(platform, today, settings.dailyBudget),
      jobs,
      ...readAppearance(platform),
      hasWebApp: platform.webApp.address() !== '',
      budgetPayer: payerOfFormulas(connections),
      rules: {
        dailyBudget: settings.dailyBudget,
        monthlyBudget: settings.monthlyBudget ?? 0,
        freshness: settings.freshness,
      },
      ...(outcome && { outcome }),
    };
  };
}

function whoseKey({ own, here, seen }: Keys): FormulaKey {
  if (here) return 'shared';
  if (seen === undefined) return 'unknown';
  if (seen === '') return 'none';
  return seen === own?.payer ? 'mine' : 'other';
}

function sharingOf({ owner, dailyCap, baseUrl, apiKey, sharedAt }: SharedConnection, mine: boolean): Sharing {
  return { owner, dailyCap, baseUrl, keyEnding: apiKey.slice(-ENDING_CHARACTERS), sharedAt, mine };
}

function troubles(
  platform: Platform,
  { own, shared, here, damaged }: Keys,
  formulaKey: FormulaKey,
  jobs: readonly JobState[],
  { refusedPayer, timeZone }: { readonly refusedPayer: string; readonly timeZone: string },
): HealthProblem[] {
  const waiting = jobs.some(({ mine, paused }) => mine && !paused);
  const trigger = waiting ? createJobTrigger(platform).problem() : undefined;
  const found: Readonly<Record<Exclude<HealthProblem, TriggerProblem>, boolean>> = {
    'no-key': !own && formulaKey === 'unknown',
    'key-refused': refusedPayer !== '' && refusedPayer === (here ? shared : own)?.payer,
    'owner-without-key': !own && formulaKey === 'none',
    'key-out-of-sight': own !== undefined && formulaKey === 'none',
    'not-allowed': own !== undefined && !here && formulaKey !== 'other' && !hasConsent(platform, own.payer),
    'copied-spreadsheet': shared !== undefined && !here,
    'damaged-sharing': damaged,
    'no-document': platform.documentProperties === null,
    'store-full': wasStoreFull(platform),
    'missing-scope': platform.person.lacksPermission(),
    'unknown-zone': !isKnownZone(timeZone),
    'view-only': !platform.sheets.isEditable(),
  };
  const others = (Object.keys(found) as (keyof typeof found)[]).filter((problem) => found[problem]);
  return trigger ? [...others, trigger] : others;
}
