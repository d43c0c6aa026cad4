/** Functions that differ in Google Sheets: ARRAYFORMULA, which the engine lacks, SORT and IF. */
import type { Univer } from '@univerjs/core';
import {
  type ArrayValueObject,
  type BaseAstNode,
  BaseFunction,
  type BaseReferenceObject,
  type BaseValueObject,
  BooleanValueObject,
  IFunctionService,
  Interpreter,
  NumberValueObject,
} from '@univerjs/engine-formula';

export function registerSheetsFunctions(univer: Univer): void {
  makeIfLazy(univer);
  const functions = univer.__getInjector().get(IFunctionService);
  functions.registerExecutors(new ArrayFormula('ARRAYFORMULA'));
  sortAsSheets(functions);
}

/** Returns its argument, because the engine spills every array anyway. */
class ArrayFormula extends BaseFunction {
  override minParams = 1;
  override maxParams = 1;
  override calculate(value: BaseValueObject): BaseValueObject {
    return value;
  }
}

/** Google's argument is "is ascending", the engine's is 1 or -1. Further sort columns are not emulated. */
function sortAsSheets(functions: IFunctionService): void {
  const sort = functions.getExecutor('SORT')!;
  const calculate = sort.calculate.bind(sort);
  sort.maxParams = 3;
  sort.calculate = (table: BaseValueObject, ...given: BaseValueObject[]) => {
    const [column = NumberValueObject.create(1), ascending] = given;
    if (ascending?.isError()) return ascending;
    const isAscending = ascending === undefined || Boolean(ascending.getValue());
    return calculate(table, column, NumberValueObject.create(isAscending ? 1 : -1));
  };
}

type Condition = ReturnType<BaseAstNode['getValue']>;

/** The interpreter's method that evaluates a node and its children; the engine's types declare it private. */
interface Walking {
  _execute(node: BaseAstNode, rowOffset?: number, columnOffset?: number): unknown;
}

/** Makes IF calculate only the branch that it shows, as in Sheets; the engine would calculate both. */
function makeIfLazy(univer: Univer): void {
  const interpreter = univer.__getInjector().get(Interpreter) as unknown as Walking;
  const execute = interpreter._execute.bind(interpreter);
  interpreter._execute = (node, ...offsets) => {
    if (!isIf(node)) return execute(node, ...offsets);
    const [test, ...branches] = node.getChildren();
    interpreter._execute(test!, ...offsets);
    for (const branch of takenOf(test!.getValue(), branches)) interpreter._execute(branch, ...offsets);
    node.execute();
    return 0;
  };
}

function isIf(node: BaseAstNode): boolean {
  return node.getToken().toUpperCase() === 'IF' && node.getChildren().length >= 2;
}

/** Returns both branches for a table or an error. Otherwise the skipped branch gets a placeholder. */
function takenOf(condition: Condition, branches: BaseAstNode[]): BaseAstNode[] {
  const value = singleOf(condition);
  if (!value || value.isError()) return branches;
  const taken = value.getValue() ? 0 : 1;
  branches[1 - taken]?.setValue(BooleanValueObject.create(false));
  return branches.filter((_, index) => index === taken);
}

function singleOf(condition: Condition): BaseValueObject | undefined {
  if (!condition) return undefined;
  const isCells = condition.isReferenceObject();
  if (!isCells && !condition.isArray()) return condition as BaseValueObject;
  const table = isCells
    ? (condition as BaseReferenceObject).toArrayValueObject()
    : (condition as ArrayValueObject);
  const isOne = table.getRowCount() === 1 && table.getColumnCount() === 1;
  return isOne ? (table.get(0, 0) ?? undefined) : undefined;
}
