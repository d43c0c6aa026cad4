/** The text in a cell until its custom function returns: a word or a few, in the language of the person. */

/** Such as `Loading...`, `Wird geladen...`, `लोड हो रहा है...` or `読み込んでいます...`. Google does not list them. */
const LOADING = /^(?=.{4,30}$)\p{L}[\p{L}\p{M}]*(?: [\p{L}\p{M}]+){0,3} ?(?:\.\.\.|…)$/u;

export function isLoading(text: string): boolean {
  return LOADING.test(text);
}
