/**
 * Discards the results of a calculation if a cell changes meanwhile. The engine would write them to outdated
 * positions: beside a formula that has moved, or over a value that a person has typed.
 */
import { CommandType, ICommandService, type Univer } from '@univerjs/core';
import {
  FormulaExecuteStageType,
  ICalculateFormulaService,
  IFormulaRuntimeService,
  SetTriggerFormulaCalculationStartMutation,
} from '@univerjs/engine-formula';
import { SetRangeValuesMutation } from '@univerjs/sheets';
import { createRecalculation } from './recalculation.js';

/** Makes the next calculation repeat the discarded one. If cells have moved, it calculates everything. */
export function discardStaleCalculations(univer: Univer, unitId: string): void {
  const injector = univer.__getInjector();
  const commands = injector.get(ICommandService);
  const runtime = injector.get(IFormulaRuntimeService);
  const recalculate = createRecalculation(univer, unitId);
  /** Calculations that have been started and wait for the one that runs, in their order. */
  const waiting: { isStale: boolean }[] = [];
  let running: { isStale: boolean } | undefined;
  // the first calculation covers everything, so its replacement must, too
  let isFullCalculation = true;
  injector.get(ICalculateFormulaService).executionInProgressListener$.subscribe(({ stage }) => {
    if (stage === FormulaExecuteStageType.START) waiting.push({ isStale: false });
    // also after a calculation in which the engine has failed, which never ends
    if (stage === FormulaExecuteStageType.START_DEPENDENCY) running = waiting.shift();
    if (stage !== FormulaExecuteStageType.CALCULATION_COMPLETED) return;
    // marks the results as discarded; stopping the calculation would leave a channel of the engine open
    if (running?.isStale) runtime.markedAsStopFunctionsExecuted();
    else isFullCalculation = false;
    running = undefined;
  });
  commands.onCommandExecuted(({ id, type, params }, options) => {
    if (id === SetTriggerFormulaCalculationStartMutation.id)
      isFullCalculation ||= (params as { forceCalculation?: boolean } | undefined)?.forceCalculation === true;
    const started = running ? [running, ...waiting] : waiting;
    if (started.length === 0 || type !== CommandType.MUTATION || id.startsWith('formula.')) return;
    if (options?.['fromFormula'] || (params as { unitId?: string } | undefined)?.unitId !== unitId) return;
    for (const calculation of started) calculation.isStale = true;
    recalculate([], isFullCalculation || id !== SetRangeValuesMutation.id);
  });
}
