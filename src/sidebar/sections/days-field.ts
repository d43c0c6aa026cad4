/** Which days a question asks for: a preset, two days of a calendar, words or cells; and which date counts. */
import { isoFromWire } from '../../contract/dates.js';
import { resolveDay } from '../../contract/day-words.js';
import { isExpression, separatorsOf } from '../../contract/formula.js';
import { type BuilderQuestion, type BuilderValue, filtersOf } from '../../contract/formula-question.js';
import { actions, button } from '../controls/actions.js';
import { selectField, textField } from '../controls/fields.js';
import { optionOf, textsOf, valueWith, withOption, withoutOption } from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import { todayIn } from '../page/format.js';
import type { Page } from '../page/page.js';

/** The options that this field shows in place of filters. */
export const DAY_OPTIONS: readonly string[] = ['startDate', 'endDate', 'dateType'];

/** Date words stay relative: tomorrow the formula queries other days. */
export const DAY_WORDS: readonly string[] = [
  'today',
  'yesterday',
  '-7d',
  '-30d',
  '-90d',
  '-1y',
  'this week',
  'last week',
  'this month',
  'last month',
  'this quarter',
  'last quarter',
  'this year',
  'last year',
];

const ID = 'build-days';
const OWN = 'own';
const WORDS = `${ID}-words`;
/** No preset is open at both ends: a past span ends with itself, any other one has no end. */
const isPast = (preset: string) => preset.startsWith('last ');

export function daysField(page: Page): Child[] {
  const { draft, texts } = page;
  const { build } = texts;
  const { question } = draft;
  const chosen = chosenOf(page);
  return [
    el(
      'div',
      { class: 'row natural' },
      selectField({
        id: ID,
        label: build.days,
        value: chosen,
        choices: [
          { value: '', label: build.anyDays },
          { value: OWN, label: build.ownDays },
          ...Object.entries(build.presets).map(([value, label]) => ({ value, label })),
        ],
        onChange: (next) => choose(page, next),
      }),
      chosen !== '' && dateTypeField(page),
    ),
    chosen === OWN && ownDays(page),
    chosen !== '' && range(page),
    chosen !== '' &&
      filtersOf(question.functionName)['dateType'] === undefined &&
      el('p', { class: 'hint' }, build.byLastChange),
  ];
}

/** A preset, or days of the person's own; empty where any will do. */
function chosenOf({ draft, texts }: Page): string {
  const [start, end] = [optionOf(draft.question, 'startDate'), optionOf(draft.question, 'endDate')];
  if (draft.typed[ID] === OWN) return OWN;
  if (!start && !end) return '';
  const [first = ''] = textsOf(start);
  const [last] = textsOf(end);
  const isPreset = texts.build.presets[first] !== undefined && end?.kind !== 'cells';
  return isPreset && last === (isPast(first) ? first : undefined) ? first : OWN;
}

function choose(page: Page, next: string): void {
  const { question, typed } = page.draft;
  if (next === OWN) {
    // a preset becomes the days that it means now, which the calendar can show
    const found = daysOf(page);
    const shown = found && chosenOf(page) !== '' ? withDays(question, found.start, found.end) : question;
    page.edit({ question: shown, typed: { ...typed, [ID]: OWN, [WORDS]: '' } });
    return;
  }
  page.edit({
    question: withDays(question, next, isPast(next) ? next : ''),
    typed: { ...typed, [ID]: '' },
  });
}

/** An empty day is none. */
function withDays(question: BuilderQuestion, start: string, end: string): BuilderQuestion {
  return withDay(withDay(question, 'startDate', valueWith(start)), 'endDate', valueWith(end));
}

function withDay(question: BuilderQuestion, name: string, value: BuilderValue): BuilderQuestion {
  const isEmpty = value.kind === 'texts' && value.texts[0] === '';
  return isEmpty ? withoutOption(question, name) : withOption(question, name, value);
}

