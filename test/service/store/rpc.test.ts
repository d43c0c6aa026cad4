/** The store over a channel. */
import { MessageChannel } from 'node:worker_threads';
import type { Store } from '../../../src/service/store/create-store.js';
import { connectStore, serveStore } from '../../../src/service/store/rpc.js';

function connect(store: Partial<Store>, without: readonly (keyof Store)[] = []) {
  const { port1, port2 } = new MessageChannel();
  serveStore(store as Store, port2, without);
  const { store: remote, fail } = connectStore(port1, Object.keys(store));
  port1.on('close', () => fail(new Error('closed')));
  return { remote, close: () => port1.close() };
}

test('a method that the caller may not use is not executed', async () => {
  let closed = 0;
  const count = async () => {
    closed += 1;
  };
  const { remote, close } = connect({ close: count }, ['close']);
  await expect(remote.close()).rejects.toThrow('The store has no method close');
  expect(closed).toBe(0);
  close();
});

test('calls fail when the channel closes, both pending and later ones', async () => {
  const { remote, close } = connect({ ping: () => new Promise(() => undefined) });
  const waiting = remote.ping();
  close();
  await expect(waiting).rejects.toThrow('closed');
  await expect(remote.ping()).rejects.toThrow('closed');
});
