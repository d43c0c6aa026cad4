/** A script is a web app only if its manifest says so. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { HostOptions } from '../../../src/sandbox/host/host.js';
import { answerWebApp } from '../../../src/sandbox/server/web-app.js';
import { useHosts } from '../../support/host.js';

const CODE = `
function doPost(e) {
  if (e.postData.contents === 'nothing') return undefined;
  if (e.postData.contents === 'an object') return { content: 'here', mimeType: 'text/plain' };
  return ContentService.createTextOutput('here');
}
function address() { return ScriptApp.getService().getUrl(); }
`;

const startHost = useHosts();

async function serve(manifest: NonNullable<HostOptions['manifest']>, body: string | Buffer = '') {
  const host = await startHost({ code: CODE, manifest });
  const server = http.createServer((request, response) => void answerWebApp(host, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/exec`;
  host.webApp.url = url;
  try {
    const answer = await post(url, body);
    return {
      isAddressKnown: (await host.run('address')) === url,
      ...answer,
    };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Takes an answer that comes before everything is sent, which the web's fetch function does not. */
function post(url: string, body: string | Buffer): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const request = http.request(url, { method: 'POST' }, async (response) => {
      isAnswered = true;
      resolve({ status: response.statusCode, text: await text(response).catch(() => '') });
    });
    // the server ends the connection in the middle of what it does not want
    request.on('error', (error) => isAnswered || reject(error));
    request.end(body);
  });
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

test.each(['nothing', 'an object'])('what is no output is refused in Google’s words: %s', async (body) => {
  const answer = await serve({ webapp: { access: 'ANYONE' } }, body);
  expect([answer.status, answer.text]).toEqual([
    200,
    'Error: The script completed but the returned value is not a supported return type.',
  ]);
});

test('a post of more than 50 MB is refused before it is read to its end', async () => {
  const posted = serve({ webapp: { access: 'ANYONE' } }, Buffer.alloc(51 * 1024 * 1024));
  const outcome = await posted.then(
    ({ status }) => status,
    ({ code }: NodeJS.ErrnoException) => code,
  );
  // a client that still writes may see the end of the connection before it reads the answer
  expect([413, 'ECONNRESET', 'EPIPE']).toContain(outcome);
});
