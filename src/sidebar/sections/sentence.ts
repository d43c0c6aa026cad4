/** The sentence box: fills the fields of the builder, and shows what it has understood and what not. */
import { actions, button } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { textArea } from '../controls/fields.js';
import { modeOf, valueWith, withOption } from '../draft/question-edit.js';
import { createLists } from '../draft/sentence.js';
import { type Doubt, type Reading, readSentence } from '../draft/sentence-question.js';
import { type Child, el } from '../page/element.js';
import { todayIn } from '../page/format.js';
import { icon } from '../page/icons.js';
import type { Page } from '../page/page.js';

const READ = 'sentence-read';

export function sentenceCard(page: Page): HTMLElement {
  const { draft, texts } = page;
  const { sentence: words } = texts.build;
  return card(
    'sentence-title',
    words.title,
    textArea({
      id: 'sentence',
      label: words.label,
      labelUnseen: true,
      rows: 2,
      value: draft.sentence,
      placeholder: words.example,
      onInput: (sentence) => page.edit({ sentence }),
      onEnter: () => read(page, page.draft.sentence),
    }),
    draft.sentence.trim() !== '' &&
      actions(button(page, { id: READ, label: words.read, onClick: () => read(page, page.draft.sentence) })),
    el('div', { id: 'sentence-result', role: 'status' }, result(page)),
  );
}

function read(page: Page, sentence: string): void {
  const { state, service, edit } = page;
  if (sentence.trim() === '') {
    edit({ focus: 'sentence' });
    return;
  }
  const groups = [...new Set([...state.groups, ...(service.groups() ?? []).map(({ name }) => name)])];
  const reading = readSentence(sentence, createLists(), { groups, today: todayIn(state.timeZone) });
  const { question } = reading;
  const shown = { sentence, reading: { ...reading, sentence }, focus: READ };
  // a sentence of which nothing is understood changes nothing
  if (reading.understood.length === 0) {
    edit({ ...shown, sentence });
    return;
  }
  edit({
    ...shown,
    starting: false,
    question,
    filter: '',
    origin: undefined,
    companyMode: modeOf(question),
    companiesOf: {},
    opened: undefined,
    preview: undefined,
    typed: {},
  });
}

function result(page: Page): Child {
  const { draft, texts } = page;
  const { reading } = draft;
  // it does not apply to another sentence
  if (!reading || reading.sentence !== draft.sentence) return undefined;
  const { build } = texts;
  const { sentence: words } = build;
  const isEmpty = reading.understood.length === 0;
  const what = build.datasets[reading.question.functionName] ?? '';
  const notes = isEmpty
    ? []
    : [
        reading.isWhatSupposed && words.what(what),
        !reading.hasDays && reading.question.functionName !== 'TRACKED_COMPANIES' && words.usualDays,
        reading.anyCurrency && words.anyCurrency,
        reading.headquarters && words.headquarters,
      ];
  return [
    marked(page),
    el('p', { class: 'hint' }, reading.doubts.length === 0 && !isEmpty ? words.whole : words.marked),
    notes.map((note) => note && el('p', { class: 'hint' }, note)),
    !isEmpty && reading.isWhatSupposed && otherData(page, reading.question.functionName),
    !isEmpty && reading.anyCurrency && currencies(page, reading),
    reading.doubts.map((doubt, index) => doubtBox(page, doubt, index)),
  ];
}

/** What else may be meant where no word says it: the word that is missing is put before the sentence. */
function otherData(page: Page, supposed: string): Child {
  const { build } = page.texts;
  return actions(
    ['EXPANSIONS', 'HIRINGS', 'EXEC_CHANGES']
      .filter((name) => name !== supposed)
      .map((name) =>
        button(page, {
          id: `sentence-what-${name}`,
          label: build.datasets[name] ?? name,
          onClick: () => read(page, `${build.sentence.words[name]}: ${page.draft.sentence}`),
        }),
      ),
  );
}

/** Any currency is asked for until the person says which. */
function currencies(page: Page, reading: Reading & { readonly sentence: string }): Child {
  return actions(
    ['USD', 'EUR', 'GBP'].map((currency) =>
      button(page, {
        id: `sentence-${currency}`,
        label: currency,
        onClick: () =>
          page.edit({
            question: withOption(page.draft.question, 'currency', valueWith(currency)),
            reading: { ...reading, anyCurrency: false },
            focus: READ,
          }),
      }),
    ),
  );
}

/** The sentence with lines under what is understood. */
function marked({ draft }: Page): Child {
  const { reading } = draft;
  if (!reading) return undefined;
  const { sentence, understood, doubts } = reading;
  const left = doubts.filter(({ supposed }) => supposed === '');
  const all = [
    ...understood.map(({ at, end }) => ({ at, end, name: 'ins' as const })),
    ...left.map(({ at, end }) => ({ at, end, name: 'mark' as const })),
  ].sort((a, b) => a.at - b.at);
  let from = 0;
  const pieces: Child[] = [];
  for (const { at, end, name } of all) {
    pieces.push(sentence.slice(from, at), el(name, {}, sentence.slice(at, end)));
    from = end;
  }
  return el('p', { id: 'sentence-marked', class: 'marked' }, pieces, sentence.slice(from));
}

function doubtBox(page: Page, doubt: Doubt, index: number): Child {
  const { at, end, words, supposed, instead, isName } = doubt;
  const { texts, draft } = page;
  const { sentence: told } = texts.build;
  const withWords = (other: string) => `${draft.sentence.slice(0, at)}${other}${draft.sentence.slice(end)}`;
  const rest = `${draft.sentence.slice(0, at)}${draft.sentence.slice(end)}`.replace(/\s+/g, ' ').trim();
  return el(
    'div',
    { class: 'question' },
    el(
      'p',
      {},
      icon('warning'),
      el(
        'span',
        {},
        supposed === ''
          ? told.unknown(words)
          : isName
            ? told.place(words)
            : told.supposed(words, texts.build.datasets[supposed] ?? supposed),
      ),
    ),
    actions(
      instead.map((one, number) =>
        button(page, {
          id: `sentence-instead-${index}-${number}`,
          label: `“${one}”`,
          onClick: () => read(page, withWords(one)),
        }),
      ),
      isName &&
        button(page, {
          id: `sentence-company-${index}`,
          label: told.company(words),
          onClick: () => read(page, withWords(`"${words}"`)),
        }),
      rest !== '' &&
        button(page, {
          id: `sentence-leave-${index}`,
          label: told.leaveOut(words),
          onClick: () => read(page, rest),
        }),
    ),
  );
}
