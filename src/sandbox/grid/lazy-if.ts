/** IF calculates only the branch that it shows, as in Sheets; the engine would calculate both. */
import type { Univer } from '@univerjs/core';
import {
  type ArrayValueObject,
  type BaseAstNode,
  type BaseReferenceObject,
  type BaseValueObject,
  BooleanValueObject,
  Interpreter,
} from '@univerjs/engine-formula';

type Condition = ReturnType<BaseAstNode['getValue']>;
type Walk = (node: BaseAstNode, rowOffset?: number, columnOffset?: number) => unknown;

/** The interpreter's method that evaluates a node and its children; the engine's types declare it private. */
interface Walking {
  _execute: Walk;
}

export function makeIfLazy(univer: Univer): void {
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
