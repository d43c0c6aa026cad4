/** The formula for the cell, its maximum cost, its stored answer, and the button to insert it. */
import type { Estimate } from '../../contract/estimate.js';
import { type BuilderQuestion, datasetOf, writeFormula } from '../../contract/formula-question.js';
import type { CellReference } from '../../contract/sidebar-api.js';
import { Button, Notice } from '../controls/actions.js';
import { Code, Hint, Row } from '../controls/card.js';
import { limitOfToday } from '../draft/limit-of-today.js';
import { asked } from '../draft/query.js';
import {
  finished,
  isPaid,
  limitOf,
  optionOf,
  sayingHowMany,
  tableLook,
  withUsualColumns,
} from '../draft/question-edit.js';
import { type Builder, builder, editBuilder, offerFresh } from '../page/forms.js';
import { count, lookUps, separators, server, texts } from '../page/store.js';
import { blockerOf } from './asked.js';
import { type Asked, isWholeStored, PreviewButton, PreviewRows } from './build-preview.js';
import { insertFormula, nameOfCell, Occupied } from './insertion.js';
import { FreshOffer } from './keep-fresh.js';
import { NoMatch } from './no-match.js';

const PLACE = 'build-insert';

/** The builder with what stands in the fields of lists as values of its question. */
export function askedNow(): Builder {
  return asked(builder.value, separators());
}

/** The formula of the question; unchanged parts of an opened formula keep their text, and its table its columns. */
export function formulaOf({ question, opened }: Builder): string {
  const whole = sayingHowMany(finished(question));
  return writeFormula(opened ? whole : withUsualColumns(whole), separators(), opened?.formula);
}

export function FormulaRow() {
  const { build } = texts.value;
  const formula = formulaOf(askedNow());
  return (
    <Row id="build-formula" title={build.formula} value={formula}>
      <Code id="formula" label={build.formula}>
        {formula}
      </Code>
    </Row>
  );
}

/** What the question brings and costs, and its buttons: stays in sight. */
export function ResultBar() {
  const { build } = texts.value;
  const current = askedNow();
  const { question, opened } = current;
  const formula = formulaOf(current);
  const hasDataset = datasetOf(question.functionName) !== undefined;
  const missing = blockerOf(current);
  // asked for once the person pauses, and for nothing that lacks its companies
  const isPriced = hasDataset && !missing;
  const estimate = isPriced ? lookUps.value.estimate(formula, limitOf(question)) : undefined;
  const now: Asked = { builder: current, formula, estimate };
  const onInserted = (cell: CellReference, isThere: boolean) => {
    // the cell now contains the new text: further changes start from it
    if (opened) editBuilder({ opened: { ...opened, text: formula, cell } });
    if (isThere && hasDataset) offerFresh();
  };
  const { price, ...cost } = missing
    ? { head: build.missing[missing] ?? build.notYet, line: build.contradictions[missing] }
    : withExcluded(costOf(now), finished(question));
  return (
    <div class="result-bar" role="group" aria-label={build.result}>
      {!missing && <PreviewRows asked={now} />}
      <CostLines {...cost} />
      <NoMatch question={question} estimate={estimate} />
      <div class="pair">
        <PreviewButton asked={now} isMissing={missing !== undefined} />
        <Button
          id={PLACE}
          label={opened ? build.update(nameOfCell(opened.cell)) : build.insert}
          note={price}
          kind="primary"
          waits={missing !== undefined}
          describedBy="cost"
          onClick={() => insert(now, onInserted)}
        />
      </div>
      <Occupied place={PLACE} formula={formula} onInserted={onInserted} />
      <Notice of={[PLACE, 'build-preview']} />
      <FreshOffer />
    </div>
  );
}

function insert(
  { builder: current, formula, estimate }: Asked,
  onInserted: Parameters<typeof insertFormula>[2],
) {
  const { question, typed, origin, opened } = current;
  // what was typed is what is inserted: the fields show it from now on
  editBuilder({ question, typed, origin });
  const target = opened
    ? { cell: opened.cell, expected: opened.text }
    : tableLook(withUsualColumns(finished(question)));
  const rows = estimate && { rows: estimate.returned + 1 };
  insertFormula(PLACE, { formula, replace: false, ...rows, ...target }, onInserted);
}

interface Cost {
  /** "42 records match" */
  readonly head: string;
  /** "958 left today", of the budget or of the key's own credits, whichever ends first. */
  readonly left?: string;
  /** "42 credits, 30 already paid · you pay 12" */
  readonly line?: string;
  /** What inserting costs now. */
  readonly price?: string;
}

function CostLines({ head, left, line }: Cost) {
  return (
    <div id="cost" class="cost" role="status">
      <p>
        <strong>{head}</strong>
        {left && [
          ' ',
          <span key="left" class="hint">
            {left}
          </span>,
        ]}
      </p>
      {line && <Hint>{line}</Hint>}
    </div>
  );
}

/** What a table leaves out of what it has bought is paid all the same. */
function withExcluded(cost: Cost, question: BuilderQuestion): Cost {
  if (!isPaid(question) || !optionOf(question, 'exclude')) return cost;
  return { ...cost, line: [...(cost.line ? [cost.line] : []), texts.value.build.excludedPaid].join(' · ') };
}

function costOf({ builder: current, formula, estimate }: Asked): Cost {
  const { build, start, service } = texts.value;
  const question = finished(current.question);
  const paid = isPaid(question);
  const { left: today, sharer } = limitOfToday(server.value);
  const left = sharer === undefined ? build.leftToday(count(today)) : build.leftOf(count(today), sharer);
  if (isWholeStored(current, formula)) {
    return { head: build.storedHead, ...(paid && { left }), line: build.storedCost, price: build.noCost };
  }
  if (estimate) return estimated(estimate, { paid, today, left });
  if (!paid) return { head: build.free, price: build.noCost };
  const most = count(limitOf(question));
  return {
    head: start.atMost(service.credits(most)),
    left,
    line: build.onceToday,
    price: build.atMost(most),
  };
}

function estimated(
  { matching, isExact, returned, owned = 0, credits, openingBalance, closingBalance }: Estimate,
  { paid, today, left }: { readonly paid: boolean; readonly today: number; readonly left: string },
): Cost {
  const { service, build } = texts.value;
  const head = service.matching(count(matching), isExact);
  const cut = returned < matching || !isExact ? [service.returned(count(returned))] : [];
  if (!paid) return { head, line: [...cut, build.free].join(' · '), price: build.noCost };
  // the estimate is for a key that will not pay: what the other one has paid for and has left is not known
  const isOthers = ['other', 'none'].includes(server.value.formulaKey);
  const due = isOthers ? returned : credits;
  // an answer that overlaps with what is stored costs less, and only a key that pays per version tells how much
  const isMost = server.value.activity.month > 0 && lookUps.value.account()?.billing !== 'per-version';
  const sum = isMost && due > 0 ? build.atMost(count(due)) : service.credits(count(due));
  const line =
    !isOthers && owned > 0
      ? [`${service.credits(count(returned))}, ${service.owned(count(owned))}`, build.youPay(count(credits))]
      : [sum];
  const isShort = !isOthers && closingBalance === undefined && openingBalance !== undefined;
  const balance = isOthers || closingBalance === undefined ? Number.POSITIVE_INFINITY : closingBalance;
  return {
    head,
    left: balance < today - due ? service.left(count(balance)) : left,
    line: [...cut, ...line, ...(isShort ? [service.tooFew(count(openingBalance))] : [])].join(' · '),
    price: due === 0 ? build.noCost : sum,
  };
}
