/** Answers to questions: from the store while they are fresh, else from the service, once for all who ask. */

import type { CellErrorCode } from '../../contract/errors.js';
import { isSignalsError, SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { type Answer, createAnswerStore } from './answer-store.js';
import { fly } from './flight.js';
import { hash } from './hash.js';

export interface Asking {
  /** The same text for all who ask the same. */
  readonly identity: string;
  readonly payer: string;
  /** Whether an answer of that age will still do. */
  isFresh(answer: Answer): boolean;
  /** Asks the service. */
  fetch(): Answer;
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

/** Two hundred cells with the same trouble ask once a minute, not two hundred times. */
const FAILURE_SECONDS = 60;

export function createAnswers(platform: Platform): (asking: Asking) => Answer {
  return ({ identity, payer, isFresh, fetch, deadline }) => {
    const cache = platform.documentCache;
    const store = cache && createAnswerStore(cache);
    const key = hash(`${payer}\n${identity}`);
    const failure = `failure:${key}`;

    return fly(platform, deadline, {
      key,
      read() {
        const answer = store?.read(identity, payer);
        if (answer && isFresh(answer)) return answer;
        const failed = cache?.getAll([failure])[failure];
        if (failed !== undefined) throw remembered(failed);
        return undefined;
      },
      fetch() {
        try {
          const answer = fetch();
          store?.write(identity, payer, answer);
          return answer;
        } catch (error) {
          if (isSignalsError(error)) cache?.putAll({ [failure]: error.message }, FAILURE_SECONDS);
          throw error;
        }
      },
    });
  };
}

/** The error that was thrown a moment ago, from its message `#CODE: text`. */
function remembered(message: string): SignalsError {
  const [, code = 'SERVICE', text = message] = /^#(\w+): ([\s\S]*)$/.exec(message) ?? [];
  return new SignalsError(code as CellErrorCode, text);
}
