/** Keeps two copies of a workbook equal: sends local changes of the document and applies received ones. */
import { CommandType, ICommandService, type Univer } from '@univerjs/core';

export interface Mutation {
  readonly id: string;
  readonly params: object;
}

/**
 * Sends local changes, except results of formulas, which each side calculates.
 * @returns the function that applies a received change; it throws if the two sides run different versions
 */
export function syncMutations(univer: Univer, unitId: string, send: (mutation: Mutation) => void) {
  const commands = univer.__getInjector().get(ICommandService);
  commands.onCommandExecuted((command, options) => {
    if (command.type !== CommandType.MUTATION) return;
    if (options?.fromSync || options?.onlyLocal || options?.['fromFormula']) return;
    if (command.id.startsWith('formula.') || command.id.startsWith('doc.')) return;
    const params = command.params as { unitId?: string } | undefined;
    if (params?.unitId === unitId) send({ id: command.id, params });
  });
  return ({ id, params }: Mutation): void => {
    if (!commands.hasCommand(id)) throw new Error(`Unknown change of the workbook: ${id}`);
    commands.syncExecuteCommand(id, params, { fromSync: true, fromCollab: true });
  };
}
