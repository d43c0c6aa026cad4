/** Implements platform.ts with Google's services. Only this folder names them; none is called before use. */

import { ignoreErrors } from '../errors.js';
import { lazy, lazyMembers } from '../lazy.js';
import type {
  Cache,
  Http,
  HttpAnswer,
  HttpRequest,
  Lock,
  Mail,
  Platform,
  Properties,
  Schedules,
} from '../platform.js';
import { googleGrid } from './grid.js';
import { googlePerson } from './person.js';

/** The published types lack `timeoutSeconds`; the reference of UrlFetchApp has it since 2026. */
type FetchOptions = GoogleAppsScript.URL_Fetch.URLFetchRequest & { timeoutSeconds?: number };

/** Google's limit of triggers per person and script. */
const MAX_TRIGGERS = 20;
const LOCK_TRIES = 3;
const SHORTEST_PAUSE_MS = 200;
const PAUSE_SPREAD_MS = 600;
/** The title of dialogs and of the page. */
const TITLE = 'Signals';
const MAIL_SCOPE = 'https://www.googleapis.com/auth/script.send_mail';

export function createGoogle(): Platform {
  return lazyMembers(services, {
    userProperties: () => properties(PropertiesService.getUserProperties()),
    scriptProperties: () => properties(PropertiesService.getScriptProperties()),
    documentProperties: () => openedIf(PropertiesService.getDocumentProperties(), properties),
    documentCache: () => openedIf(CacheService.getDocumentCache(), cache),
    documentLock: () => openedIf(LockService.getDocumentLock(), lockOf),
    scriptLock: () => lockOf(LockService.getScriptLock()),
    spreadsheet,
  });
}

/** Without a document, Google has no store. */
function openedIf<T, U>(store: T | null, open: (store: T) => U): U | null {
  return store ? open(store) : null;
}

/** Reads each value once per execution, so that code under a lock need not read it. */
function spreadsheet(): Platform['spreadsheet'] {
  return {
    id: lazy(() => SpreadsheetApp.getActiveSpreadsheet().getId()),
    locale: lazy(() => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetLocale()),
    // a stand-alone script has no spreadsheet
    timeZone: lazy(() => SpreadsheetApp.getActiveSpreadsheet()?.getSpreadsheetTimeZone() ?? 'Etc/GMT'),
    activeCell() {
      const range = SpreadsheetApp.getActiveRange();
      return range ? `${range.getSheet().getName()}!${range.getA1Notation()}` : '';
    },
  };
}

const ui: Platform['ui'] = {
  addMenu(groups) {
    const menu = SpreadsheetApp.getUi().createAddonMenu();
    groups.forEach((items, index) => {
      if (index > 0) menu.addSeparator();
      for (const { caption, functionName } of items) menu.addItem(caption, functionName);
    });
    menu.addToUi();
  },
  toast: (text) => void SpreadsheetApp.getActiveSpreadsheet().toast(text, TITLE),
  showSidebar(marks) {
    const page = HtmlService.createHtmlOutputFromFile('sidebar').setTitle(TITLE);
    for (const [name, value] of Object.entries(marks)) {
      page.setContent(page.getContent().replace(`data-${name}=""`, `data-${name}="${value}"`));
    }
    SpreadsheetApp.getUi().showSidebar(page);
  },
  alert(text) {
    const ui = SpreadsheetApp.getUi();
    ui.alert(TITLE, text, ui.ButtonSet.OK);
  },
  confirm(question) {
    const ui = SpreadsheetApp.getUi();
    return ui.alert(TITLE, question, ui.ButtonSet.OK_CANCEL) === ui.Button.OK;
  },
  requirePerson: () => void SpreadsheetApp.getUi(),
};

const codecs: Pick<Platform, 'sha256' | 'hmac' | 'compress' | 'expand'> = {
  sha256(text) {
    const bytes = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8);
    return bytes.map((byte) => (byte & 255).toString(16).padStart(2, '0')).join('');
  },
  hmac(text, key) {
    const bytes = Utilities.newBlob(text).getBytes();
    return Utilities.base64Encode(Utilities.computeHmacSha256Signature(bytes, Utilities.base64Decode(key)));
  },
  compress: (text) => Utilities.base64Encode(Utilities.gzip(Utilities.newBlob(text)).getBytes()),
  expand(compressed) {
    const blob = Utilities.newBlob(Utilities.base64Decode(compressed), 'application/x-gzip');
    return Utilities.ungzip(blob).getDataAsString('UTF-8');
  },
};

const webApp: Platform['webApp'] = {
  address: () => ignoreErrors(() => ScriptApp.getService().getUrl()) ?? '',
  json: (text) => ContentService.createTextOutput(text).setMimeType(ContentService.MimeType.JSON),
};

