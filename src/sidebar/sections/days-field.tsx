/** Which days a question asks for: a preset, two days of a calendar, words or cells; and which date counts. */
import { isoFromWire } from '../../contract/dates.js';
import { canonicalDay, resolveDay } from '../../contract/day-words.js';
import { type BuilderQuestion, type BuilderValue, filtersOf } from '../../contract/formula-question.js';
import { Actions, Button } from '../controls/actions.js';
import { Hint } from '../controls/card.js';
import { Select, TextField } from '../controls/fields.js';
import { contradictionsOf, wrongIn } from '../draft/contradictions.js';
import type { Editor, Query } from '../draft/query.js';
import { optionOf, textsOf, valueWith, withOption, withoutOption } from '../draft/question-edit.js';
import { format, texts, written } from '../page/store.js';

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
const WORDS = `${ID}-words`;
/** No preset is open at both ends: a past span ends with itself, any other one has no end. */
const isPast = (preset: string) => preset.startsWith('last ');

interface EditorProps {
  readonly editor: Editor;
}

export function Days({ editor }: EditorProps) {
  const { build } = texts.value;
  const { question } = editor.query;
  const chosen = chosenOf(editor.query);
  const choices = [
    { value: '', label: build.anyDays },
    { value: OWN, label: build.ownDays },
    ...Object.entries(build.presets).map(([value, label]) => ({ value, label })),
  ];
  return (
    <>
      <div class="row natural">
        <Select
          id={ID}
          label={build.days}
          value={chosen}
          choices={choices}
          onChange={(next) => choose(editor, next)}
        />
        {chosen !== '' && <DateType editor={editor} />}
      </div>
      {chosen === OWN && <OwnDays editor={editor} />}
      <Problems editor={editor} />
      {chosen !== '' && <Range question={question} />}
      {chosen !== '' && filtersOf(question.functionName)['dateType'] === undefined && (
        <Hint>{build.byLastChange}</Hint>
      )}
    </>
  );
}

/** What is wrong with the two days together. */
function Problems({ editor: { query } }: EditorProps) {
  const found = contradictionsOf(query.question, query.companyMode, written());
  return (
    <div id={`${ID}-problems`} role="status">
      {found
        .filter((name) => ['start-after-end', 'before-first-day'].includes(name))
        .map((name) => (
          <p key={name} class="problem" data-contradiction={name}>
            {texts.value.build.contradictions[name]}
          </p>
        ))}
    </div>
  );
}

/** A preset, or days of the person's own; empty where any will do. */
function chosenOf({ question, typed }: Query): string {
  const [start, end] = [optionOf(question, 'startDate'), optionOf(question, 'endDate')];
  if (typed[ID] === OWN) return OWN;
  if (!start && !end) return '';
  const [first = ''] = textsOf(start);
  const [last] = textsOf(end);
  const isPreset = texts.value.build.presets[first] !== undefined && end?.kind !== 'cells';
  return isPreset && last === (isPast(first) ? first : undefined) ? first : OWN;
}

function choose({ query, edit }: Editor, next: string): void {
  const { question, typed } = query;
  if (next === OWN) {
    // a preset becomes the days that it means now, which the calendar can show
    const found = daysOf(question);
    const shown = found && chosenOf(query) !== '' ? withDays(question, found.start, found.end) : question;
    edit({ question: shown, typed: { ...typed, [ID]: OWN, [WORDS]: '' } });
    return;
  }
  edit({ question: withDays(question, next, isPast(next) ? next : ''), typed: { ...typed, [ID]: '' } });
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
function daysOf(question: BuilderQuestion): { readonly start: string; readonly end: string } | undefined {
  const { today } = written();
  const read = (name: string, side: 'start' | 'end') => {
    const value = optionOf(question, name);
    if (!value) return '';
    const day = resolveDay(canonicalDay((textsOf(value)[0] ?? '').trim()) ?? '?', today)[side];
    return isoFromWire(day, 'YYYY-MM-DD');
  };
  const [start, end] = [read('startDate', 'start'), read('endDate', 'end')];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** "Oct 25 – Nov 24, 2026" */
function Range({ question }: { question: BuilderQuestion }) {
  const days = daysOf(question);
  const end = days?.end || written().today;
  if (!days?.start || days.start > end) return null;
  return <Hint id={`${ID}-range`}>{format().range(days.start, end)}</Hint>;
}

/** Two days of a calendar, or words for them, which move with the days; a text after = means cells. */
function OwnDays({ editor }: EditorProps) {
  const { build } = texts.value;
  const { question, typed } = editor.query;
  const values = ['startDate', 'endDate'].map((name) => optionOf(question, name));
  const isIso = values.every(
    (value) => !value || isoFromWire(textsOf(value)[0] ?? '', 'YYYY-MM-DD') !== undefined,
  );
  const inWords = !isIso || typed[WORDS] === WORDS;
  return (
    <>
      <div class="row pair">
        <Day editor={editor} name="startDate" label={build.from} inWords={inWords} />
        <Day editor={editor} name="endDate" label={build.until} inWords={inWords} />
      </div>
      {inWords && <Hint>{build.wordsHint}</Hint>}
      {isIso && (
        <Actions>
          <Button
            id={WORDS}
            label={inWords ? build.inCalendar : build.inWords}
            kind="link"
            onClick={() => editor.edit({ typed: { ...typed, [WORDS]: inWords ? '' : WORDS } })}
          />
        </Actions>
      )}
    </>
  );
}

function Day({
  editor,
  name,
  label,
  inWords,
}: EditorProps & { name: string; label: string; inWords: boolean }) {
  const { question, typed } = editor.query;
  const value = optionOf(question, name);
  const text = value?.kind === 'cells' ? `=${value.text}` : (textsOf(value)[0] ?? '');
  const wrong = value && wrongIn(question, { kind: 'option', name, value }, written());
  const input = (given: string) => {
    const next: BuilderValue = given.startsWith('=')
      ? { kind: 'cells', text: given.slice(1).trim() }
      : valueWith(given);
    // it stays open while its days are changed, also where they are those of a preset
    editor.edit({ question: withDay(question, name, next), typed: { ...typed, [ID]: OWN } });
  };
  const example = name === 'startDate' ? '-30d' : 'yesterday';
  return (
    <TextField
      id={`${ID}-${name}`}
      label={label}
      type={inWords ? 'text' : 'date'}
      value={text}
      suggestions={inWords ? DAY_WORDS : undefined}
      placeholder={inWords ? example : undefined}
      problem={wrong && text.length > 1 ? texts.value.build.contradictions[wrong] : ''}
      onInput={input}
    />
  );
}

/** Only expansions can be asked for by either date. */
function DateType({ editor }: EditorProps) {
  const { build } = texts.value;
  const { question } = editor.query;
  const value = optionOf(question, 'dateType');
  const { dateType } = filtersOf(question.functionName);
  if (dateType === undefined || value?.kind === 'cells') return null;
  const [chosen = 'ANNOUNCED'] = textsOf(value);
  const set = (one: string) =>
    one === 'ANNOUNCED'
      ? withoutOption(question, 'dateType')
      : withOption(question, 'dateType', valueWith(one));
  return (
    <Select
      id={`${ID}-type`}
      label={build.dateType}
      value={chosen}
      choices={(dateType.values ?? []).map((one) => ({ value: one, label: build.dateTypes[one] ?? one }))}
      onChange={(one) => editor.edit({ question: set(one) })}
    />
  );
}
