/** The page's WebSocket connection to the host. */
import { type FromHost, type FromPage, readHostMessage } from '../server/protocol.js';

export type Received = Exclude<FromHost, { type: 'ran' }>;

const TRY_EVERY_MS = 500;
const STOPPED = 'The sandbox has stopped';

const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
let lastId = 0;
let socket: WebSocket | undefined;

/** Resolves when the connection is open. @param spreadsheetId undefined for the first spreadsheet */
export async function connect(
  spreadsheetId: string | undefined,
  receive: (message: Received) => void,
  lose: () => void,
): Promise<void> {
  const query = spreadsheetId === undefined ? '' : `?d=${spreadsheetId}`;
  const opening = new WebSocket(`ws://${location.host}/socket${query}`);
  let [hasStarted, isReadable] = [false, true];
  opening.addEventListener('message', ({ data }) => {
    const message = readHostMessage(String(data));
    hasStarted ||= message?.type === 'start';
    isReadable = message !== undefined;
    // as the host does: the calls fail, and the page loads again
    if (!message) opening.close();
    else if (message.type === 'ran') resolveCall(message);
    else receive(message);
  });
  opening.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error(STOPPED));
    waiting.clear();
    lose();
    // a page that cannot read how it starts would load again and again
    if (hasStarted || isReadable) void reloadWhenBack();
  });
  await new Promise((resolve, reject) => {
    opening.addEventListener('open', resolve, { once: true });
    opening.addEventListener('error', reject, { once: true });
  });
  socket = opening;
}

export function send(message: FromPage): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/** Runs a function of the script. @throws Error with the script's message */
export async function run(
  mode: 'menu' | 'sidebar',
  functionName: string,
  args: readonly unknown[] = [],
): Promise<unknown> {
  if (socket?.readyState !== WebSocket.OPEN) throw new Error(STOPPED);
  return new Promise((resolve, reject) => {
    lastId += 1;
    waiting.set(lastId, { resolve, reject });
    send({ type: 'run', id: lastId, mode, functionName, args });
  });
}

function resolveCall({ id, value, error }: FromHost & { type: 'ran' }): void {
  const call = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) call?.resolve(value);
  else call?.reject(new Error(error));
}

/** Reloads the page when the sandbox runs again at the same address. */
async function reloadWhenBack(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
    const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined);
    if (answer?.ok) return location.reload();
  }
}
