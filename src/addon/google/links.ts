/** Texts of cells that lead somewhere, as rich text: a link in a cell without a formula. */
import type { LinkedText, Tab } from '../platform.js';

type Range = GoogleAppsScript.Spreadsheet.Range;
type RichTextValue = GoogleAppsScript.Spreadsheet.RichTextValue;

/** Undefined for what is no text: of a number, Google gives null. */
export function readLinks(column: Range): (LinkedText | undefined)[] {
  return column
    .getRichTextValues()
    .map(([value]) => (value ? { text: value.getText(), address: value.getLinkUrl() ?? '' } : undefined));
}

/** The texts are read last, right before they are written: nobody else can come in between. */
export function writeLinks(column: Range, to: Parameters<Tab['link']>[1]): void {
  const formulas = column.getFormulas();
  const texts = column.getRichTextValues();
  for (let from = 0; from < texts.length; from++) {
    const stretch: [RichTextValue][] = [];
    let changed = 0;
    for (let row = from; row < texts.length; row++) {
      const text = texts[row]![0];
      // what is no text would become one
      if (!text || text.getText() === '' || formulas[row]![0] !== '') break;
      const address = to(text.getText(), row);
      if (address === undefined || address === (text.getLinkUrl() ?? '')) stretch.push([text]);
      else {
        stretch.push([
          text
            .copy()
            .setLinkUrl(address || null)
            .build(),
        ]);
        changed += 1;
      }
    }
    if (changed > 0) column.offset(from, 0, stretch.length, 1).setRichTextValues(stretch);
    from += stretch.length;
  }
}
