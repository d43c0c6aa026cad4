/**
 * Changes a page as HtmlService does when it serves one. Its script elements lose what looks like a comment or a tag: sources
 * disagree on whether that goes for strings and for scripts that are not JavaScript, so here it goes for all of them. The
 * markup loses its comments, and what it says of its character set.
 */

const SCRIPT = /(<script\b[^>]*>)([\s\S]*?)(<\/script)/gi;
const CODE_COMMENTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
/** A comparison such as a<b has no name of several letters that ends there or is followed by an attribute. */
const TAGS = /<\/?[a-z][a-z0-9]+(?:\s+[a-z-]+=[^<>]*)?\s*\/?>/gi;
const MARKUP_COMMENTS = /<!--[\s\S]*?-->/g;
const CHARACTER_SET = /<meta\b[^>]*\bcharset\b[^>]*>/gi;

export function servedHtml(html: string): string {
  let served = '';
  let end = 0;
  for (const match of html.matchAll(SCRIPT)) {
    const [whole, open = '', code = '', close = ''] = match;
    served += servedMarkup(html.slice(end, match.index)) + open;
    served += code.replace(CODE_COMMENTS, '').replace(TAGS, '') + close;
    end = match.index + whole.length;
  }
  return served + servedMarkup(html.slice(end));
}

function servedMarkup(markup: string): string {
  return markup.replace(MARKUP_COMMENTS, '').replace(CHARACTER_SET, '');
}
