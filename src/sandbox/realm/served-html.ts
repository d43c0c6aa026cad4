/**
 * What becomes of a page when HtmlService serves it: it loses what looks like a comment inside a script element. Sources
 * disagree on whether that goes for strings and for scripts that are not JavaScript: here it goes for all of them.
 */

const SCRIPT = /(<script\b[^>]*>)([\s\S]*?)(<\/script)/gi;
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

export function servedHtml(html: string): string {
  return html.replace(
    SCRIPT,
    (_, open: string, content: string, close: string) => open + content.replace(COMMENTS, '') + close,
  );
}
