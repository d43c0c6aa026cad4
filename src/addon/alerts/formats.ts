/** Writes messages in the format of each destination. Texts of records are untrusted: none becomes markup. */
import type { AlertKind } from '../../contract/alerts.js';
import type { AddonTexts } from '../texts/language.js';
import type { NewRecord } from './alert.js';

/** A line: a highlighted name, the rest, and the link of the name; each may be empty. */
export type Line = readonly [name: string, rest: string, link: string];

/** Returns a line for each record, and one that counts the others. */
export function linesOf(
  records: readonly NewRecord[],
  more: number,
  { jobs, amount, others }: AddonTexts['alerts'],
): Line[] {
  const lines = records.map((record): Line => {
    const { company, headline, id, what, where, investment, currency, link } = record;
    const parts = [
      company && (what || headline),
      where,
      record.jobs && jobs(record.jobs),
      investment && amount(investment, currency),
    ];
    const rest = parts.filter(Boolean).map((part) => ` · ${part}`);
    return [company || headline || id, rest.join(''), link];
  });
  return more > 0 ? [...lines, ['', others(more), '']] : lines;
}

/** Builds the bodies for the incoming webhooks. */
export const formats: Readonly<
  Record<Exclude<AlertKind, 'mail' | 'webhook'>, (title: string, lines: readonly Line[]) => object>
> = {
  // verbatim: nothing in a text becomes a link or a mention
  slack: (title, lines) => ({
    text: escapeMarkup(title),
    blocks: lines.map(([name, rest, link]) => {
      const linked =
        link === '' ? name && `*${escapeMarkup(name)}*` : `<${escapeMarkup(link)}|${escapeMarkup(name)}>`;
      return { type: 'section', text: { type: 'mrkdwn', text: linked + escapeMarkup(rest), verbatim: true } };
    }),
  }),
  chat(title, lines) {
    const widgets = lines.map(([name, rest, url]) => ({
      decoratedText: {
        text: `<b>${escapeMarkup(name)}</b>${escapeMarkup(rest)}`,
        wrapText: true,
        ...(url !== '' && { onClick: { openLink: { url } } }),
      },
    }));
    return { fallbackText: title, cardsV2: [{ cardId: 'alert', card: { sections: [{ widgets }] } }] };
  },
  // text runs, unlike text blocks, have no markup
  teams(_title, lines) {
    const body = lines.map(([name, rest, url]) => {
      const selectAction = url === '' ? undefined : { type: 'Action.OpenUrl', url };
      const inlines = [{ text: name, weight: 'Bolder', selectAction }, { text: rest }];
      return {
        type: 'RichTextBlock',
        inlines: inlines.filter(({ text }) => text !== '').map((run) => ({ type: 'TextRun', ...run })),
      };
    });
    const contentType = 'application/vnd.microsoft.card.adaptive';
    const content = { type: 'AdaptiveCard', version: '1.4', body };
    return { type: 'message', attachments: [{ contentType, content }] };
  },
};

/** Returns the text of a mail, which has no markup: one line for each line of a message. */
export function plainText(lines: readonly Line[]): string {
  const texts = lines.map(([name, rest, link]) => (name + rest).replace(/\s+/g, ' ') + (link && `\n${link}`));
  return texts.join('\n\n');
}

/** Escapes a text for Slack and Google Chat. */
function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