/** The days that are meant today; undefined where cells or other words say them. */
function daysOf({ draft, state }: Page): { readonly start: string; readonly end: string } | undefined {
  const today = todayIn(state.timeZone);
  const read = (name: string, side: 'start' | 'end') => {
    const value = optionOf(draft.question, name);
    if (!value) return '';
    const day = resolveDay(textsOf(value)[0] ?? '?', today)[side];
    return isoFromWire(day, 'YYYY-MM-DD');
  };
  const [start, end] = [read('startDate', 'start'), read('endDate', 'end')];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** "Oct 25 – Nov 24, 2026" */
function range(page: Page): Child {
  const { format, state } = page;
  const days = daysOf(page);
  if (!days?.start) return undefined;
  const end = days.end || todayIn(state.timeZone);
  return days.start <= end && el('p', { id: `${ID}-range`, class: 'hint' }, format.range(days.start, end));
}

/** Two days of a calendar, or words for them, which move with the days; a text after = means cells. */
function ownDays(page: Page): Child {
  const { draft, texts } = page;
  const { build } = texts;
  const values = ['startDate', 'endDate'].map((name) => optionOf(draft.question, name));
  const isIso = values.every(
    (value) => !value || isoFromWire(textsOf(value)[0] ?? '', 'YYYY-MM-DD') !== undefined,
  );
  const inWords = !isIso || draft.typed[WORDS] === WORDS;
  return [
    el(
      'div',
      { class: 'row pair' },
      dayField(page, 'startDate', build.from, inWords),
      dayField(page, 'endDate', build.until, inWords),
    ),
    inWords && el('p', { class: 'hint' }, build.wordsHint),
    isIso &&
      actions(
        button(page, {
          id: WORDS,
          label: inWords ? build.inCalendar : build.inWords,
          kind: 'link',
          onClick: () => page.edit({ typed: { ...page.draft.typed, [WORDS]: inWords ? '' : WORDS } }),
        }),
      ),
  ];
}

function dayField(page: Page, name: string, label: string, inWords: boolean): HTMLElement {
  const { draft, texts, state } = page;
  const value = optionOf(draft.question, name);
  const text = value?.kind === 'cells' ? `=${value.text}` : (textsOf(value)[0] ?? '');
  const isWrong = value?.kind === 'cells' && !isExpression(value.text, separatorsOf(state.spreadsheetLocale));
  return textField({
    id: `${ID}-${name}`,
    label,
    type: inWords ? 'text' : 'date',
    value: text,
    ...(inWords && { suggestions: DAY_WORDS, placeholder: name === 'startDate' ? '-30d' : 'yesterday' }),
    problem: isWrong && text.length > 1 ? texts.build.cellsProblem : '',
    onInput: (typed) => {
      const next: BuilderValue = typed.startsWith('=')
        ? { kind: 'cells', text: typed.slice(1).trim() }
        : valueWith(typed);
      page.edit({
        question: withDay(page.draft.question, name, next),
        // it stays open while its days are changed, also where they are those of a preset
        typed: { ...page.draft.typed, [ID]: OWN },
      });
    },
  });
}

/** Only expansions can be asked for by either date. */
function dateTypeField(page: Page): Child {
  const { draft, texts } = page;
  const { question } = draft;
  const value = optionOf(question, 'dateType');
  const { dateType } = filtersOf(question.functionName);
  if (dateType === undefined || value?.kind === 'cells') return undefined;
  const [chosen = 'ANNOUNCED'] = textsOf(value);
  return selectField({
    id: `${ID}-type`,
    label: texts.build.dateType,
    value: chosen,
    choices: (dateType.values ?? []).map((one) => ({
      value: one,
      label: texts.build.dateTypes[one] ?? one,
    })),
    onChange: (one) =>
      page.edit({
        question:
          one === 'ANNOUNCED'
            ? withoutOption(question, 'dateType')
            : withOption(question, 'dateType', valueWith(one)),
      }),
  });
}
