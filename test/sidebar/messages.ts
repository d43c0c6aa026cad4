/** The texts of the sidebar as in their files. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Messages {
  readonly [name: string]: string | Messages;
}

const FOLDER = path.join(__dirname, '../../src/sidebar/texts');

function read(language: string): Messages {
  return JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8'));
}

const LANGUAGES = readdirSync(FOLDER).flatMap((name) => /^(.+)\.json$/.exec(name)?.slice(1) ?? []);
export const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en').map(
  (language) => [language, read(language)] as const,
);

export const ENGLISH = read('en');
export const GERMAN = read('de');
