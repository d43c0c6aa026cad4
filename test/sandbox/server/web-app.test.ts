/** A script is a web app only if its manifest says so. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostOptions } from '../../../src/sandbox/host/host.js';
import { answerWebApp } from '../../../src/sandbox/server/web-app.js';
import { useHosts } from '../../support/host.js';

const CODE = `
function doGet() { return ContentService.createTextOutput('here'); }
function address() { return ScriptApp.getService().getUrl(); }
`;

const startHost = useHosts();

async function serve(manifest: NonNullable<HostOptions['manifest']>) {
  const host = await startHost({ code: CODE, manifest });
  const server = http.createServer((request, response) => void answerWebApp(host, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/exec`;
  host.webApp.url = url;
  try {
    const answer = await fetch(url);
    return {
      isAddressKnown: (await host.run('address')) === url,
      status: answer.status,
      text: await answer.text(),
    };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('with `webapp` in the manifest it has an address and answers', async () => {
  expect(await serve({ webapp: { access: 'ANYONE' } })).toEqual({
    isAddressKnown: true,
    status: 200,
    text: 'here',
  });
});

test('without it there is neither', async () => {
  const { isAddressKnown, status, text } = await serve({});
  expect([isAddressKnown, status]).toEqual([false, 404]);
  expect(text).not.toContain('here');
});
