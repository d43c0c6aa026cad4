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
  let state: 'idle' | 'running' | 'stale' = 'idle';
  // the first calculation covers everything, so its replacement must, too
  let isFullCalculation = true;
  injector.get(ICalculateFormulaService).executionInProgressListener$.subscribe(({ stage }) => {
    if (stage === FormulaExecuteStageType.START) state = 'running';
    if (stage !== FormulaExecuteStageType.CALCULATION_COMPLETED) return;
    // marks the results as discarded; stopping the calculation would leave a channel of the engine open
    if (state === 'stale') runtime.markedAsStopFunctionsExecuted();
    else isFullCalculation = false;
    state = 'idle';
  });
  commands.onCommandExecuted(({ id, type, params }, options) => {
    if (id === SetTriggerFormulaCalculationStartMutation.id)
      isFullCalculation ||= (params as { forceCalculation?: boolean } | undefined)?.forceCalculation === true;
    if (state === 'idle' || type !== CommandType.MUTATION || id.startsWith('formula.')) return;
    if (options?.['fromFormula'] || (params as { unitId?: string } | undefined)?.unitId !== unitId) return;
    state = 'stale';
    recalculate([], isFullCalculation || id !== SetRangeValuesMutation.id);
  });
}
