/** As in Sheets, where an add-on is installed for its functions: what is typed finds them before the grid's own. */
import type { Univer } from '@univerjs/core';
import { IDescriptionService } from '@univerjs/sheets-formula';

/** @param names of the script's functions, which may change */
export function rankOwnFunctions(univer: Univer, names: () => ReadonlySet<string>): void {
  const descriptions = univer.__getInjector().get(IDescriptionService);
  const search = descriptions.getSearchListByNameFirstLetter.bind(descriptions);
  descriptions.getSearchListByNameFirstLetter = (text) => {
    const own = names();
    const found = search(text);
    return [...found.filter(({ name }) => own.has(name)), ...found.filter(({ name }) => !own.has(name))];
  };
}
