/** Converts between our cell values and the value objects of the formula engine. */
import type { Nullable } from '@univerjs/core';
import {
  ArrayValueObject,
  type BaseReferenceObject,
  type BaseValueObject,
  BooleanValueObject,
  type ErrorType,
  ErrorValueObject,
  type FunctionVariantType,
  NumberValueObject,
  StringValueObject,
} from '@univerjs/engine-formula';
import {
  type CellContent,
  type CellValue,
  type FunctionArgument,
  type FunctionOutcome,
  isDatePattern,
  isErrorValue,
  isTable,
} from '../grid/values.js';

/** Returns the argument as Sheets passes it: a scalar for a cell, a table for a range, '' for a blank. */
export function argumentFrom(variant: FunctionVariantType): FunctionArgument {
  if (variant.isReferenceObject()) {
    const table = tableFrom(variant as BaseReferenceObject);
    const [[first = ''] = []] = table;
    return table.length === 1 && table[0]?.length === 1 ? first : table;
  }
  if (variant.isArray()) return tableFrom(variant as ArrayValueObject);
  const value = variant as BaseValueObject;
  return value.isNull() ? null : cellFrom(value);
}

/** Returns the engine's value for a function's result; it pads a table to a rectangle. */
export function engineValueFrom(outcome: FunctionOutcome): BaseValueObject {
  if (!isTable<CellValue>(outcome)) return cellObject(outcome);
  const width = Math.max(1, ...outcome.map((row) => row.length));
  return ArrayValueObject.create({
    calculateValueList: outcome.map((row) =>
      Array.from({ length: width }, (_, i) => cellObject(row[i] ?? null)),
    ),
    rowCount: outcome.length,
    columnCount: width,
    unitId: '',
    sheetId: '',
    row: -1,
    column: -1,
  });
}

function tableFrom(source: BaseReferenceObject | ArrayValueObject): CellContent[][] {
  const { startRow, startColumn } = source.getRangePosition();
  const rows: CellContent[][] = [];
  source.iterator((value, row, column) => {
    rows[row - startRow] ??= [];
    rows[row - startRow]![column - startColumn] = cellFrom(value);
  });
  return rows;
}

function cellFrom(value: Nullable<BaseValueObject>): CellContent {
  if (!value || value.isNull()) return '';
  if (value.isError()) return (value as ErrorValueObject).getErrorType();
  const plain = value.getValue();
  if (typeof plain === 'number' && isDatePattern(value.getPattern())) return { date: plain };
  return plain as string | number | boolean;
}

function cellObject(value: CellValue): BaseValueObject {
  // the engine would show a null object in a spilled table as 0
  if (value === null) return StringValueObject.create('');
  if (typeof value === 'number') return NumberValueObject.create(value);
  if (typeof value === 'boolean') return BooleanValueObject.create(value);
  if (typeof value === 'string') return StringValueObject.create(value);
  if (isErrorValue(value)) return ErrorValueObject.create(value.error as ErrorType);
  const date = NumberValueObject.create(value.date);
  date.setPattern(value.pattern ?? 'yyyy-mm-dd');
  return date;
}
