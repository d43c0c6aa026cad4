/** The formula for the cell, its maximum cost, the button to insert it, and similar values if nothing matches. */
import type { Estimate } from '../../contract/estimate.js';
import { type BuilderQuestion, datasetOf, writeFormula } from '../../contract/formula-question.js';
import { withSheet } from '../../contract/formula-sheet.js';
import { ownValue as wordFor } from '../../contract/options.js';
import { Actions, Button, Notice } from '../controls/actions.js';
import { Code, Hint, Row } from '../controls/card.js';
import { firstBlockingIssue, withTypedTexts } from '../draft/query.js';
import {
  isPaid,
  limitOf,
  mayNameMany,
  optionOf,
  tableStyle,
  withDefaultColumns,
  withExplicitLimit,
  withNearestValue,
  withoutEmptyOptions,
} from '../draft/question-edit.js';
import { formulasUseOtherKey, payerOf } from '../draft/sections.js';
import { omittedWords } from '../draft/sentence-question.js';
import { HARMLESS_ISSUES, type ValidationIssue } from '../draft/validation-issues.js';
import { joined } from '../page/format.js';
import { type Builder, builder, editBuilder } from '../page/forms.js';
import type { QuestionEstimate } from '../page/service-answers.js';
import {
  credits as creditsOf,
  leftOfToday,
  limitOfToday,
  lookUps,
  matches,
  separators,
  server,
  texts,
  validationContext,
} from '../page/store.js';
import { type FormulaWithEstimate, isWholeStored, PreviewButton, PreviewRows } from './build-preview.js';
import { INSERT_ID, insertFormula, nameOfCell, Occupied } from './insertion.js';
import { FreshOffer } from './keep-fresh.js';

/** Returns the formula. Unchanged parts of an opened one keep their text, and its table its columns. */
function formulaOf({ question, opened }: Builder): string {
  const whole = withExplicitLimit(withoutEmptyOptions(question));
  return writeFormula(opened ? whole : withDefaultColumns(whole), separators(), opened?.formula);
}

export function FormulaRow() {
  const { formula: title } = texts.build;
  const formula = formulaOf(withTypedTexts(builder.value, separators()));
  return (
    <Row id="build-formula" title={title} value={formula}>
      <Code id="formula" label={title} text={formula} />
    </Row>
  );
}

/** Returns the reason why the question cannot run, missing companies first. */
function blockerOf(current: Builder): ValidationIssue | undefined {
  const isBlocking = (name: ValidationIssue) => !HARMLESS_ISSUES.includes(name);
  const first = firstBlockingIssue(current, validationContext(), isBlocking);
  const { sentence, reading } = current;
  if (first || sentence.trim() === '') return first;
  // an unread or omitted part of the sentence may be what the person wants to pay for
  if (reading?.sentence !== sentence) return 'unread';
  return omittedWords(reading).length > 0 ? 'doubt' : undefined;
}

/** The number of records, the cost and the buttons, always visible. */
export function ResultBar() {
  const { build } = texts;
  const current = withTypedTexts(builder.value, separators());
  const { question, opened } = current;
  const formula = formulaOf(current);
  const hasDataset = datasetOf(question.functionName) !== undefined;
  const missing = blockerOf(current);
  // requested after a pause in typing, and not while companies are missing
  const isPriced = hasDataset && !missing;
  const asked = opened?.cell ? withSheet(formula, opened.cell.sheet, separators()) : formula;
  const estimate = isPriced ? lookUps.value.estimate(asked, limitOf(question)) : undefined;
  const priced: FormulaWithEstimate = { builder: current, formula, asked, estimate };
  const { head, left, line, price }: Cost = missing
    ? { head: wordFor(build.missing, missing) ?? build.notYet, line: build.contradictions[missing] }
    : withCostNotes(costOf(priced), priced);
  const label = opened?.cell ? build.update({ cell: nameOfCell(opened.cell) }) : build.insert;
  return (
    <div class="result-bar" role="group" aria-label={build.result}>
      {!missing && <PreviewRows current={priced} />}
      <div id="cost" class="cost" role="status">
        <p>
          <strong>{head}</strong>
          {left && ' '}
          {left && <span class="hint">{left}</span>}
        </p>
        {line && <Hint>{line}</Hint>}
      </div>
      <NoMatch question={question} estimate={estimate} />
      <div class="pair">
        {hasDataset && <PreviewButton current={priced} isMissing={missing !== undefined} />}
        <Button
          id={INSERT_ID}
          label={label}
          note={price}
          kind="primary"
          isDisabled={missing !== undefined}
          describedBy="cost"
          onClick={() => insert(priced)}
        />
      </div>
      <Occupied formula={formula} />
      <Notice of={[INSERT_ID, 'build-preview']} />
      <FreshOffer />
    </div>
  );
}

function insert({ builder: current, formula, estimate }: FormulaWithEstimate): void {
  const { question, typed, origin, opened } = current;
  // the formula contains the typed texts as values, so show them as values from now on
  editBuilder({ question, typed, origin, preview: undefined });
  const target = opened?.cell
    ? { cell: opened.cell, expected: opened.text }
    : tableStyle(withDefaultColumns(withoutEmptyOptions(question)));
  const limit = datasetOf(question.functionName) && limitOf(question);
  const rows = estimate ? { rows: estimate.returned + 1 } : limit !== undefined && { maxRows: limit + 1 };
  insertFormula({ formula, ...rows, ...target });
}

