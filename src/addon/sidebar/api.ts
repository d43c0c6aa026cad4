/** The calls of the sidebar. All but one return the whole state; none returns a key or runs for a formula. */
import type { Outcome, Refusal, SidebarApi, SidebarState } from '../../contract/sidebar-api.js';
import type { ConnectionStore } from '../account/connection.js';
import { storeConsent } from '../account/consent.js';
import { storeRefusal } from '../account/context.js';
import { explainRefusal } from '../account/permissions.js';
import { writeAppearance } from '../account/person.js';
import { asSignalsError, dataOf, errors, isSignalsError } from '../errors.js';
import { testAlert } from '../jobs/job-alerts.js';
import { createJobs } from '../jobs/jobs.js';
import { logErrors } from '../jobs/run-job.js';
import { makeViews } from '../jobs/views.js';
import { pushNews } from '../news/push-news.js';
import { makeReceiverSecret } from '../news/receiver.js';
import type { Platform } from '../platform.js';
import { completeJournal } from '../refresh/journal.js';
import { runFailedAgain } from '../refresh/run-again.js';
import { trackedCall } from '../service/calls.js';
import { Client } from '../service/client.js';
import { findTab } from '../tab/find-tab.js';
import { cellAt, insertFormula, insertSheet, placeOf } from './builder.js';
import { createGroups, createTracking } from './groups.js';
import { lookUp } from './look-up.js';
import { createPreview } from './preview.js';
import { releaseCredits, saveRules } from './rules.js';
import { readState } from './state.js';

/** A group that does not exist: the service answers a valid key with "no such group". */
const PROBE_GROUP = 'connection test';
const BUDGET_MS = 25_000;

export function createSidebarApi(platform: Platform, connections: ConnectionStore): SidebarApi {
  const jobs = createJobs(platform, connections);
  const callers = createCallers(platform);
  const { personOnly, withOutcome, withoutOutcome } = callers;
  const allow = () => storeConsent(platform, connections);
  const groups = createGroups(platform, connections);
  const tracking = createTracking(platform, connections);
  return {
    ...keyCalls(platform, connections, callers),

    sidebarState: withOutcome((cell?: unknown): Outcome | undefined => {
      logErrors(platform, () => completeJournal(platform));
      return cell ? { kind: 'cell', cell: cellAt(placeOf(platform, cell)) } : undefined;
    }),

    insertFormula: withOutcome((insertion: unknown) => insertFormula(platform, allow, insertion)),
    previewFormula: withOutcome(createPreview(platform, connections)),
    insertSheet: withOutcome((insertion: unknown) => insertSheet(platform, allow, insertion)),
    openTab: withoutOutcome((name: unknown) => {
      const tab = findTab(platform.grid.tabs(), String(name));
      if (!tab) throw errors.noSuchSheet(String(name));
      tab.activate();
    }),

    addGroup: withoutOutcome(groups.add),
    removeGroup: withoutOutcome(groups.remove),
    setDefaultGroup: withoutOutcome(groups.setDefault),
    listCompanies: withOutcome(groups.list),
    matchColumn: withOutcome(tracking.match),
    changeGroup: withOutcome(tracking.change),

    pushNews: withOutcome((push: unknown) => pushNews(platform, connections, push)),

    saveRules: withoutOutcome((rules: unknown) => saveRules(platform, connections, rules)),
    allowSpending: withoutOutcome(allow),
    releaseCredits: withoutOutcome((token: unknown) => releaseCredits(platform, connections, token)),
    saveAppearance: withoutOutcome((appearance: unknown) => writeAppearance(platform, appearance)),

    saveJob: withOutcome(jobs.save),
    pauseJob: withoutOutcome(jobs.pause),
    resumeJob: withoutOutcome(jobs.resume),
    runJob: withOutcome(jobs.run),
    takeOverJob: withoutOutcome(jobs.takeOver),
    removeJob: withoutOutcome(jobs.remove),
    testAlert: withOutcome((id: unknown, alert: unknown) => testAlert(platform, id, alert)),
    makeViews: withOutcome((id: unknown) => makeViews(platform, id)),
    makeReceiver: withOutcome(() => madeReceiver(platform)),
    lookUp: personOnly((kind: unknown, text: unknown) => lookUp(platform, connections, kind, text)),
  };
}

type Args = readonly unknown[];
type Callers = ReturnType<typeof createCallers>;

/** Creates the wrappers that run the sidebar's calls. */
function createCallers(platform: Platform) {
  /** Refuses calls without a person at the screen, and throws only SignalsErrors. */
  const personOnly =
    <A extends Args, T>(run: (...args: A) => T) =>
    (...args: A): T => {
      try {
        platform.ui.requirePerson();
      } catch {
        throw errors.sidebarOnly();
      }
      try {
        return run(...args);
      } catch (error) {
        if (!isSignalsError(error)) platform.log.warn(error);
        throw asSignalsError(explainRefusal(platform, error));
      }
    };

  /** Returns the state after the call, with the call's outcome. */
  const withOutcome = <A extends Args>(run: (...args: A) => Outcome | undefined) =>
    personOnly((...args: A): SidebarState => readState(platform, run(...args)));

  const withoutOutcome = <A extends Args>(run: (...args: A) => void) =>
    withOutcome<A>((...args) => {
      run(...args);
      return undefined;
    });

  return { personOnly, withOutcome, withoutOutcome };
}

function keyCalls(
  platform: Platform,
  connections: ConnectionStore,
  { withOutcome, withoutOutcome }: Callers,
) {
  const changingKey = <A extends Args>(change: (...args: A) => void) =>
    withoutOutcome<A>((...args) => {
      change(...args);
      storeRefusal(platform, '');
    });
  return {
    saveConnection: withoutOutcome((connection: unknown) => {
      connections.save(connection);
      storeConsent(platform, connections);
      storeRefusal(platform, '');
      // formulas that failed because the key was missing or wrong
      logErrors(platform, () => runFailedAgain(platform));
    }),
    forgetConnection: changingKey(() => connections.remove()),
    testConnection: withOutcome((candidate?: unknown) => testOf(platform, connections, candidate)),
    shareConnection: changingKey((terms: unknown) => connections.share(terms)),
    stopSharing: changingKey(() => connections.unshare()),
  };
}

function madeReceiver(platform: Platform): Outcome {
  const query = `?secret=${makeReceiverSecret(platform)}`;
  const address = platform.webApp.address();
  // a service cannot sign in, so it needs an address for everyone
  return { kind: 'receiver', address: address.endsWith('/exec') ? address : '', query };
}

/** Makes one free call with the unsaved connection, else the person's own, else the shared one. */
function testOf(platform: Platform, connections: ConnectionStore, candidate: unknown): Outcome {
  try {
    const connection = candidate
      ? connections.check(candidate)
      : (connections.find() ?? connections.require());
    const deadline = platform.clock.now() + BUDGET_MS;
    new Client(platform, connection, deadline).ask(trackedCall(PROBE_GROUP));
  } catch (error) {
    const known = asSignalsError(error);
    if (known.code !== 'NO_GROUP') return { kind: 'tested', failure: dataOf(known) };
  }
  return { kind: 'tested' };
}

/** Returns errors as data. @throws only if a formula, not the page, made the call: the formula has to fail */
export function returningErrors<A extends readonly unknown[], T>(
  run: (...args: A) => T,
): (...args: A) => T | Refusal {
  return (...args) => {
    try {
      return run(...args);
    } catch (thrown) {
      const error = asSignalsError(thrown);
      if (error.details?.key === 'sidebarOnly') throw error;
      return { error: dataOf(error) };
    }
  };
}
