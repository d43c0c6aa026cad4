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
function assigned() {
  const before = typeof parseInt;
  parseInt = function () { return 'assigned'; };
  const through = globalThis.parseInt('1');
  globalThis.parseFloat = function () { return 'property'; };
  return [before, parseInt('1'), through, parseFloat('1')].join();
}
function deleted() {
  const answer = delete globalThis.WeakSet;
  return [answer, typeof WeakSet, (function () { try { WeakSet; } catch (error) { return error.name; } })()].join();
}
function undeclared() { made = 1; return [made, globalThis.made].join(); }
function strict() { 'use strict'; try { missing = 1; } catch (error) { return error.name; } }
function evaluated() { return [eval('typeof WeakMap'), (0, eval)('Math.own'), new Function('return Math.own')()].join(); }
function defined() {
  Object.defineProperty(globalThis, 'Symbol', { get: function () { return 'getter'; }, configurable: true });
  return Symbol;
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
  // a script may redeclare a built-in in every way that JavaScript allows
  ['declared', 'variable,function,let,const,true,function,undefined'],
  ['properties', 'true,true,object,function,true,true'],
  ['assigned', 'function,assigned,assigned,property'],
  ['deleted', 'true,undefined,ReferenceError'],
  ['undeclared', '1,1'],
  ['strict', 'ReferenceError'],
  ['evaluated', 'function,variable,variable'],
  ['defined', 'getter'],
])('%s', async (functionName, expected) => expect(await host.run(functionName)).toBe(expected));

test('a global built-in costs about as much as a constant', async () => {
  // in a context with an interceptor it costs 27 times as much
  expect(await host.run('slowness')).toBeLessThan(8);
});
