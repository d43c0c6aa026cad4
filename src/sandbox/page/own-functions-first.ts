/** As in Sheets, where an add-on is installed for its functions: what is typed finds them before the grid's own. */
import type { Univer } from '@univerjs/core';
import { IDescriptionService } from '@univerjs/sheets-formula';
import type { FunctionHelp } from '../grid/function-help.js';

/** @returns to be called when the script has others */
export function rankOwnFunctions(univer: Univer, functions: readonly FunctionHelp[]) {
  let own = functions;
  const isOwn = ({ name }: { readonly name: string }) => own.some((one) => one.name === name);
  const descriptions = univer.__getInjector().get(IDescriptionService);
  const search = descriptions.getSearchListByNameFirstLetter.bind(descriptions);
  descriptions.getSearchListByNameFirstLetter = (text) => {
    const found = search(text);
    return [...found.filter(isOwn), ...found.filter((one) => !isOwn(one))];
  };
  return (next: readonly FunctionHelp[]): void => {
    own = next;
  };
}
