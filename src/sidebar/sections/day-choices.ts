/** Days by a preset or a calendar, beside the field for date words. */
import { isoFromWire } from '../../contract/dates.js';
import { selectField, textField } from '../controls/fields.js';
import { optionOf, textsOf, valueWith, withOption, withoutOption } from '../draft/question-edit.js';
import type { Child } from '../page/element.js';
import type { Page } from '../page/page.js';

interface DayOptions {
  /** Of the field for words. */
  readonly id: string;
  /** Of the option. */
  readonly name: string;
  readonly text: string;
  readonly setText: (text: string) => void;
}

/** Presets set the first day and the last: those of a past span end with it. */
export function dayChoices(page: Page, { id, name, text, setText }: DayOptions): Child[] {
  const { texts, draft } = page;
  const { build } = texts;
  const end = optionOf(draft.question, 'endDate');
  const [last = ''] = textsOf(end);
  const isWhole = text.startsWith('last ') ? last === text : end === undefined;
  const preset = build.presets[text] !== undefined && isWhole ? text : '';
  return [
    name === 'startDate' &&
      selectField({
        id: `${id}-preset`,
        label: build.preset,
        value: preset,
        choices: [
          { value: '', label: build.ownDays },
          ...Object.entries(build.presets).map(([value, label]) => ({ value, label })),
        ],
        onChange: (chosen) => {
          if (chosen === '') return page.edit({ focus: id });
          const started = withOption(draft.question, 'startDate', valueWith(chosen));
          const question = chosen.startsWith('last ')
            ? withOption(started, 'endDate', valueWith(chosen))
            : withoutOption(started, 'endDate');
          page.edit({ question });
        },
      }),
    textField({
      id: `${id}-day`,
      label: build.pickDay,
      type: 'date',
      value: isoFromWire(text, 'YYYY-MM-DD') ?? '',
      onInput: setText,
    }),
  ];
}
