/** Changes a page of the script as HtmlService does when it serves it. */

const SCRIPT = /(<script\b[^>]*>)([\s\S]*?)(<\/script)/gi;
const CODE_COMMENTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
/** Matches no comparison such as a<b: a tag has a name of several letters, then its end or attributes. */
const TAGS = /<\/?[a-z][a-z0-9]+(?:\s+[a-z-]+=[^<>]*)?\s*\/?>/gi;
const MARKUP_COMMENTS = /<!--[\s\S]*?-->/g;
const CHARACTER_SET = /<meta\b[^>]*\bcharset\b[^>]*>/gi;

/**
 * Changes a page. Script elements lose everything that looks like a comment or a tag. Sources disagree if this
 * includes strings and scripts other than JavaScript; here it does. The markup loses its comments and its
 * declaration of a character set.
 */
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
