/** RichTextValue and its builder: a text with one link for the whole text. */
import type { RichText } from '../bridge/operations.js';
import { dataOf, type MethodContext, tableOf } from './define.js';
import { wrongSignature } from './exception.js';

interface BuilderState {
  readonly text: string;
  linkUrl: string | null;
}

const BUILDER = tableOf<GoogleAppsScript.Spreadsheet.RichTextValueBuilder & WholeText, BuilderState>({
  kind: 'RichTextValueBuilder',
})({
  setLinkUrl: {
    inRealm(_realm, building, ...args) {
      const [linkUrl] = args;
      if (args.length > 1) throw new Error('RichTextValueBuilder.setLinkUrl of a part is not emulated');
      building.linkUrl = linkUrl;
    },
    chains: true,
  },
  build: { inRealm: (realm, building) => openRichText(realm, { ...building }) },
});

/** The emulated overload. */
interface WholeText {
  setLinkUrl(linkUrl: string | null): GoogleAppsScript.Spreadsheet.RichTextValueBuilder;
}

const RICH_TEXT_VALUE = tableOf<GoogleAppsScript.Spreadsheet.RichTextValue, RichText>({
  kind: 'RichTextValue',
})({
  getText: { inRealm: (_realm, { text }) => text },
  getLinkUrl: { inRealm: (_realm, { linkUrl }) => linkUrl },
  copy: { inRealm: ({ open }, text) => open(BUILDER, { ...text }) },
});

export function openRichText(
  { open }: MethodContext,
  text: RichText,
): GoogleAppsScript.Spreadsheet.RichTextValue {
  return open(RICH_TEXT_VALUE, text);
}

/** @throws for null, and for an object that is not a rich text of this realm */
export function richTextOf(value: unknown): RichText {
  const text = dataOf<RichText>(RICH_TEXT_VALUE, value);
  if (!text) throw wrongSignature('SpreadsheetApp.Range.setRichTextValues', [value]);
  return text;
}