const send: Http['send'] = (requests, timeoutSeconds) => {
  const prepared = requests.map((request) => fetchOptions(request, timeoutSeconds));
  const [only] = prepared;
  if (only && prepared.length === 1) return [answer(UrlFetchApp.fetch(only.url, only))];
  return UrlFetchApp.fetchAll(prepared).map(answer);
};

function fetchOptions(request: HttpRequest, timeoutSeconds: number): FetchOptions {
  return {
    url: request.url,
    method: request.method,
    headers: { ...request.headers },
    muteHttpExceptions: true,
    // a redirect would carry the key to another address
    followRedirects: false,
    timeoutSeconds,
    ...(request.body !== undefined && { contentType: 'application/json', payload: request.body }),
  };
}

function answer(response: GoogleAppsScript.URL_Fetch.HTTPResponse): HttpAnswer {
  return {
    status: response.getResponseCode(),
    text: response.getContentText('UTF-8'),
    header(name) {
      const headers = response.getAllHeaders() as Record<string, string | string[]>;
      const found = Object.keys(headers).find((key) => key.toLowerCase() === name.toLowerCase());
      return found === undefined ? undefined : String(headers[found]);
    },
  };
}

function properties(store: GoogleAppsScript.Properties.Properties): Properties {
  return {
    get: (key) => store.getProperty(key),
    set: (key, value) => void store.setProperty(key, value),
    setAll: (values) => void store.setProperties({ ...values }),
    remove: (key) => void store.deleteProperty(key),
  };
}

function cache(store: GoogleAppsScript.Cache.Cache): Cache {
  return {
    getAll: (keys) => store.getAll([...keys]) as Record<string, string>,
    putAll: (values, ttlSeconds) => store.putAll({ ...values }, ttlSeconds),
    removeAll: (keys) => store.removeAll([...keys]),
  };
}

function lockOf(lock: GoogleAppsScript.Lock.Lock): Lock {
  return {
    run(waitMs, action) {
      if (!retried(() => lock.tryLock(waitMs))) return false;
      try {
        action();
      } finally {
        // a lock that stays taken ends with the execution: that must not hide what the action has done
        retried(() => lock.releaseLock());
      }
      return true;
    },
  };
}

/**
 * LockService throws if a script does too many lock operations in a short time; Google documents no limit. A
 * random pause before each retry spreads the executions. Returns undefined if the last try is refused, too.
 */
function retried<T>(operation: () => T): T | undefined {
  for (let tries = 1; ; tries++) {
    try {
      return operation();
    } catch (error) {
      if (tries === LOCK_TRIES) return void console.warn(error);
      Utilities.sleep(SHORTEST_PAUSE_MS + Math.floor(Math.random() * PAUSE_SPREAD_MS));
    }
  }
}

const mail: Mail = {
  require: () => ScriptApp.requireScopes?.(ScriptApp.AuthMode.FULL, [MAIL_SCOPE]),
  remaining: () => MailApp.getRemainingDailyQuota(),
  send: (recipient, subject, body) => MailApp.sendEmail(recipient, subject, body),
};

/** Clock triggers of the person at the screen. Google allows an add-on one per person and spreadsheet. */
const schedules: Schedules = {
  makeHourly: (functionName) =>
    ScriptApp.newTrigger(functionName).timeBased().everyHours(1).create().getUniqueId(),
  exists: (id) => triggerOf(id) !== undefined,
  isEnabled(id) {
    const trigger = triggerOf(id);
    if (!trigger) return false;
    // `isDisabled` is undocumented, but some scripts use it
    const isDisabled = ignoreErrors(() => {
      const test: unknown = Reflect.get(trigger, 'isDisabled');
      return typeof test === 'function' && test.call(trigger) === true;
    });
    return isDisabled !== true;
  },
  findHere: (functionName) =>
    ScriptApp.getUserTriggers(SpreadsheetApp.getActiveSpreadsheet())
      .find((trigger) => trigger.getHandlerFunction() === functionName)
      ?.getUniqueId(),
  remove(id) {
    const trigger = triggerOf(id);
    if (trigger) ScriptApp.deleteTrigger(trigger);
  },
  areUsedUp: () => ScriptApp.getProjectTriggers().length >= MAX_TRIGGERS,
};

function triggerOf(id: string): GoogleAppsScript.Script.Trigger | undefined {
  return ScriptApp.getProjectTriggers().find((trigger) => trigger.getUniqueId() === id);
}

const services = {
  http: { send },
  clock: { now: () => Date.now(), sleep: (ms: number) => Utilities.sleep(ms) },
  grid: googleGrid,
  person: googlePerson,
  schedules,
  mail,
  ui,
  allDocumentProperties: () => PropertiesService.getDocumentProperties()?.getProperties() ?? {},
  ...codecs,
  log: { warn: (what: unknown) => console.warn(what) },
  uuid: () => Utilities.getUuid(),
  webApp,
};
