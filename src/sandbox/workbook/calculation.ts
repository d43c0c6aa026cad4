/** Detects when all formulas are calculated; the engine starts some time after each change. */
import { CommandType, ICommandService, type Univer } from '@univerjs/core';
import {
  FormulaDataModel,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationStartMutation,
} from '@univerjs/engine-formula';

/**
 * The engine collects changes for 100 ms before it starts, so wait twice 80 ms. A single longer timer could
 * fire before the engine's after the process was blocked.
 */
const ROUND_MS = 80;
const ROUNDS = 2;
const POLL_MS = 5;

export function watchCalculation(univer: Univer) {
  const injector = univer.__getInjector();
  const formulas = injector.get(FormulaDataModel);
  // a newly opened workbook calculates all formulas
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
  /** True if a change waits for its calculation or is being calculated; always false without formulas. */
  const busy = (): boolean => (running || dirty) && hasFormulas(formulas);
  return {
    busy,
    /** Resolves when `busy` is false. */
    async settled(): Promise<void> {
      while (busy()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    },
  };
}

/** True for mutations that report results. A request to calculate is none. */
function isResult(id: string): boolean {
  return id.startsWith('formula.') && !id.includes('trigger');
}

function hasFormulas(formulas: FormulaDataModel): boolean {
  const sheets = Object.values(formulas.getFormulaData()).flatMap((unit) => Object.values(unit ?? {}));
  return sheets.some((sheet) => Object.values(sheet ?? {}).some((row) => Object.keys(row).length > 0));
}
