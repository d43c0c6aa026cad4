/** Matches a custom function at the top of dist/Code.js: help, name and parameters. */
const STUB = /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nfunction ([A-Z][A-Z0-9_]*)\(([^)]*)\)/gm;

/**
 * Returns the custom functions of a script with the help that Sheets shows for them.
 * @param {string} code
 */
export function customFunctions(code) {
  return [...code.matchAll(STUB)].map(([, comment = '', name = '', parameters = '']) => {
    const help = comment.replace(/^\s*\* ?/gm, '');
    return {
      name,
      parameters,
      about: help.split(/^(?:Examples:|@)/m)[0]?.trim() ?? '',
      arguments: [...help.matchAll(/^@param \{[^}]*\} (\w+) (\S.*)$/gm)].map(
        ([, argument = '', text = '']) => ({ name: argument, text }),
      ),
      returns: /^@customfunction\b/m.test(help) ? /^@return \{[^}]*\} (\S.*)$/m.exec(help)?.[1] : undefined,
      /** The options in the spelling of the help. */
      options: /\bAn option: ([^.]+)\./.exec(help)?.[1]?.split(', ') ?? [],
    };
  });
}
