/** docs/release.md is ready to be used: texts within Google's limits, an answer for each scope, pages that exist. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
const textOf = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const PAGE = textOf('docs/release.md');
const SCOPES = (JSON.parse(textOf('appsscript.json')) as { oauthScopes: string[] }).oauthScopes;

/** The text of the listing under a heading. */
function listed(heading: string): string {
  const found = new RegExp(String.raw`^### ${heading}\n\n\`\`\`text\n([\s\S]*?)\n\`\`\`$`, 'm').exec(
    PAGE,
  )?.[1];
  if (found === undefined) throw new Error(`no text under ${heading}`);
  return found;
}

describe('the listing', () => {
  // developers.google.com/workspace/marketplace/create-listing
  test.each([
    ['Application name', 50],
    ['Short description', 200],
    ['Detailed description', 15_999],
  ])('%s has at most %i characters', (heading, most) => {
    const { length } = listed(heading);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(most);
  });

  test('has no name of Google or of one of its products as its own', () => {
    expect(listed('Application name')).not.toMatch(/google|sheets|gmail|drive|docs|workspace/i);
  });

  test('names only functions that the add-on has, and all of them', () => {
    const functions = [...textOf('src/addon/entry.js').matchAll(/@customfunction\s+\*\/\s+global\.(\w+) =/g)];
    const named = new Set(
      listed('Detailed description').match(/\b[A-Z]+_[A-Z]+\b|\b(?:EXPANSIONS|HIRINGS)\b/g),
    );
    expect([...named].sort()).toEqual(functions.map(([, name]) => name).sort());
  });

  test('has pictures of each size that the Marketplace asks for', () => {
    const sizes = new Set([...PAGE.matchAll(/^\| `[\w-]+\.png` +\| (\d+ × \d+)/gm)].map(([, size]) => size));
    expect([...sizes]).toEqual(['32 × 32', '48 × 48', '96 × 96', '128 × 128', '220 × 140', '1280 × 800']);
  });
});

describe('the verification', () => {
  const [, section = ''] = PAGE.split('\n## OAuth verification\n');
  const answers = new Map(
    [...section.matchAll(/^### `(https:\S+)`\n([\s\S]*?)(?=^##)/gm)].map(([, scope = '', text = '']) => [
      scope,
      text,
    ]),
  );

  test('has an answer for each scope of the manifest, and for no other', () => {
    expect([...answers.keys()]).toEqual(SCOPES);
  });

  test.each(SCOPES)('%s: what for, why nothing narrower, and where the video shows it', (scope) => {
    for (const part of ['What for', 'Why nothing narrower', 'In the video']) {
      expect(answers.get(scope)).toMatch(new RegExp(String.raw`^\*\*${part}\.\*\* \S.{20,}`, 'm'));
    }
  });
});

test('each link of the pages for the publisher leads to a page, and to a heading that it has', () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
  for (const name of ['release', 'privacy', 'terms', 'support', 'first-live-session', 'conformance/README']) {
    const file = `docs/${name}.md`;
    for (const [, target = '', anchor] of textOf(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)) {
      const linked = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
      expect([file, linked, existsSync(path.join(ROOT, linked))]).toEqual([file, linked, true]);
      if (!anchor) continue;
      const headings = [...textOf(linked).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading));
      expect([file, headings.includes(anchor) || anchor]).toEqual([file, true]);
    }
  }
});
