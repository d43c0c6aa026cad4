/**
 * The code of an execution thread: runs one execution at a time, each in a fresh realm. A service call blocks
 * the thread until the host replies. It is a bundle of its own, because Node starts threads from a file.
 */
import vm from 'node:vm';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Reply, ThreadResult } from '../bridge/wire.js';
import type { ThreadData, ThreadJob } from './thread.js';

type Run = (functionName: string, argsJson: string) => ThreadResult;
type Install = (call: typeof callHost, environmentJson: string) => Run;

const { flag, port, realm, code, timeZone } = workerData as ThreadData & { port: MessagePort };
// the script's time zone, not the machine's; it affects all threads, because they share the environment
if (process.env['TZ'] !== timeZone) process.env['TZ'] = timeZone;

/** The realm keeps references to these, because scripts may redeclare them. Date must be the script's. */
const KEPT_BUILT_INS =
  'Array, Error, JSON, Map, Math, Number, Object, Proxy, Reflect, Set, String, Symbol, WeakMap, encodeURIComponent, isFinite';

const realmScript = new vm.Script(
  `(() => { const { ${KEPT_BUILT_INS} } = globalThis; ${realm}\nreturn realm.installRealm; })()`,
  { filename: 'realm.js' },
);
const codeScript = new vm.Script(code, { filename: 'Code.js' });

// a promise that a script rejects and forgets must end neither this thread nor, by its error, the host
process.on('unhandledRejection', () => undefined);
parentPort?.on('message', (job: ThreadJob) => parentPort?.postMessage(execute(job)));
parentPort?.postMessage('ready');

function execute(job: ThreadJob): ThreadResult {
  // not contextified: there, each use of Math, JSON or Map would pass through an interceptor
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  try {
    const install = realmScript.runInContext(context) as Install;
    const run = install(callHost, job.environment);
    codeScript.runInContext(context);
    return run(job.functionName, job.args);
  } catch (error) {
    const { name = 'Error', message = String(error), stack = '' } = error as Partial<Error>;
    return { error: { name, message, stack } };
  }
}

/** Blocks until the host replies. Never throws: the realm creates its own errors. */
function callHost(operation: string, argsJson: string): Reply {
  Atomics.store(flag, 0, 0);
  port.postMessage([operation, argsJson]);
  // a late notification of the previous reply can end a wait early, so wait again
  do Atomics.wait(flag, 0, 0);
  while (Atomics.load(flag, 0) === 0);
  return receiveMessageOnPort(port)?.message as Reply;
}