interface Cost {
  /** "42 records match" */
  readonly head: string;
  /** "958 left today", of the budget. */
  readonly left?: string;
  /** "42 credits, 30 already paid · you pay 12" */
  readonly line?: string;
  /** The cost of inserting the formula now. */
  readonly price?: string;
}

/** Adds the budget, and further costs: requests that share the limit, and paid records that the table omits. */
function withCostNotes(cost: Cost, { builder: current, formula, estimate }: FormulaWithEstimate): Cost {
  const question = withoutEmptyOptions(current.question);
  if (!isPaid(question)) return cost;
  // without a known limit the price is the budget, which nothing passes
  const mayPassLimit = limitOf(question) !== undefined && mayNameMany(question);
  const isMany = estimate ? estimate.mayPassLimit : mayPassLimit && !isWholeStored(current, formula);
  const excluded = optionOf(question, 'exclude') && texts.build.excludedPaid;
  const changed = estimate && estimate.changes > 0 && texts.build.withChanges;
  const left = leftOfToday();
  return { ...cost, left, line: joined([cost.line, changed, isMany && texts.build.manyCompanies, excluded]) };
}

function costOf({ builder: current, formula, estimate }: FormulaWithEstimate): Cost {
  const { build, start } = texts;
  const question = withoutEmptyOptions(current.question);
  const paid = isPaid(question);
  if (isWholeStored(current, formula))
    return { head: build.storedHead, line: build.storedCost, price: build.noCost };
  // if the limit is in a cell, the budget is the highest price
  const limit = limitOf(question) ?? limitOfToday().remaining;
  const price = paid ? build.atMost({ count: limit }) : build.noCost;
  if (!estimate)
    return paid
      ? { head: start.atMost({ credits: limit }), line: build.onceToday, price }
      : { head: build.free, price };
  const { matching, isExact, returned } = estimate;
  const isTruncated = returned < matching || !isExact;
  const cost = paid ? estimated(estimate) : { line: build.free, price };
  const line = joined([isTruncated && texts.service.returned({ count: returned }), cost.line]);
  return { head: matches(estimate), ...cost, line };
}

function estimated(estimate: QuestionEstimate): Pick<Cost, 'line' | 'price'> {
  const { service, build } = texts;
  const { returned, changes, mayPassLimit } = estimate;
  // another key pays, whose purchases and balance are not known
  const known: Partial<QuestionEstimate> = formulasUseOtherKey(server.value) ? {} : estimate;
  const { owned = 0, credits: due = returned, most = returned + changes, openingBalance: opening } = known;
  // stored records lower the cost, but only a key that pays per version shows by how much
  const { hasKey, activity } = server.value;
  // the account is that of the person's own key, which does not pay where a colleague's does
  const isOther = formulasUseOtherKey(server.value) || (hasKey && payerOf(server.value) === 'shared');
  const isPerVersion = !isOther && lookUps.value.account()?.billing === 'per-version';
  const isUpperBound = (activity.month > 0 || changes > 0) && !isPerVersion;
  const isAbout = mayPassLimit || (isPerVersion && most > due);
  const costText = isAbout ? build.about : isUpperBound ? build.atMost : undefined;
  const cost = most > 0 && costText ? costText({ count: most }) : creditsOf(most);
  const bought = `${creditsOf(returned)}, ${service.owned({ count: owned })}`;
  const line = owned > 0 ? [bought, most > due ? cost : build.youPay({ count: due })] : [cost];
  const tooFew = opening !== undefined && opening < due && service.tooFew({ count: opening });
  return { line: joined([...line, tooFew]), price: most === 0 ? build.noCost : cost };
}

/** Shows values that the service does not know, with similar ones. */
function NoMatch({ question, estimate }: { question: BuilderQuestion; estimate: Estimate | undefined }) {
  const { service, build } = texts;
  const { suggestions = [], matching = 1 } = estimate ?? {};
  if (suggestions.length === 0) return matching > 0 ? null : <Hint>{build.nothingNear}</Hint>;
  const unknown = suggestions.map(({ field, value, nearest }, index) => {
    const sentence = /location|countr/i.test(field) ? service.unknownPlace : service.unknown;
    const buttons = nearest.flatMap((one, at) => {
      const changed = withNearestValue(question, value, one);
      if (!changed) return [];
      const id = `nearest-${index}-${at}`;
      return [<Button key={one} id={id} label={one} target={service.use} onClick={() => use(changed)} />];
    });
    const isOnlyNamed = buttons.length === 0 && nearest.length > 0;
    return (
      <div key={value} class="nearest">
        <Hint>
          {sentence({ value })}
          {isOnlyNamed && ` ${service.nearest({ values: nearest.join(', ') })}`}
        </Hint>
        {buttons.length > 0 && <Actions>{buttons}</Actions>}
      </div>
    );
  });
  return <>{unknown}</>;
}

function use(question: BuilderQuestion): void {
  editBuilder({ question, preview: undefined, typed: {}, ownDays: undefined }, 'build-insert');
}
