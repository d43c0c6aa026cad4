/** The script's web app: `POST /exec` runs doPost, `GET /exec` doGet, as the person who deployed it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isScriptError } from '../executions/script-error.js';
import type { Host } from '../host/host.js';

/**
 * Like Google, it cannot set a status: an error is a page with a message.
 * @param host of the spreadsheet that the script is bound to; undefined if it is deleted
 */
export async function answerWebApp(
  host: Host | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!host?.webApp.exists) {
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('Sorry, unable to open the file at this time.');
    return;
  }
  const url = new URL(request.url ?? '/', 'http://localhost');
  const body = await buffer(request);
  const isPost = request.method === 'POST';
  const parameters = Object.fromEntries(
    [...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name)]),
  );
  const event = {
    queryString: url.search.slice(1),
    parameter: Object.fromEntries(url.searchParams),
    parameters,
    contextPath: '',
    contentLength: isPost ? body.length : -1,
    ...(isPost && {
      postData: {
        contents: body.toString(),
        length: body.length,
        name: 'postData',
        type: (request.headers['content-type'] ?? 'application/octet-stream').split(';')[0],
      },
    }),
  };
  try {
    const output = await host.run(isPost ? 'doPost' : 'doGet', [event], { mode: 'web-app' });
    const { content, mimeType } = output as { content?: unknown; mimeType?: unknown };
    if (typeof content !== 'string' || typeof mimeType !== 'string') {
      throw new Error('The script completed but the returned value is not a supported return type.');
    }
    response.writeHead(200, {
      'Content-Type': `${mimeType}; charset=utf-8`,
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(content);
  } catch (error) {
    const message = isScriptError(error) ? error.note : (error as Error).message;
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(message);
  }
}
