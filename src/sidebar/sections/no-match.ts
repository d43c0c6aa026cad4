/** Why a question finds nothing, and buttons that change it into one that finds something. */
import type { Estimate } from '../../contract/estimate.js';
import { separatorsOf } from '../../contract/formula.js';
import { type BuilderQuestion, writeFormula } from '../../contract/formula-question.js';
import { actions, button } from '../controls/actions.js';
import { loosenedOf, withNearest } from '../draft/loosened.js';
import { finished, limitOf } from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import { optionName } from '../page/option-words.js';
import type { Page } from '../page/page.js';

/** Values that the service does not know, with those that were perhaps meant; for an empty answer, more. */
export function noMatch(page: Page, estimate: Estimate | undefined): Child {
  if (!estimate) return undefined;
  const { suggestions = [] } = estimate;
  const unknown = suggestions.map((one, index) => unknownValue(page, one, index));
  const isSure = suggestions.length > 0 || estimate.matching > 0;
  return isSure ? unknown : loosened(page);
}

function unknownValue(
  page: Page,
  { field, value, nearest }: NonNullable<Estimate['suggestions']>[number],
  index: number,
): Child {
  const { texts, draft } = page;
  const isPlace = /location|countr/i.test(field);
  const choices = nearest.map((one) => ({ one, question: withNearest(draft.question, value, one) }));
  const isChangeable = choices.some(({ question }) => question);
  return el(
    'div',
    { class: 'nearest' },
    el(
      'p',
      { class: 'hint' },
      (isPlace ? texts.service.unknownPlace : texts.service.unknown)(value),
      nearest.length > 0 && !isChangeable && ` ${texts.service.nearest(nearest.join(', '))}`,
    ),
    isChangeable &&
      actions(
        choices.map(
          ({ one, question }, at) =>
            question &&
            button(page, {
              id: `nearest-${index}-${at}`,
              label: one,
              target: texts.service.use,
              onClick: () => change(page, question),
            }),
        ),
      ),
  );
}

/** Those of which it is known that they find something, and those that are still being asked for. */
function loosened(page: Page): Child {
  const { draft, texts, format, service, state } = page;
  const { build } = texts;
  const choices = loosenedOf(finished(draft.question)).flatMap((one, at) => {
    const formula = writeFormula(one.question, separatorsOf(state.spreadsheetLocale));
    const found = service.nearby(at, formula, limitOf(one.question));
    if (found?.matching === 0) return [];
    const label =
      'days' in one ? (build.wider[one.days] ?? one.days) : build.without(optionName(texts, one.without));
    const note = found && texts.service.matching(format.count(found.matching), found.isExact);
    return [
      button(page, {
        id: `loosen-${at}`,
        label,
        ...(note && { note }),
        onClick: () => change(page, one.question),
      }),
    ];
  });
  return [
    el('p', { class: 'hint' }, choices.length > 0 ? build.loosen : build.nothingNear),
    actions(choices),
  ];
}

function change(page: Page, question: BuilderQuestion): void {
  page.edit({ question, preview: undefined, typed: {}, focus: 'build-insert' });
}
