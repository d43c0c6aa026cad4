/**
 * Checks the OpenAPI document with independent tools.
 *   npm ci --prefix tools/api-check && npm run check:api
 * Spectral lints the document. Ajv checks the replies that a test run has recorded against their schemas.
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** @typedef {{ method: string, path: string, status: number, headers: Record<string, string>, body: string }} Exchange */
/** @typedef {{ responses: Record<string, { content?: Record<string, { schema: object }> }> }} Operation */

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'out/api-check');
const documentFile = path.join(folder, 'openapi.json');
const repliesFile = path.resolve(root, process.env['RECORD_REPLIES'] ?? 'out/api-check/replies.ndjson');

if (!existsSync(repliesFile)) {
  const file = path.relative(root, repliesFile);
  console.error(`No replies are recorded: run RECORD_REPLIES=${file} npx jest --selectProjects service`);
  process.exit(1);
}
const description = await findDescription();
await mkdir(folder, { recursive: true });
await writeFile(documentFile, description);
lint();
await checkReplies(JSON.parse(description));

/** @returns {AsyncGenerator<Exchange>} */
async function* exchanges() {
  for await (const line of createInterface({ input: createReadStream(repliesFile) })) yield JSON.parse(line);
}

/** Returns the recorded OpenAPI document. */
async function findDescription() {
  for await (const { path: address, status, body } of exchanges())
    if (address === '/openapi.json' && status === 200) return body;
  throw new Error(`${repliesFile} has no reply of /openapi.json`);
}

function lint() {
  const spectral = path.join(import.meta.dirname, 'node_modules/.bin/spectral');
  const ruleset = path.join(import.meta.dirname, 'spectral.yaml');
  const args = ['lint', documentFile, '--ruleset', ruleset, '--fail-severity', 'warn'];
  execFileSync(spectral, args, { cwd: root, stdio: 'inherit' });
}

/** @param {{ paths: Record<string, Record<string, Operation>> }} document */
async function checkReplies({ paths }) {
  const ajv = formats.default(new Ajv({ strict: false }));
  const patterns = Object.keys(paths).map((route) => ({
    route,
    pattern: new RegExp(`^${route.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  }));
  const problems = [];
  let count = 0;
  for await (const { method, path: address, status, headers, body } of exchanges()) {
    const pathname = address.split('?')[0] ?? '';
    const route = paths[pathname] ? pathname : patterns.find(({ pattern }) => pattern.test(pathname))?.route;
    const operation = paths[route ?? '']?.[method.toLowerCase()];
    // the document describes the default shape of answers; one test uses the other shape
    if (!operation || body.startsWith('{"dataset":')) continue;
    count += 1;
    const content = operation.responses[status]?.content ?? {};
    const type = headers['content-type']?.split(';')[0] ?? '';
    const schema = content[type]?.schema;
    const isDocumented = operation.responses[status] && (body === '' || schema);
    const problem = !isDocumented
      ? `${type} is not documented`
      : type === 'application/json' && schema && !ajv.validate(schema, JSON.parse(body)) && ajv.errorsText();
    if (problem) problems.push(`${method} ${address} ${status}: ${problem} in ${body.slice(0, 300)}`);
  }
  console.log(`${count} replies are checked, ${problems.length} problems`);
  if (problems.length > 0) throw new Error(problems.slice(0, 20).join('\n'));
}
