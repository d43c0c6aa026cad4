/** The store over a channel. */
import { MessageChannel } from 'node:worker_threads';
import type { Store } from '../../../src/service/store/create-store.js';
import { connectStore, serveStore } from '../../../src/service/store/rpc.js';

function connect(store: Partial<Store>) {
  const { port1, port2 } = new MessageChannel();
  serveStore(store, port2);
  const { store: remote, fail } = connectStore(port1, ['ping']);
  port1.on('close', () => fail(new Error('closed')));
  return { remote, close: () => port1.close() };
}

test('a method that the store does not have is refused', async () => {
  const { remote, close } = connect({});
  await expect(remote.ping()).rejects.toThrow('The store has no method ping');
  close();
});

test('calls fail when the channel closes, both pending and later ones', async () => {
  const { remote, close } = connect({ ping: () => new Promise(() => undefined) });
  const waiting = remote.ping();
  close();
  await expect(waiting).rejects.toThrow('closed');
  await expect(remote.ping()).rejects.toThrow('closed');
});
