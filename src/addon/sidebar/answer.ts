/** For google.script.run, which tells the page of what is thrown only the text: an error is returned, as data. */
import type { Refusal } from '../../contract/sidebar-api.js';
import { asSignalsError, dataOf } from '../errors.js';

/** @throws only for what is no page: a formula that calls the function has to fail */
export function answering<A extends readonly unknown[], T>(
  run: (...args: A) => T,
): (...args: A) => T | Refusal {
  return (...args) => {
    try {
      return run(...args);
    } catch (thrown) {
      const error = asSignalsError(thrown);
      if (error.details?.key === 'sidebarOnly') throw error;
      return { error: dataOf(error) };
    }
  };
}
