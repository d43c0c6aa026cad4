/** Suggests the script's functions before the grid's own, as Sheets does for an installed add-on. */
import type { Univer } from '@univerjs/core';
import { IDescriptionService } from '@univerjs/sheets-formula';
import type { FunctionHelp } from '../grid/function-help.js';

/** @returns a function to call when the script's functions change */
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
