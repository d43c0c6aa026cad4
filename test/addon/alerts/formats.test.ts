/** Messages of all sizes and with hostile texts match the documented formats of the destinations. */
import { formats, type Line, linesOf } from '../../../src/addon/alerts/formats.js';
import { outboxOf, valuesToQueue } from '../../../src/addon/alerts/outbox.js';
import type { Properties } from '../../../src/addon/platform.js';
import { de } from '../../../src/addon/texts/de.js';
import { en } from '../../../src/addon/texts/en.js';
import { problemsOf } from './destination-schemas.js';
import { alertOf, recordOf, recordsOf } from './support.js';

const CHATS = ['slack', 'chat', 'teams'] as const;
type Chat = (typeof CHATS)[number];

const SHEET = 'https://docs.google.com/spreadsheets/d/spreadsheet-1';
const EMPTY: Properties = { get: () => null, set() {}, setAll() {}, remove() {} };

/** Returns the body for records as the outbox stores them. */
function bodyOf(chat: Chat, records: readonly ReturnType<typeof recordOf>[], texts = en): string {
  const { waiting, more } = outboxOf(Object.values(valuesToQueue(EMPTY, [alertOf()], records))[0]);
  const title = texts.digest.subject('My job', waiting.length + more);
  const shown = linesOf(waiting, more, texts.alerts);
  const lines: Line[] = [[title, '', ''], ...shown, [texts.alerts.open, '', SHEET]];
  const body = JSON.stringify(formats[chat](title, lines));
  expect(problemsOf(chat, body)).toEqual([]);
  return body;
}

/** Returns all texts of a body that a destination shows. */
function textsIn(body: string): string[] {
  const found: string[] = [];
  JSON.parse(body, (name, value: unknown) => {
    if (name === 'text' && typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

/** What follows the company in the line of a record. */
const ABOUT = ' · Factory/Plant · Austin, Texas, United States · 200 jobs · 5,000,000 USD';

test('Slack: a section for each record, and a text for the notification', () => {
  expect(textsIn(bodyOf('slack', recordsOf(7)))).toEqual([
    'My job: 7 new records',
    '*My job: 7 new records*',
    ...[1, 2, 3, 4, 5].map((number) => `<https://news.example/r${number}|Company r${number}>${ABOUT}`),
    'and 2 more',
    '<https://docs.google.com/spreadsheets/d/spreadsheet-1|Open the spreadsheet>',
  ]);
});

test('Google Chat: a widget for each record', () => {
  const texts = ['<b>My job: 1 new record</b>', `<b>Company r1</b>${ABOUT}`, '<b>Open the spreadsheet</b>'];
  expect(textsIn(bodyOf('chat', recordsOf(1)))).toEqual(texts);
});

test('Teams: a block for each record, in German', () => {
  const about = ' · Factory/Plant · Austin, Texas, United States · 200 Arbeitsplätze · 5.000.000 USD';
  expect(textsIn(bodyOf('teams', recordsOf(6), de))).toEqual([
    'My job: 6 neue Datensätze',
    ...[1, 2, 3, 4, 5].flatMap((number) => [`Company r${number}`, about]),
    'und 1 weitere',
    'Tabelle öffnen',
  ]);
});

test('undisclosed values are left out, and a headline replaces a missing type', () => {
  const { investment: _investment, jobs: _jobs, ...bare } = recordOf('r1', { what: '', where: '', link: '' });
  expect(textsIn(bodyOf('slack', [bare]))).toContain('*Company r1* · Headline r1');
  expect(textsIn(bodyOf('slack', [{ ...bare, company: '', headline: '' }]))).toContain('*r1*');
});

const HOSTILE = [
  '<!channel> <@U1> <https://evil.example|Acme>',
  '<a href="https://evil.example">Acme</a><users/all>',
  '[Acme](https://evil.example) **bold**',
  'Acme & Sons > all',
  '\u202eemcA\u0000\u0007\r\nnext line',
  'https://evil.example/auto @here',
  '{{ data }} "quoted" \\ back',
  '\ud83d'.repeat(30),
  '&'.repeat(5_000),
  '漢'.repeat(5_000),
];

test.each(CHATS)('%s: no text becomes markup, a mention or a second line', (chat) => {
  for (const hostile of HOSTILE) {
    const fields = { company: hostile, what: hostile, where: hostile, headline: hostile, currency: hostile };
    const body = bodyOf(chat, [recordOf('r1', { ...fields, tab: hostile, link: '' })]);
    const shown = textsIn(body).slice(1).join(' ');
    if (chat === 'slack') {
      // the only link is that to the spreadsheet
      expect(shown.match(/<[^>]*>/g)).toEqual([`<${SHEET}|Open the spreadsheet>`]);
      expect(body.match(/"verbatim":true/g)).toHaveLength(3);
    }
    if (chat === 'chat') expect(new Set(shown.match(/<[^>]*>/g))).toEqual(new Set(['<b>', '</b>']));
    if (chat !== 'teams') expect(shown.replace(/&(?:amp|lt|gt);/g, '')).not.toContain('&');
    expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\u202e]/u);
    expect(body.match(/https?:\/\/evil\.example[^"]*"/g) ?? []).not.toContain('https://evil.example"');
  }
});

test.each([
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['ftp://a.example/x', false],
  ['https://a.example/x y', false],
  ['https://a.example/|x', false],
  ['https://a.example/>x', false],
  ['https://a.example/"x', false],
  [`https://a.example/${'x'.repeat(500)}`, false],
  ['http://a.example/x?a=1&b=2#c', true],
  ['HTTPS://a.example/x', false],
])('%s becomes a link: %s', (link, isLinked) => {
  for (const chat of CHATS) {
    const body = bodyOf(chat, [recordOf('r1', { link })]).replaceAll('&amp;', '&');
    expect(body.includes(link)).toBe(isLinked);
  }
});

test('the longest link with the longest texts fits into a section', () => {
  const [company, what, where] = ['&'.repeat(200), '<'.repeat(200), '>'.repeat(200)];
  const long = { company, what, where, currency: company, link: `https://a.example/?${'&'.repeat(239)}` };
  const records = recordsOf(9).map((record) => ({ ...record, ...long }));
  for (const chat of CHATS) bodyOf(chat, records);
});
