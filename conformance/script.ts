/** Session and ScriptApp: the person, the script, its permissions and its triggers. */
import { either, namesOf, type Rule } from './rule.js';

const HANDLER = 'runConformance';

/** An hourly trigger, which is deleted afterwards. */
function withTrigger<T>(work: (trigger: GoogleAppsScript.Script.Trigger) => T): T {
  const trigger = ScriptApp.newTrigger(HANDLER).timeBased().everyHours(1).create();
  try {
    return work(trigger);
  } finally {
    ScriptApp.deleteTrigger(trigger);
  }
}

const ids = (): string[] => ScriptApp.getProjectTriggers().map((trigger) => trigger.getUniqueId());

export const scriptRules: readonly Rule[] = [
  {
    name: "the person's locale is a language",
    source: 'docs',
    expected: /^[a-z]{2}([-_]\w+)?$/,
    see: () => Session.getActiveUserLocale(),
  },
  {
    name: 'with consent, the address of the person is known',
    source: 'docs',
    expected: true,
    see: () => Session.getEffectiveUser().getEmail().includes('@'),
  },
  {
    name: 'a script that is no web app has no address of one; by some reports that of its tests',
    source: 'docs',
    expected: either(null, '', /\/dev$/),
    see: () => ScriptApp.getService().getUrl(),
  },
  {
    name: 'with consent, no authorization is required',
    source: 'docs',
    expected: 'NOT_REQUIRED',
    see: () => String(ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL).getAuthorizationStatus()),
  },
  {
    name: 'authorization modes have names',
    source: 'docs',
    expected: ['NONE', 'CUSTOM_FUNCTION', 'LIMITED', 'FULL'],
    see: () => {
      const { NONE, CUSTOM_FUNCTION, LIMITED, FULL } = ScriptApp.AuthMode;
      return namesOf(NONE, CUSTOM_FUNCTION, LIMITED, FULL);
    },
  },
  {
    name: 'a trigger knows its function',
    source: 'docs',
    expected: HANDLER,
    needsTriggers: true,
    see: () => withTrigger((trigger) => trigger.getHandlerFunction()),
  },
  {
    name: 'a trigger that Google has not disabled says so, or nothing',
    source: 'platform',
    expected: either(false, 'no such method'),
    needsTriggers: true,
    see: () =>
      withTrigger((trigger) => {
        // in no reference
        const isDisabled: unknown = Reflect.get(trigger, 'isDisabled');
        return typeof isDisabled === 'function' ? isDisabled.call(trigger) : 'no such method';
      }),
  },
  {
    name: 'a trigger is listed under its own id',
    source: 'docs',
    expected: true,
    needsTriggers: true,
    see: () => withTrigger((trigger) => ids().includes(trigger.getUniqueId())),
  },
  {
    name: 'a trigger that is deleted is no longer listed',
    source: 'docs',
    expected: false,
    needsTriggers: true,
    see: () => {
      const id = withTrigger((trigger) => trigger.getUniqueId());
      return ids().includes(id);
    },
  },
  {
    name: 'a clock trigger may be missing among the triggers of the spreadsheet',
    source: 'platform',
    expected: either(true, false),
    needsTriggers: true,
    see: () =>
      withTrigger((trigger) =>
        ScriptApp.getUserTriggers(SpreadsheetApp.getActiveSpreadsheet())
          .map((one) => one.getUniqueId())
          .includes(trigger.getUniqueId()),
      ),
  },
  {
    name: 'a menu is built in a chain',
    source: 'docs',
    expected: 'nothing thrown',
    see: () => {
      const ui = SpreadsheetApp.getUi();
      ui.createAddonMenu().addItem('Run', HANDLER).addSeparator();
      return 'nothing thrown';
    },
  },
];
