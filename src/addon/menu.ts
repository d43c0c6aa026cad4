/** The menu. Sheets builds it before the person consents, so it uses no service that needs consent. */
import { readAppearance } from './account/appearance.js';
import type { ConnectionStore } from './account/connection.js';
import { explainRefusal } from './account/permissions.js';
import { errors, isSignalsError } from './errors.js';
import type { MenuItem, Platform } from './platform.js';
import { createFreeze, createThaw } from './refresh/freeze.js';
import { createRefresh } from './refresh/refresh.js';
import type { en } from './texts/en.js';
import { textsFor } from './texts/language.js';

/** The captions and their global functions, in the order of the menu. */
const ITEMS: readonly (MenuItem & { readonly caption: keyof (typeof en)['menu'] })[] = [
  { caption: 'open', functionName: 'openSidebar' },
  { caption: 'build', functionName: 'openBuilder' },
  { caption: 'track', functionName: 'openTracking' },
  { caption: 'refreshSelection', functionName: 'refreshSelection', begins: true },
  { caption: 'refreshSheet', functionName: 'refreshSheet' },
  { caption: 'refreshAll', functionName: 'refreshAll' },
  { caption: 'freeze', functionName: 'freezeSelection', begins: true },
  { caption: 'thaw', functionName: 'thawSelection' },
  { caption: 'jobs', functionName: 'openJobs', begins: true },
  { caption: 'pushNews', functionName: 'openNews' },
  { caption: 'help', functionName: 'showHelp', begins: true },
];

export type MenuActions = ReturnType<typeof createMenu>;

/** Creates the menu's actions. Each is a global function. */
export function createMenu(platform: Platform, connections: ConnectionStore) {
  const { ui, person } = platform;
  const texts = () => textsFor(person.locale());
  const open = (section: string) =>
    ui.showSidebar('sidebar', 'Signals', { section, appearance: readAppearance(platform).appearance });
  const refresh = createRefresh(platform, connections, texts);

  /** Refuses calls without a person at the screen, and shows errors in an alert. */
  const forPerson = (act: () => void) => (): void => {
    try {
      ui.requirePerson();
    } catch {
      throw errors.menuOnly();
    }
    try {
      act();
    } catch (error) {
      const told = explainRefusal(platform, error);
      if (!isSignalsError(told)) throw told;
      ui.alert('Signals', told.message);
    }
  };

  return {
    addMenu() {
      const { menu } = texts();
      ui.addMenu(ITEMS.map((item): MenuItem => ({ ...item, caption: menu[item.caption] })));
    },
    openSidebar: () => open(''),
    openBuilder: () => open('build'),
    refreshSelection: forPerson(() => refresh('selection')),
    refreshSheet: forPerson(() => refresh('sheet')),
    refreshAll: forPerson(() => refresh('everything')),
    freezeSelection: forPerson(createFreeze(platform, texts)),
    thawSelection: forPerson(createThaw(platform, texts)),
    openJobs: () => open('jobs'),
    openNews: () => open('news'),
    openTracking: () => open('track'),
    showHelp: () => ui.alert('Signals', texts().helpText),
  };
}
