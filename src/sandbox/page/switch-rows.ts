/** The rows of the test bench for what Google decides: a line of the table is a switch. */
import type { Switches } from '../bridge/switches.js';
import { create } from './element.js';

export interface SwitchRows {
  readonly root: HTMLElement;
  show(switches: Switches, scopes: readonly string[]): void;
}

interface Row {
  readonly elements: readonly HTMLElement[];
  show(switches: Switches, scopes: readonly string[]): void;
}

type Change = (change: Partial<Switches>) => void;
type NamesOf<Kind> = {
  [Name in keyof Switches]: Switches[Name] extends Kind ? Name : never;
}[keyof Switches];

const ROWS: readonly ((change: Change) => Row)[] = [
  check('testDeployment', 'Test deployment (no triggers)'),
  check('sharedDrive', 'On a shared drive (no owner)'),
  check('documentPropertiesInFormulas', 'Formulas have document properties'),
  choice('lostAuthorization', 'Authorization lost', {
    nothing: 'nothing',
    all: 'everything',
    'all but mail': 'all but mail',
  }),
  choice('userLocale', 'Language of the person', {
    en: 'English',
    de: 'Deutsch',
    'de-CH': 'Deutsch (Schweiz)',
    fr: 'Français',
  }),
  choice('localeWithoutConsent', 'Add-on on opening', {
    known: 'enabled',
    unknown: 'not enabled, no language',
    refused: 'not enabled, an exception',
  }),
  check('clockTriggersByDocument', 'Clock triggers listed by spreadsheet'),
  choice('cacheLifetimes', 'Cache lifetime out of range', {
    throw: 'an exception',
    clamp: 'the next allowed',
  }),
  choice('exceptionWords', 'Words of exceptions', { english: 'English', foreign: 'foreign' }),
  check('exceptionsAreErrors', 'Exceptions are instances of Error'),
  choice('account', 'Google account', { consumer: 'without Workspace', workspace: 'with Workspace' }),
  choice('propertyCount', 'Quota of properties counts', {
    calls: 'calls',
    'written keys': 'calls, and written keys',
    keys: 'keys',
  }),
  choice('spentQuota', 'A call past its quota', { refuse: 'is refused', delay: 'waits for a minute' }),
  choice('latency', 'Calls take', { none: 'no time', google: 'as long as on Google' }),
  choice('crowded', 'The 31st formula at once', { queue: 'waits', refuse: 'is refused' }),
  choice('spreadsheetCalls', 'Calls to the spreadsheet', {
    'at once': 'do not wait',
    'wait for formulas': 'wait for formulas that run',
  }),
  choice('contentPolicy', 'The script’s pages may use', {
    'page only': 'only themselves',
    https: 'whatever is HTTPS',
  }),
  scopes('withheldScopes', 'Permissions granted'),
];

/** @param change called with what a person has set */
export function createSwitchRows(change: Change): SwitchRows {
  const rows = ROWS.map((row) => row(change));
  const root = create('div', {}, ...rows.flatMap(({ elements }) => elements));
  return {
    root,
    show(switches, all) {
      for (const row of rows) row.show(switches, all);
    },
  };
}

function check(name: NamesOf<boolean>, text: string) {
  return (change: Change): Row => {
    const box = create('input', { type: 'checkbox' });
    box.addEventListener('change', () => change({ [name]: box.checked }));
    return {
      elements: [create('label', { className: 'switch' }, text, box)],
      show(switches) {
        box.checked = switches[name];
      },
    };
  };
}

function choice<Name extends NamesOf<string>>(
  name: Name,
  text: string,
  options: Readonly<Record<string extends Switches[Name] ? string : Switches[Name], string>>,
) {
  return (change: Change): Row => {
    const select = create(
      'select',
      { ariaLabel: text },
      ...Object.entries<string>(options).map(([value, label]) => create('option', { value }, label)),
    );
    select.addEventListener('change', () => change({ [name]: select.value }));
    return {
      elements: [create('label', { className: 'switch' }, text, select)],
      show(switches) {
        select.value = switches[name];
      },
    };
  };
}

/** A box for each scope of the manifest; what is not ticked is withheld. */
function scopes(name: NamesOf<readonly string[]>, text: string) {
  return (change: Change): Row => {
    const list = create('fieldset', { className: 'scopes' });
    let shown = '';
    return {
      elements: [list],
      show(switches, all) {
        // drawn again only when they change, so that a box keeps the focus
        if (all.join() !== shown) {
          shown = all.join();
          list.replaceChildren(create('legend', { className: 'panel-title' }, text), ...all.map(boxOf));
        }
        for (const box of list.querySelectorAll('input')) box.checked = !switches[name].includes(box.value);
      },
    };
    function boxOf(scope: string): HTMLElement {
      const box = create('input', { type: 'checkbox', value: scope });
      box.addEventListener('change', () => {
        const boxes = [...list.querySelectorAll('input')];
        change({ [name]: boxes.filter(({ checked }) => !checked).map(({ value }) => value) });
      });
      return create('label', { className: 'switch' }, scope.replace(/^.*\/auth\//, ''), box);
    }
  };
}
