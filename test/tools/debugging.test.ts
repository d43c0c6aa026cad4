/** The editor's debug configuration stops in a line of TypeScript of the add-on, in a test that runs the built script. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';

const ROOT = path.resolve(__dirname, '../..');
const SOURCE = path.join(ROOT, 'src/addon/sidebar/state.ts');
const TEST = path.join(ROOT, 'test/bundle/sidebar/health.test.ts');
const MAP = path.join(ROOT, 'out/debug/Code.js.map');
/** Far longer than it takes on a busy machine. */
const ENDS_WITHIN_MS = 280_000;
const SAID_AGAIN_AFTER_MS = 200;
/** What the line has that is to be stopped in. */
const STOP_AT = "'view-only':";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Stop {
  readonly source: string;
  readonly line: number;
}

interface CallFrame {
  readonly url: string;
  readonly location: { readonly lineNumber: number; readonly columnNumber: number };
}

const lineToStopAt = readFileSync(SOURCE, 'utf8')
  .split('\n')
  .findIndex((line) => line.includes(STOP_AT));

/** As the editor starts it, but for the port. What an earlier build has left would be taken for the new one. */
function startDebugging(): ChildProcess {
  rmSync(MAP, { force: true });
  const { configurations } = JSON.parse(readFileSync(path.join(ROOT, '.vscode/launch.json'), 'utf8')) as {
    readonly configurations: readonly { readonly program: string; readonly args: readonly string[] }[];
  };
  const [configuration] = configurations;
  const fill = (text: string) => text.replace(/\$\{workspaceFolder\}/, ROOT).replace(/\$\{file\}/, TEST);
  const args = [configuration?.program ?? '', ...(configuration?.args ?? [])].map(fill);
  return spawn(process.execPath, ['--inspect-brk=0', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Where the line to stop in begins in what is built: counted from zero, as the protocol does. */
function placeInBuilt(map: SourceMap, code: string) {
  for (const [lineNumber, line] of code.split('\n').entries()) {
    for (let columnNumber = 0; columnNumber < line.length; columnNumber++) {
      const entry = map.findEntry(lineNumber, columnNumber);
      const isPlace =
        'originalSource' in entry &&
        entry.generatedLine === lineNumber &&
        entry.originalSource === SOURCE &&
        entry.originalLine === lineToStopAt;
      if (isPlace) return { lineNumber, columnNumber };
    }
  }
  throw new Error(`nothing in the built script is from ${SOURCE}:${lineToStopAt + 1}`);
}

/** Runs the test under a debugger with a breakpoint; resolves with where it stood still, when it is over. */
async function runWithBreakpoint(): Promise<Stop[]> {
  const child = startDebugging();
  const stops: Stop[] = [];
  let address = '';
  for await (const line of createInterface({ input: child.stderr! })) {
    address = /^Debugger listening on (ws:\S+)$/.exec(line)?.[1] ?? '';
    if (address) break;
  }
  child.stderr?.resume();
  const exit = once(child, 'exit');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let id = 0;
  const message = (method: string, params: object = {}) => {
    id += 1;
    return JSON.stringify({ id, method, params });
  };
  const send = (method: string, params?: object) => socket.send(message(method, params));
  const sendToThread = (sessionId: unknown, method: string, params?: object) =>
    send('NodeWorker.sendMessageToWorker', { sessionId, message: message(method, params) });

  const onThread = (sessionId: unknown): void => {
    // a thread from before the script was built for the debugger is none of the script's
    if (!existsSync(MAP)) {
      sendToThread(sessionId, 'Runtime.runIfWaitingForDebugger');
      return;
    }
    const map = new SourceMap(JSON.parse(readFileSync(MAP, 'utf8')));
    const place = placeInBuilt(map, readFileSync(path.join(path.dirname(MAP), 'Code.js'), 'utf8'));
    sendToThread(sessionId, 'Debugger.enable');
    sendToThread(sessionId, 'Debugger.setBreakpointByUrl', { urlRegex: 'out/debug/Code\\.js$', ...place });
    sendToThread(sessionId, 'Runtime.runIfWaitingForDebugger');
  };
  const onPaused = (sessionId: unknown, [frame]: readonly CallFrame[]): void => {
    const map = new SourceMap(JSON.parse(readFileSync(MAP, 'utf8')));
    const { lineNumber, columnNumber } = frame?.location ?? { lineNumber: -1, columnNumber: -1 };
    const entry = map.findEntry(lineNumber, columnNumber);
    if ('originalSource' in entry) stops.push({ source: entry.originalSource, line: entry.originalLine });
    sendToThread(sessionId, 'Debugger.resume');
  };
  const heard: string[] = [];
  socket.on('message', (data) => {
    heard.push(String(data).slice(0, 200));
    const { method, params = {} } = JSON.parse(String(data)) as Message;
    if (method === 'NodeWorker.attachedToWorker') onThread(params['sessionId']);
    // the end of the program waits for its debugger
    if (method === 'NodeRuntime.waitingForDisconnect') socket.close();
    if (method !== 'NodeWorker.receivedMessageFromWorker') return;
    const inner = JSON.parse(String(params['message'])) as Message;
    if (inner.method === 'Debugger.paused') {
      onPaused(params['sessionId'], inner.params?.['callFrames'] as readonly CallFrame[]);
    }
  });
  send('NodeWorker.enable', { waitForDebuggerOnStart: true });
  send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
  // said before Node waits it is lost, and Node waits without end: on a busy machine the address is printed long before
  const start = setInterval(() => send('Runtime.runIfWaitingForDebugger'), SAID_AGAIN_AFTER_MS);
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  const [code] = await exit;
  clearInterval(start);
  clearTimeout(timer);
  if (code !== 0) throw new Error(`it ended with ${code}; last heard: ${heard.slice(-10).join('\n')}`);
  return stops;
}

test('a breakpoint in a line of src/addon is hit, and shown there', async () => {
  const stops = await runWithBreakpoint();
  expect(stops.length).toBeGreaterThan(0);
  expect(new Set(stops.map((stop) => `${stop.source}:${stop.line + 1}`))).toEqual(
    new Set([`${SOURCE}:${lineToStopAt + 1}`]),
  );
});
