/** Work on the same thing, one after the other: what waits for its turn keeps no connection from other work. */
import { isUnavailable } from '../database/unavailable.js';

/** Does the work when all earlier work with the same id has ended. */
export type InTurn = <T>(id: number, work: () => Promise<T>) => Promise<T>;

/** Where the database has not answered one, it is not asked again for those that have waited behind it. */
export function createTurns(): InTurn {
  const last = new Map<number, Promise<unknown>>();
  return (id, work) => {
    const before = last.get(id);
    const mine = before === undefined ? work() : before.then(work);
    // what else may be wrong concerns that work only
    const turn: Promise<unknown> = mine
      .catch((error: unknown) => {
        if (isUnavailable(error)) throw error;
      })
      .finally(() => {
        if (last.get(id) === turn) last.delete(id);
      });
    turn.catch(() => undefined);
    last.set(id, turn);
    return mine;
  };
}
