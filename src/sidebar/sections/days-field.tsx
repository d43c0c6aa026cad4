/** The days of a question: a preset, two days of a calendar, words or cells; and the compared date. */
import { isoFromWire } from '../../contract/dates.js';
import { type BuilderQuestion, type BuilderValue, filtersOf } from '../../contract/formula-question.js';
import { Actions, Link } from '../controls/actions.js';
import { Hint } from '../controls/card.js';
import { named, Select, TextField } from '../controls/fields.js';
import type { Query } from '../draft/query.js';
import { optionOf, textsOf, valueWith, withOption, withoutOption } from '../draft/question-edit.js';
import { dayOf } from '../draft/validation-issues.js';
import { useEditor } from '../page/forms.js';
import { wordFor } from '../page/option-words.js';
import { format, texts, validationContext } from '../page/store.js';

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
  ...['week', 'month', 'quarter', 'year'].flatMap((span) => [`this ${span}`, `last ${span}`]),
];

const ID = 'build-days';
const OWN = 'own';
/** A preset for a past span has it as start and as end; any other preset has no end. */
const isPast = (preset: string) => preset.startsWith('last ');

export function Days() {
  const { build } = texts;
  const { query, question, edit } = useEditor();
  const chosen = chosenOf(query);
  const days = chosen === '' ? undefined : daysOf(question);
  const end = days?.end || validationContext().today;
  const choices = [['', build.anyDays], [OWN, build.ownDays], ...named(build.presets)] as const;
  const choose = (next: string) => edit(choice(query, next));
  return (
    <>
      <div class="row natural">
        <Select id={ID} label={build.days} value={chosen} choices={choices} onChange={choose} />
        {chosen !== '' && <DateType />}
      </div>
      {chosen === OWN && <OwnDays />}
      {days?.start && days.start <= end && <Hint id={`${ID}-range`}>{format().range(days.start, end)}</Hint>}
      {chosen !== '' && !filtersOf(question.functionName)['dateType'] && <Hint>{build.byLastChange}</Hint>}
    </>
  );
}

/** Returns the chosen preset, or the person's own days; empty for any days. */
function chosenOf({ question, ownDays }: Query): string {
  const [start, end] = [optionOf(question, 'startDate'), optionOf(question, 'endDate')];
  if (ownDays) return OWN;
  if (!start && !end) return '';
  const [first = ''] = textsOf(start);
  const [last] = textsOf(end);
  const isPreset = wordFor(texts.build.presets, first) !== undefined && end?.kind !== 'cells';
  return isPreset && last === (isPast(first) ? first : undefined) ? first : OWN;
}

function choice(query: Query, next: string): Partial<Query> {
  const { question } = query;
  if (next !== OWN)
    return { question: withDays(question, next, isPast(next) ? next : ''), ownDays: undefined };
  // a preset becomes its days as of today, which the calendar can show
  const found = daysOf(question);
  const shown = found && chosenOf(query) !== '' ? withDays(question, found.start, found.end) : question;
  return { question: shown, ownDays: 'calendar' };
}

function withDays(question: BuilderQuestion, start: string, end: string): BuilderQuestion {
  return withDay(withDay(question, 'startDate', valueWith(start)), 'endDate', valueWith(end));
}

/** Sets a day. An empty one is removed. */
function withDay(question: BuilderQuestion, name: string, value: BuilderValue): BuilderQuestion {
  const isEmpty = value.kind === 'texts' && value.texts[0] === '';
  return isEmpty ? withoutOption(question, name) : withOption(question, name, value);
}

/** Returns the days as of today; undefined if cells or unknown words set them. */
function daysOf(question: BuilderQuestion): { readonly start: string; readonly end: string } | undefined {
  const read = (name: string) =>
    optionOf(question, name) ? dayOf(question, name, validationContext().today) : '';
  const [start, end] = [read('startDate'), read('endDate')];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Two days of a calendar, or words, which stay relative; a text after = means cells. */
function OwnDays() {
  const { build } = texts;
  const { query, option, edit } = useEditor();
  const isDay = (value?: BuilderValue) =>
    !value || isoFromWire(textsOf(value)[0] ?? '', 'YYYY-MM-DD') !== undefined;
  const areDays = isDay(option('startDate')) && isDay(option('endDate'));
  const inWords = !areDays || query.ownDays === 'words';
  const label = inWords ? build.inCalendar : build.inWords;
  const change = () => edit({ ownDays: inWords ? 'calendar' : 'words' });
  return (
    <>
      <div class="row pair">
        <Day name="startDate" label={build.from} example="-30d" inWords={inWords} />
        <Day name="endDate" label={build.until} example="yesterday" inWords={inWords} />
      </div>
      {inWords && <Hint>{build.wordsHint}</Hint>}
      {areDays && (
        <Actions>
          <Link id={`${ID}-words`} label={label} onClick={change} />
        </Actions>
      )}
    </>
  );
}

type DayProps = Record<'name' | 'label' | 'example', string> & { inWords: boolean };

function Day({ name, label, example, inWords }: DayProps) {
  const { query, question, option, problemOf, edit } = useEditor();
  const value = option(name);
  const text = value?.kind === 'cells' ? `=${value.text}` : (textsOf(value)[0] ?? '');
  const input = (given: string) => {
    const isCells = given.startsWith('=');
    const next = isCells ? { kind: 'cells' as const, text: given.slice(1).trim() } : valueWith(given);
    // stay open while the person changes the days, even if they equal a preset
    edit({ question: withDay(question, name, next), ownDays: query.ownDays ?? 'calendar' });
  };
  const problem = text.length > 1 ? problemOf(name) : '';
  const field = { id: `${ID}-${name}`, label, value: text, problem, onChange: input };
  const words = inWords && { suggestions: DAY_WORDS, placeholder: example };
  return <TextField {...field} {...words} type={inWords ? 'text' : 'date'} />;
}

/** Only EXPANSIONS can compare either date. */
function DateType() {
  const { question, option, textOf, set } = useEditor();
  const { dateType } = filtersOf(question.functionName);
  if (dateType === undefined || option('dateType')?.kind === 'cells') return null;
  const value = textOf('dateType') ?? 'ANNOUNCED';
  const choices = named(texts.build.dateTypes, dateType.values);
  const choose = (one: string) => set('dateType', one === 'ANNOUNCED' ? undefined : valueWith(one));
  const label = texts.build.dateType;
  return <Select id={`${ID}-type`} label={label} value={value} choices={choices} onChange={choose} />;
}
