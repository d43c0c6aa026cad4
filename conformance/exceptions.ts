/** What Google's services throw. */
import { either, type Rule, thrownBy } from './rule.js';

/** An exception of a service. */
function caught(): { name?: unknown; message?: unknown; stack?: unknown } {
  try {
    PropertiesService.getUserProperties().getProperty(null as unknown as string);
  } catch (error) {
    return error as object;
  }
  throw new Error('a key of null is accepted');
}

export const exceptionRules: readonly Rule[] = [
  { name: 'is named Exception', source: 'docs', expected: 'Exception', see: () => caught().name },
  { name: 'has a message', source: 'docs', expected: 'string', see: () => typeof caught().message },
  { name: 'has a stack', source: 'known', expected: 'string', see: () => typeof caught().stack },
  {
    name: 'as a text begins with its name',
    source: 'known',
    expected: /^Exception: \S/,
    see: () => String(caught()),
  },
  {
    name: 'may be an Error or not',
    source: 'platform',
    expected: either(true, false),
    see: () => caught() instanceof Error,
  },
  {
    name: 'an argument that is missing is named',
    source: 'known',
    expected: 'Exception: Argument cannot be null: key',
    see: () => thrownBy(() => PropertiesService.getUserProperties().getProperty(null as unknown as string)),
  },
  {
    name: "the script's own errors stay what they are",
    source: 'docs',
    expected: [true, 'TypeError'],
    see: () => {
      try {
        throw new TypeError('own');
      } catch (error) {
        return [error instanceof TypeError, (error as Error).name];
      }
    },
  },
];
