/** The files of the project as text, for the tests that judge how they are laid out. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const CODE = /\.(?:[cm]?[jt]s|css|html)$/;

export interface SourceFile {
  /** From the root of the project, with slashes: src/addon/app.ts. */
  readonly path: string;
  readonly source: string;
}

/** Every file of code below a folder of the project. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, ...file.split(path.sep)))
    .filter((file) => CODE.test(file) && !file.includes('node_modules'))
    .sort()
    .map((file) => ({ path: file, source: textOf(file) }));
}

/** The text of one file of the project. */
export function textOf(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** Strings stay: only what a compiler would not see goes. */
export function withoutComments(source: string): string {
  return source.replace(
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_match, text: string | undefined) => text ?? ' ',
  );
}
