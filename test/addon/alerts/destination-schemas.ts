/**
 * What the destinations document, as JSON schemas of the parts in use:
 * - Slack: docs.slack.dev/reference/block-kit/blocks/section-block, composition-objects/text-object
 * - Google Chat: developers.google.com/workspace/chat/api/reference/rest/v1/cards, .../spaces.messages
 * - Teams: learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors, adaptive-cards/schema-explorer
 * - webhooks: github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md
 */
import Ajv from 'ajv/dist/2020.js';
import type { AlertKind } from '../../../src/contract/alerts.js';

const closed = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const url = { type: 'string', pattern: '^https?://', maxLength: 3_000 };
const openUrl = closed({ type: { const: 'Action.OpenUrl' }, url });
const run = closed(
  { type: { const: 'TextRun' }, text: text(3_000), weight: { const: 'Bolder' }, selectAction: openUrl },
  ['type', 'text'],
);

const list = (items: object, limits: object = {}) => ({ type: 'array', items, ...limits });
const section = closed({
  type: { const: 'section' },
  text: closed({ type: { const: 'mrkdwn' }, text: text(3_000), verbatim: { const: true } }),
});
const openLink = closed({ openLink: closed({ url }) });
const widget = closed({
  decoratedText: closed({ text: text(4_096), wrapText: { type: 'boolean' }, onClick: openLink }, ['text']),
});
const card = closed({ sections: list(closed({ widgets: list(widget, { minItems: 1, maxItems: 100 }) })) });
const adaptiveCard = closed({
  type: { const: 'AdaptiveCard' },
  version: { const: '1.4' },
  body: list(closed({ type: { const: 'RichTextBlock' }, inlines: list(run, { minItems: 1 }) })),
});
const attachment = closed({
  contentType: { const: 'application/vnd.microsoft.card.adaptive' },
  content: adaptiveCard,
});

const SCHEMAS = {
  slack: closed({ text: text(40_000), blocks: list(section, { maxItems: 50 }) }),
  chat: closed({ fallbackText: text(4_096), cardsV2: list(closed({ cardId: text(100), card })) }),
  teams: closed({ type: { const: 'message' }, attachments: list(attachment, { minItems: 1, maxItems: 1 }) }),
  webhook: closed({
    // full-stop delimited, letters, digits and underscores
    type: { type: 'string', pattern: '^[a-zA-Z0-9_]+(\\.[a-zA-Z0-9_]+)*$' },
    timestamp: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' },
    data: { type: 'object' },
  }),
} as const satisfies Record<Exclude<AlertKind, 'mail'>, object>;
/** Bytes: Teams documents 28 KB for a message, Google Chat 32 KB; Slack's limit is in the schema. */
const MAX_BYTES = 28_000;

const ajv = new Ajv({ allErrors: true, strict: false });
const CHECKS = Object.fromEntries(
  Object.entries(SCHEMAS).map(([kind, schema]) => [kind, ajv.compile(schema)]),
);

/** Returns the errors of a body by its destination's documentation; empty if it is valid. */
export function problemsOf(kind: AlertKind, body: string): unknown[] {
  const check = CHECKS[kind]!;
  check(JSON.parse(body));
  const size = Buffer.byteLength(body);
  return [...(check.errors ?? []), ...(size < MAX_BYTES ? [] : [`${size} bytes`])];
}
