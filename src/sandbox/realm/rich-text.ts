/** RichTextValue and its builder: a text, and where all of it leads. */
import type { RichText } from '../bridge/operations.js';
import { Exception } from '../services/exception.js';
import { createMark, emulate } from './not-emulated.js';

type RichTextValue = GoogleAppsScript.Spreadsheet.RichTextValue;
type RichTextValueBuilder = GoogleAppsScript.Spreadsheet.RichTextValueBuilder;

const INFO = createMark<RichText>('rich text');

/** @throws for null, and for an object that is no rich text of this realm */
export function richTextOf(value: unknown): RichText {
  const info = INFO.of(value);
  if (!info) {
    throw new Exception(
      "The parameters don't match the method signature for SpreadsheetApp.Range.setRichTextValues.",
    );
  }
  return info;
}

export function createRichTextValue(info: RichText): RichTextValue {
  return emulate<RichTextValue>('RichTextValue', {
    [INFO.key]: info,
    getText: () => info.text,
    getLinkUrl: () => info.linkUrl,
    copy: () => createBuilder(info),
  });
}

function createBuilder(from: RichText): RichTextValueBuilder {
  let info = from;
  const builder: RichTextValueBuilder = emulate<RichTextValueBuilder>('RichTextValueBuilder', {
    setText(text: string) {
      info = { text, linkUrl: null };
      return builder;
    },
    setLinkUrl(...args: [string | null] | [number, number, string | null]) {
      if (args.length > 1) throw new Error('RichTextValueBuilder.setLinkUrl of a part is not emulated');
      info = { ...info, linkUrl: args[0] as string | null };
      return builder;
    },
    build: () => createRichTextValue(info),
  });
  return builder;
}
