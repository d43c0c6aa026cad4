/** Keeps two copies of a workbook equal: sends local changes of the document and applies received ones. */
import { CommandType, ICommandService, IUniverInstanceService, type Univer } from '@univerjs/core';
import {
  type ISetWorksheetOrderMutationParams,
  RemoveSheetMutation,
  SetWorksheetOrderMutation,
} from '@univerjs/sheets';
import { DOCUMENT_CHANGE, type Mutation } from '../grid/workbook.js';

/**
 * Sends local changes, except those of the formula engine.
 * @returns the function that applies a received change; it throws if the two sides run different versions, or a
 *   tab that is to be moved is no longer in its place
 */
export function syncMutations(univer: Univer, unitId: string, send: (mutation: Mutation) => void) {
  const commands = univer.__getInjector().get(ICommandService);
  commands.onCommandExecuted((command, options) => {
    if (command.type !== CommandType.MUTATION) return;
    if (options?.fromSync || options?.onlyLocal || options?.['fromFormula']) return;
    if (!DOCUMENT_CHANGE.test(command.id)) return;
    const params = command.params as { unitId?: string } | undefined;
    if (params?.unitId === unitId) send({ id: command.id, params });
  });
  const instances = univer.__getInjector().get(IUniverInstanceService);
  return ({ id, params }: Mutation): void => {
    if (!commands.hasCommand(id)) throw new Error(`Unknown change of the workbook: ${id}`);
    const tabs = instances.getUniverSheetInstance(unitId)?.getConfig().sheetOrder ?? [];
    const { subUnitId, fromOrder = -1 } = params as Partial<ISetWorksheetOrderMutationParams>;
    // the engine moves a tab by its place, where another person may have put another tab meanwhile
    if (id === SetWorksheetOrderMutation.id && tabs[fromOrder] !== subUnitId)
      throw new Error('The tab is no longer there');
    // two people may each delete another one of the last two tabs
    if (id === RemoveSheetMutation.id && tabs.length < 2) throw new Error('The last tab stays');
    commands.syncExecuteCommand(id, params, { fromSync: true, fromCollab: true });
  };
}
