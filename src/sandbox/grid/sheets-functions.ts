/** Functions of Google Sheets that the formula engine lacks: ARRAYFORMULA, COUNTUNIQUE, SPLIT. */
import type { Univer } from '@univerjs/core';
import {
  type ArrayValueObject,
  BaseFunction,
  type BaseValueObject,
  ErrorType,
  ErrorValueObject,
  IFunctionService,
  NumberValueObject,
} from '@univerjs/engine-formula';
import { engineValueFrom } from './engine-values.js';
import { makeIfLazy } from './lazy-if.js';

export function registerSheetsFunctions(univer: Univer): void {
  makeIfLazy(univer);
  univer
    .__getInjector()
    .get(IFunctionService)
    .registerExecutors(new ArrayFormula('ARRAYFORMULA'), new CountUnique('COUNTUNIQUE'), new Split('SPLIT'));
}

/** The engine spills every array anyway, so ARRAYFORMULA has nothing to do. */
class ArrayFormula extends BaseFunction {
  override minParams = 1;
  override maxParams = 1;
  override calculate(value: BaseValueObject): BaseValueObject {
    return value;
  }
}

class CountUnique extends BaseFunction {
  override minParams = 1;
  override maxParams = 255;
  override calculate(...variants: BaseValueObject[]): BaseValueObject {
    const seen = new Set<unknown>();
    for (const variant of variants) {
      for (const value of valuesOf(variant)) {
        if (value && !value.isNull() && value.getValue() !== '') seen.add(value.getValue());
      }
    }
    return NumberValueObject.create(seen.size);
  }
}

/** `SPLIT(text, delimiter, split_by_each, remove_empty_text)`: each letter of the delimiter splits by default. */
class Split extends BaseFunction {
  override minParams = 2;
  override maxParams = 4;
  override calculate(...variants: BaseValueObject[]): BaseValueObject {
    const [text, delimiter, byEach, removeEmpty] = variants.map((variant) =>
      valuesOf(variant)[0]?.getValue(),
    );
    if (typeof delimiter !== 'string' || delimiter === '') return ErrorValueObject.create(ErrorType.VALUE);
    const isFalse = (value: unknown): boolean => value === false || value === 0;
    const letters = isFalse(byEach) ? [delimiter] : [...delimiter];
    const parts = letters.reduce(
      (pieces, letter) => pieces.flatMap((piece) => piece.split(letter)),
      [String(text ?? '')],
    );
    const kept = isFalse(removeEmpty) ? parts : parts.filter((part) => part !== '');
    if (kept.length === 0) return ErrorValueObject.create(ErrorType.VALUE);
    return engineValueFrom([
      kept.map((part) => (part.trim() !== '' && !Number.isNaN(Number(part)) ? Number(part) : part)),
    ]);
  }
}

function valuesOf(variant: BaseValueObject): (BaseValueObject | null | undefined)[] {
  if (!variant.isArray()) return [variant];
  return (variant as ArrayValueObject).getArrayValue().flatMap((row) => row.map((value) => value ?? null));
}
