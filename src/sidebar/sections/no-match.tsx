/** Explains why a question finds nothing, with buttons for questions that find something. */
import type { Estimate, Suggestion } from '../../contract/estimate.js';
import { type BuilderQuestion, writeFormula } from '../../contract/formula-question.js';
import { Actions, Button } from '../controls/actions.js';
import { Hint } from '../controls/card.js';
import { limitOf, withNearestValue, withoutEmptyOptions, withWiderDays } from '../draft/question-edit.js';
import { editBuilder } from '../page/forms.js';
import { wordFor } from '../page/option-words.js';
import { lookUps, matches, separators, texts, validationContext } from '../page/store.js';

type QuestionProps = { readonly question: BuilderQuestion };

/** Shows values that the service does not know, with similar ones; without a match, wider days. */
export function NoMatch({ question, estimate }: QuestionProps & { estimate: Estimate | undefined }) {
  const { suggestions = [], matching = 1 } = estimate ?? {};
  if (suggestions.length === 0) return matching > 0 ? null : <WiderDays question={question} />;
  const unknown = suggestions.map((one, index) => (
    <UnknownValue key={one.value} question={question} suggestion={one} id={`nearest-${index}`} />
  ));
  return <>{unknown}</>;
}

function UnknownValue({ question, suggestion, id }: QuestionProps & { suggestion: Suggestion; id: string }) {
  const { service } = texts;
  const { field, value, nearest } = suggestion;
  const isPlace = /location|countr/i.test(field);
  const buttons = nearest.flatMap((one, at) => {
    const changed = withNearestValue(question, value, one);
    const props = { id: `${id}-${at}`, label: one, target: service.use };
    return changed ? [<Button key={one} {...props} onClick={() => use(changed)} />] : [];
  });
  return (
    <div class="nearest">
      <Hint>
        {(isPlace ? service.unknownPlace : service.unknown)({ value })}
        {nearest.length > 0 && buttons.length === 0 && ` ${service.nearest({ values: nearest.join(', ') })}`}
      </Hint>
      {buttons.length > 0 && <Actions>{buttons}</Actions>}
    </div>
  );
}

/** Wider days, unless they find nothing either. */
function WiderDays({ question }: QuestionProps) {
  const { build } = texts;
  const wider = withWiderDays(withoutEmptyOptions(question), validationContext().today);
  const found =
    wider && lookUps.value.widerEstimate(writeFormula(wider.question, separators()), limitOf(wider.question));
  if (!wider || found?.matching === 0) return <Hint>{build.nothingNear}</Hint>;
  const label = wordFor(build.wider, wider.days) ?? wider.days;
  const note = found && matches(found);
  return (
    <>
      <Hint>{build.loosen}</Hint>
      <Actions>
        <Button id="loosen-0" label={label} note={note} onClick={() => use(wider.question)} />
      </Actions>
    </>
  );
}

function use(question: BuilderQuestion): void {
  editBuilder({ question, preview: undefined, typed: {}, ownDays: undefined }, 'build-insert');
}
