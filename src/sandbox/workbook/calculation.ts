/** Detects when all formulas of the workbook are calculated: the engine starts with a delay after each change. */
import { CommandType, ICommandService, type Univer } from '@univerjs/core';
import {
  FormulaDataModel,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationStartMutation,
} from '@univerjs/engine-formula';

/**
 * The engine collects changes for 100 ms before it starts: two timers of 80 ms pass later, and not both at once after the
 * process was held up.
 */
const ROUND_MS = 80;
const ROUNDS = 2;
const POLL_MS = 5;

export function watchCalculation(univer: Univer) {
  const injector = univer.__getInjector();
  const formulas = injector.get(FormulaDataModel);
  // a workbook that has just been opened calculates all of its formulas
  let dirty = true;
  let running = false;
  let rounds = ROUNDS;
  const over = setTimeout(() => {
    rounds -= 1;
    if (rounds > 0) over.refresh();
    else dirty = false;
  }, ROUND_MS).unref();
  injector.get(ICommandService).onCommandExecuted(({ id, type, params }, options) => {
    if (id === SetFormulaCalculationStartMutation.id) {
      dirty = false;
      running = true;
    } else if (id === SetFormulaCalculationNotificationMutation.id) {
      const { functionsExecutedState } = params as { functionsExecutedState?: number };
      if (functionsExecutedState !== undefined) running = false;
    } else if (type === CommandType.MUTATION && !options?.['fromFormula'] && !isResult(id)) {
      dirty = true;
      rounds = ROUNDS;
      over.refresh();
    }
  });
  /** Whether a change is waiting to be calculated, or is being calculated. Without formulas there is nothing to wait for. */
  const busy = (): boolean => (running || dirty) && hasFormulas(formulas);
  return {
    busy,
    /** Resolves when no change is waiting to be calculated. */
    async settled(): Promise<void> {
      while (busy()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    },
  };
}

/** Mutations with which the engine reports results; a request to calculate is not one of them. */
function isResult(id: string): boolean {
  return id.startsWith('formula.') && !id.includes('trigger');
}

function hasFormulas(formulas: FormulaDataModel): boolean {
  const sheets = Object.values(formulas.getFormulaData()).flatMap((unit) => Object.values(unit ?? {}));
  return sheets.some((sheet) => Object.values(sheet ?? {}).some((row) => Object.keys(row).length > 0));
}
