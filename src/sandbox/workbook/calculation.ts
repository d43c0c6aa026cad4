/** Says when all formulas are calculated, by what the engine says of itself. */
import { ICommandService, type Univer } from '@univerjs/core';
import {
  FormulaDataModel,
  FormulaExecuteStageType,
  type ISetFormulaCalculationNotificationMutation,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationStartMutation,
} from '@univerjs/engine-formula';
import { TriggerCalculationController } from '@univerjs/sheets-formula';

export function watchCalculation(univer: Univer) {
  const injector = univer.__getInjector();
  const commands = injector.get(ICommandService);
  const formulas = injector.get(FormulaDataModel);
  const trigger = injector.get(TriggerCalculationController);
  // a newly opened workbook calculates all formulas
  let isCalculating = true;
  /** Started calculations wait for the one before them. */
  let started = 0;
  const ended: (() => void)[] = [];
  // before the command, because the engine empties its queue before listeners hear of the command
  commands.beforeCommandExecuted(({ id }) => {
    if (id === SetFormulaCalculationStartMutation.id) started += 1;
  });
  commands.onCommandExecuted(({ id, params }) => {
    if (id !== SetFormulaCalculationNotificationMutation.id) return;
    const { stageInfo } = params as ISetFormulaCalculationNotificationMutation;
    if (stageInfo?.stage === FormulaExecuteStageType.START_DEPENDENCY) {
      started -= 1;
      isCalculating = true;
    }
    if (stageInfo) return;
    // the calculation has ended, and its results are in the cells
    isCalculating = false;
    for (const resolve of ended.splice(0)) resolve();
  });
  /**
   * True if a change waits for its calculation or is being calculated; always false without formulas. The engine
   * collects changes for 100 ms before it starts. Only its private queue tells which ones it collects: it must stay
   * a list, because the compiler checks its name alone.
   */
  const busy = (): boolean => {
    const isDue = trigger['_waitingCommandQueue'].length > 0;
    return (isDue || started > 0 || isCalculating) && hasFormulas(formulas);
  };
  return {
    busy,
    /**
     * Resolves when `busy` and `waitsFor` are false; both end with a calculation. If the engine fails in one or
     * before it begins one, this stays busy, and only the execution's time limit ends a script that waits.
     */
    async settled(waitsFor = () => false): Promise<void> {
      while (busy() || waitsFor()) await new Promise<void>((resolve) => ended.push(resolve));
    },
  };
}

function hasFormulas(formulas: FormulaDataModel): boolean {
  const sheets = Object.values(formulas.getFormulaData()).flatMap((unit) => Object.values(unit ?? {}));
  return sheets.some((sheet) => Object.values(sheet ?? {}).some((row) => Object.keys(row).length > 0));
}
