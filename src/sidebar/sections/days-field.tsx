/** The days of a question: a preset, two days of a calendar, words or cells; and the compared date. */
import { isoFromWire } from '../../contract/dates.js';
import { type BuilderQuestion, filtersOf } from '../../contract/formula-question.js';
import { ownValue as wordFor } from '../../contract/options.js';
import { Link } from '../controls/actions.js';
import { Hint } from '../controls/card.js';
import { named, Select, TextField } from '../controls/fields.js';
import type { Query } from '../draft/query.js';
import { optionOf, textsOf, valueWith, withOption, withoutOption } from '../draft/question-edit.js';
import { dayOf } from '../draft/validation-issues.js';
import { useEditor } from '../page/forms.js';
import { format, texts, validationContext } from '../page/store.js';

/** The options that this field shows in place of filters. */
export const DAY_OPTIONS: readonly string[] = ['startDate', 'endDate'];

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
const endOf = (preset: string) => (preset.startsWith('last ') ? preset : '');

export function Days() {
  const { build } = texts;
  const { query, question, edit } = useEditor();
  const chosen = chosenOf(query);
  const { today } = validationContext();
  // both as of today; undefined if cells or unknown words set them
  const start = dayOf(question, 'startDate', today);
  const last = dayText(question, 'endDate') === '' ? '' : dayOf(question, 'endDate', today);
  const end = last === '' ? today : last;
  const choices = [['', build.anyDays], [OWN, build.ownDays], ...named(build.presets)] as const;
  const choose = (next: string) => {
    const isOwn = next === OWN;
    // a preset becomes its days as of today, which the calendar can show
    const [from, until] = isOwn ? [start ?? '', last ?? ''] : [next, endOf(next)];
    const changed = withDay(withDay(question, 'startDate', from), 'endDate', until);
    return edit({ question: changed, ownDays: isOwn ? 'calendar' : undefined });
  };
  return (
    <>
      <div class="row natural">
        <Select id={ID} label={build.days} value={chosen} choices={choices} onChange={choose} />
        {chosen !== '' && <DateType />}
      </div>
      {chosen === OWN && <OwnDays />}
      {start && end && start <= end && <Hint id={`${ID}-range`}>{format().range(start, end)}</Hint>}
      {chosen !== '' && !filtersOf(question.functionName)['dateType'] && <Hint>{build.byLastChange}</Hint>}
    </>
  );
}

/** Returns the chosen preset, or the person's own days; empty for any days. */
function chosenOf({ question, ownDays }: Query): string {
  const [start, end] = [dayText(question, 'startDate'), dayText(question, 'endDate')];
  if (ownDays) return OWN;
  const isPreset = wordFor(texts.build.presets, start) !== undefined || start === '';
  return isPreset && end === endOf(start) ? start : OWN;
}

/** Returns the text of a day, with = before cells; empty without one. */
function dayText(question: BuilderQuestion, name: string): string {
  const value = optionOf(question, name);
  return value?.kind === 'cells' ? `=${value.text}` : (textsOf(value)[0] ?? '');
}

/** Sets a day by its text. An empty one is removed. */
function withDay(question: BuilderQuestion, name: string, text: string): BuilderQuestion {
  if (text === '') return withoutOption(question, name);
  const isCells = text.startsWith('=');
  const value = isCells ? { kind: 'cells' as const, text: text.slice(1).trim() } : valueWith(text);
  return withOption(question, name, value);
}

/** Two days of a calendar, or words, which stay relative; a text after = means cells. */
function OwnDays() {
  const { build } = texts;
  const { query, question, edit } = useEditor();
  const areDays = ['startDate', 'endDate'].every((name) => {
    const text = dayText(question, name);
    return text === '' || isoFromWire(text, 'YYYY-MM-DD') !== undefined;
  });
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
      {areDays && <Link id={`${ID}-words`} label={label} onClick={change} />}
    </>
  );
}

type DayProps = Record<'name' | 'label' | 'example', string> & { inWords: boolean };

function Day({ name, label, example, inWords }: DayProps) {
  const { query, question, problemOf, edit } = useEditor();
  const text = dayText(question, name);
  // stay open while the person changes the days, even if they equal a preset
  const input = (given: string) =>
    edit({ question: withDay(question, name, given), ownDays: query.ownDays ?? 'calendar' });
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
