/** Reads the help that Sheets shows while a person types a formula, from the JSDoc of top-level functions. */
import type { FunctionHelp } from '../bridge/operations.js';

const DOCUMENTED_FUNCTION = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*function\s+([A-Za-z_$][\w$]*)\s*\(/g;

/** Returns the functions with `@customfunction`, in order. Like Sheets, it reads only comments. */
export function readFunctionHelp(code: string): FunctionHelp[] {
  return [...code.matchAll(DOCUMENTED_FUNCTION)]
    .filter(([, comment = '', name = '']) => /@customfunction\b/.test(comment) && !name.endsWith('_'))
    .map(([, comment = '', name = '']) => {
      const text = comment.replace(/^\s*\*? ?/gm, '').replace(/\s+/g, ' ');
      const [description = '', ...tags] = text.split(/(?:^|\s)@(?=[a-z])/);
      return {
        name: name.toUpperCase(),
        description: description.trim(),
        parameters: tags.flatMap(readParameter),
      };
    });
}

function readParameter(tag: string): FunctionHelp['parameters'] {
  const match = /^param\s+(?:\{([^}]*)\}\s*)?(\S+)\s*(?:-\s*)?(.*)$/.exec(tag.trim());
  if (!match) return [];
  const [, example = '', name = '', description = ''] = match;
  return [{ name: name.replace(/^\[|\]$/g, ''), example, description: description.trim() }];
}
