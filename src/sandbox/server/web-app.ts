/** The script's web app: `POST /exec` runs doPost as the person who deployed it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isScriptError } from '../executions/script-error.js';
import type { Host } from '../host/host.js';
import { readBody } from '../services/http-exchange.js';

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };

/**
 * Runs doPost. As on Google, a web app cannot set a status: an error is a page with status 200 and a message.
 * @param host of the spreadsheet to which the script is bound; undefined if there is none
 */
export async function answerWebApp(
  host: Host | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!host?.webApp.exists()) {
    response.writeHead(404, TEXT).end('Sorry, unable to open the file at this time.');
    return;
  }
  // UrlFetchApp's limit; Google documents none for posts to a web app
  const body = await readBody(request);
  if (!body) return void response.destroy();
  try {
    // the part of Google's event that the add-on reads
    const event = {
      parameter: Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams),
      postData: { contents: body.toString(), length: body.length },
    };
    const output = await host.run('doPost', [event], { mode: 'web-app' });
    const { content, mimeType } = output as { content: string; mimeType: string };
    response.writeHead(200, {
      'Content-Type': `${mimeType}; charset=utf-8`,
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(content);
  } catch (error) {
    const message = isScriptError(error) ? error.note : (error as Error).message;
    response.writeHead(200, TEXT).end(message);
  }
}
