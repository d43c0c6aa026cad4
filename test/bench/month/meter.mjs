/** A proxy between the add-on and the service that counts requests, credits and versions. */
import http from 'node:http';

/** The service's response headers. */
const CURSOR_HEADER = 'x-changes-cursor';
const CHARGED_HEADER = 'x-credits-charged';

/**
 * Starts the proxy.
 * @param {{ reportsChanges: boolean }} options if false, the proxy hides that the service reports changes
 */
export async function startMeter({ reportsChanges }) {
  const meter = {
    target: '',
    baseUrl: '',
    requests: 0,
    credits: 0,
    delivered: 0,
    versions: new Set(),
    stop: () => server.close(),
  };
  const server = http.createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { host: _host, ...headers } = incoming.headers;
    if (!reportsChanges) {
      delete headers[CURSOR_HEADER];
      if (incoming.url?.endsWith('/changes')) {
        outgoing.writeHead(404).end('{}');
        return;
      }
    }
    const answer = await post(meter.target + incoming.url, headers, Buffer.concat(chunks));
    meter.requests += 1;
    for (const { id, lastModified } of answer.records) meter.versions.add(`${id} ${lastModified}`);
    meter.delivered += answer.records.length;
    meter.credits += answer.charged;
    outgoing.writeHead(answer.status, answer.headers).end(answer.text);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  meter.baseUrl = `http://127.0.0.1:${port}`;
  return meter;
}

/** @param {string} url @param {import('node:http').OutgoingHttpHeaders} headers @param {Buffer | string} body */
export function post(url, headers, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      const parsed = JSON.parse(text);
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = response.headers;
      const records = Array.isArray(parsed) ? parsed : (parsed.records ?? []);
      const charged = Number(headers[CHARGED_HEADER] ?? 0);
      resolve({ status: response.statusCode ?? 0, headers, text, records, charged });
    });
    request.on('error', reject).end(body);
  });
}
