/** The menu. Sheets builds it before the person consents, so it uses no service that needs consent. */
import type { ConnectionStore } from './account/connection.js';
import { explainRefusal } from './account/permissions.js';
import { readAppearance } from './account/person.js';
import { errors, isSignalsError } from './errors.js';
import type { Platform } from './platform.js';
import { freezeSelection, thawSelection } from './refresh/freeze.js';
import { type RefreshScope, refreshFormulas } from './refresh/refresh.js';
import { textsFor } from './texts/language.js';

/** The global functions of the items in their order, with a separator between the groups. */
const GROUPS = [
  ['openSidebar', 'openBuilder', 'openTracking'],
  ['refreshSelection', 'refreshSheet', 'refreshAll', 'refreshFailed'],
  ['freezeSelection', 'thawSelection'],
  ['openJobs', 'openNews'],
  ['showHelp'],
] as const;

export type MenuActions = ReturnType<typeof createMenu>;

/** Creates the menu's actions. Each is a global function. */
export function createMenu(platform: Platform, connections: ConnectionStore) {
  const { ui, person } = platform;
  const texts = () => textsFor(person.locale());
  const open = (section: string) => ui.showSidebar({ section, appearance: readAppearance(platform) });

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
      const shown = explainRefusal(platform, error);
      if (!isSignalsError(shown)) throw shown;
      ui.alert(shown.message);
    }
  };

  const refresh = (scope: RefreshScope) =>
    forPerson(() => refreshFormulas(platform, connections, texts(), scope));

  return {
    addMenu() {
      const { menu } = texts();
      ui.addMenu(GROUPS.map((names) => names.map((name) => ({ caption: menu[name], functionName: name }))));
    },
    openSidebar: () => open(''),
    openBuilder: () => open('build'),
    refreshSelection: refresh('selection'),
    refreshSheet: refresh('sheet'),
    refreshAll: refresh('everything'),
    refreshFailed: refresh('failed'),
    freezeSelection: forPerson(() => freezeSelection(platform, texts())),
    thawSelection: forPerson(() => thawSelection(platform, texts())),
    openJobs: () => open('jobs'),
    openNews: () => open('news'),
    openTracking: () => open('track'),
    showHelp: () => ui.alert(texts().helpText),
  };
}
