/**
 * Who may import whom. The table is in docs/architecture.md, in the block named `imports`: one row for each folder
 * of src, or for a single file that has rules of its own, with the rows that it may import. Indented rows belong to
 * the folder above them, and may name each other without it.
 */
import path from 'node:path';
import { type SourceFile, withoutComments } from './source-files.js';

/** By folder or file, from src: addon/question, addon/errors.ts. */
export type ImportRules = ReadonlyMap<string, readonly string[]>;

const IMPORT = /\b(?:from|import|require)\s*\(?\s*(['"])(\.[^'"\n]*)\1/g;

/** The rules in a page. @throws when the page has no such block, or a row names what has no row */
export function readRules(page: string): ImportRules {
  const block = /^```text imports\n([\s\S]*?)^```$/m.exec(page)?.[1];
  if (block === undefined) throw new Error('The page has no block that begins with ```text imports');
  const rows: { readonly name: string; readonly part: string; readonly allowed: readonly string[] }[] = [];
  let part = '';
  for (const line of block.split('\n').filter((text) => text.trim() !== '')) {
    const [first = '', ...allowed] = line.trim().split(/\s+/);
    if (!line.startsWith(' ')) part = first;
    rows.push({ name: line.startsWith(' ') ? `${part}/${first}` : first, part, allowed });
  }
  const names = new Set(rows.map(({ name }) => name));
  return new Map(
    rows.map(({ name, part: own, allowed }) => [
      name,
      allowed.map((text) => {
        const found = [`${own}/${text}`, text].find((known) => names.has(known));
        if (found === undefined) throw new Error(`${name} may import ${text}, which has no row`);
        return found;
      }),
    ]),
  );
}

/** The row that a file falls under: the file's own, or that of the nearest folder; undefined when there is none. */
export function rowOf(file: string, rules: ImportRules): string | undefined {
  let place = path.posix.relative('src', file);
  while (place !== '.' && !place.startsWith('..')) {
    if (rules.has(place)) return place;
    place = path.posix.dirname(place);
  }
  return undefined;
}

/** The files that a file imports, types included, by the paths that they have as sources where those are known. */
export function importsOf({ path: file, source }: SourceFile, known: ReadonlySet<string>): string[] {
  return [...withoutComments(source).matchAll(IMPORT)].map(([, , target = '']) => {
    const built = path.posix.join(path.posix.dirname(file), target);
    const written = built.replace(/\.js$/, '.ts');
    return known.has(written) || !known.has(built) ? written : built;
  });
}

export interface Direction {
  readonly from: string;
  readonly to: string;
}

/** What the rules forbid, one sentence each; and the directions between rows that are taken. */
export function checkImports(
  files: readonly SourceFile[],
  rules: ImportRules,
): { readonly wrong: readonly string[]; readonly taken: readonly Direction[] } {
  const known = new Set(files.map((file) => file.path));
  const wrong: string[] = [];
  const taken: Direction[] = [];
  for (const file of files) {
    const from = rowOf(file.path, rules);
    if (from === undefined) wrong.push(`${file.path} has no row`);
    for (const target of importsOf(file, known)) {
      const to = rowOf(target, rules);
      if (to === from) continue;
      if (from !== undefined && to !== undefined) taken.push({ from, to });
      if (from === undefined || to === undefined || !rules.get(from)?.includes(to)) {
        wrong.push(`${file.path} imports ${target}: ${from ?? 'it'} may not import ${to ?? 'it'}`);
      }
    }
  }
  return { wrong, taken };
}

/** Each circle in a graph, as the names along it; empty when there is none. */
export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const walk = (name: string, way: readonly string[]): void => {
    const at = way.indexOf(name);
    if (at >= 0) circles.push([...way.slice(at), name]);
    if (at >= 0 || done.has(name)) return;
    for (const next of graph.get(name) ?? []) walk(next, [...way, name]);
    done.add(name);
  };
  for (const name of graph.keys()) walk(name, []);
  return circles;
}

/** A table of rules in the notation of the page. */
export function writeRules(directions: readonly Direction[], rows: readonly string[]): string {
  const allowedTo = (row: string): string[] => [
    ...new Set(directions.filter(({ from }) => from === row).map(({ to }) => to)),
  ];
  return rows
    .map((row) => {
      const [part = '', ...rest] = row.split('/');
      const name = rest.length > 0 ? `  ${rest.join('/')}` : part;
      const allowed = rows
        .filter((other) => allowedTo(row).includes(other))
        .map((other) => (other.startsWith(`${part}/`) ? other.slice(part.length + 1) : other));
      return `${name.padEnd(20)} ${allowed.join(' ')}`.trimEnd();
    })
    .join('\n');
}
