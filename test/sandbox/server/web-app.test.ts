/** A script is a web app only if its manifest declares one. */
import http from 'node:http';
import { text } from 'node:stream/consumers';
import type { Host, HostOptions } from '../../../src/sandbox/host/host.js';
import { answerWebApp } from '../../../src/sandbox/server/web-app.js';
import { useHosts } from '../../support/host.js';
import { useHttpServer } from '../../support/http-server.js';

const CODE = `
function doPost(e) {
  if (e.postData.contents === 'nothing') return undefined;
  if (e.postData.contents === 'an object') return { content: 'here', mimeType: 'text/plain' };
  return ContentService.createTextOutput('here');
}
function address() { return ScriptApp.getService().getUrl(); }
`;

const startHost = useHosts();
let host: Host;
const server = useHttpServer((request, response) => void answerWebApp(host, request, response));

async function serve(manifest: NonNullable<HostOptions['manifest']>, body: string | Buffer = '') {
  host = await startHost({ code: CODE, manifest });
  const url = `${server.url}/exec`;
  host.webApp.url = url;
  const answer = await post(url, body);
  return { isAddressKnown: (await host.run('address')) === url, ...answer };
}

/** Accepts an answer that arrives before the whole body is sent, which fetch() does not. */
function post(url: string, body: string | Buffer): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const request = http.request(url, { method: 'POST', agent: false }, async (response) => {
      isAnswered = true;
      resolve({ status: response.statusCode, text: await text(response).catch(() => '') });
    });
    // the server closes the connection of a refused body
    request.on('error', (error) => isAnswered || reject(error));
    request.end(body);
  });
}

test('with `webapp` in the manifest, the script has an address and answers', async () => {
  const answered = { isAddressKnown: true, status: 200, text: 'here' };
  expect(await serve({ webapp: { access: 'ANYONE' } })).toEqual(answered);
});

test('without `webapp`, it has neither', async () => {
  const { isAddressKnown, status, text } = await serve({});
  expect([isAddressKnown, status]).toEqual([false, 404]);
  expect(text).not.toContain('here');
});

test.each(['nothing', 'an object'])('another result is refused with Google’s message: %s', async (body) => {
  const answer = await serve({ webapp: { access: 'ANYONE' } }, body);
  expect([answer.status, answer.text]).toEqual([
    200,
    'Error: The script completed but the returned value is not a supported return type.',
  ]);
});

test('a post of more than 50 MB is refused before all of it is read', async () => {
  const posted = serve({ webapp: { access: 'ANYONE' } }, Buffer.alloc(51 * 1024 * 1024));
  await expect(posted).rejects.toMatchObject({ code: expect.stringMatching(/^(?:ECONNRESET|EPIPE)$/) });
});
