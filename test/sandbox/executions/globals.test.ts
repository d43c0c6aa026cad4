/** A script's global object is an ordinary one, as in Apps Script, and as fast. */
import { useOneHost } from '../../support/host.js';

const CODE = `
var Math = { own: 'variable' };
function Map() { return 'function'; }
let JSON = 'let';
const Set = 'const';
class Promise {}
function declared() { return [Math.own, Map(), JSON, Set, new Promise() instanceof Promise, typeof WeakMap, typeof nothing].join(); }
function properties() {
  return [globalThis.Math === Math, globalThis.Map === Map, typeof globalThis.JSON, typeof globalThis.Set, 'declared' in globalThis, this === globalThis].join();
}

/** How many times slower a built-in is as a global than as a constant beside the loop. */
function slowness() {
  const time = function (loop) {
    let best = Infinity;
    for (let round = 0; round < 15; round += 1) {
      const start = Date.now();
      loop();
      best = Number.isFinite(best) ? (best < Date.now() - start ? best : Date.now() - start) : Date.now() - start;
    }
    return best;
  };
  const array = Array;
  const local = time(function () { let n = 0; for (let i = 0; i < 4e6; i += 1) if (array.isArray(n)) n += 1; });
  const global = time(function () { let n = 0; for (let i = 0; i < 4e6; i += 1) if (Array.isArray(n)) n += 1; });
  return global / (local || 1);
}
`;

const host = useOneHost({ code: CODE });

test.each([
  // a script may redeclare a built-in
  ['declared', 'variable,function,let,const,true,function,undefined'],
  ['properties', 'true,true,object,function,true,true'],
])('%s', async (functionName, expected) => expect(await host.run(functionName)).toBe(expected));

test('a global built-in costs about as much as a constant', async () => {
  // in a context with an interceptor it costs 27 times as much
  expect(await host.run('slowness')).toBeLessThan(8);
});
