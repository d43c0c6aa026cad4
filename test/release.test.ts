/** What a release must not get wrong for its users: its version, the Node that it runs on, the access that it asks for. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string) => readFileSync(path.join(__dirname, '..', file), 'utf8');
const { version, engines, dependencies } = JSON.parse(read('package.json'));

test('the newest version of the changelog is that of package.json', () => {
  expect(/^## \[(\d[^\]]*)\]/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

test('the package of the client has the version of the project, and its one dependency as it is tested', () => {
  const client = JSON.parse(read('src/client/package.json'));
  expect(client.version).toBe(version);
  expect(client.dependencies).toEqual({ undici: dependencies.undici });
  expect(client.engines.node).toBe(engines.node.split(' ')[0]);
});

test('the smoke test runs on the first and the last Node that engines allows, and the image on the one between', () => {
  const { optionalDependencies } = JSON.parse(read('tools/node-versions/package.json'));
  const [oldest, newest, lts] = ['oldest', 'newest', 'lts'].map((name) =>
    /@(\d+)\.(\d+)/.exec(optionalDependencies[`node-${name}-linux-x64`])!.slice(1),
  ) as [string[], string[], string[]];
  expect(engines.node).toBe(`>=${oldest.join('.')} <${Number(newest[0]) + 1}`);
  const images = [...read('Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major);
  expect(new Set([...images, read('.nvmrc').trim()])).toEqual(new Set([lts[0]]));
});

test('the verification form has a reason for each scope that the add-on asks for, and for no other', () => {
  const [, section = ''] = read('docs/release.md').split('\n## OAuth verification\n');
  const scopes = [...section.matchAll(/^### `(https:\S+)`$/gm)].map(([, scope]) => scope);
  expect(scopes).toEqual(JSON.parse(read('appsscript.json')).oauthScopes);
});
