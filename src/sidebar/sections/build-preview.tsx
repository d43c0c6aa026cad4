/** Five rows of the answer, before the formula is inserted: their price first, then the rows. */
import { PREVIEWED, type Preview } from '../../contract/preview.js';
import { Button, StoredError } from '../controls/actions.js';
import { Hint } from '../controls/card.js';
import { isPaid, limitOf } from '../draft/question-edit.js';
import { formulasUseOtherKey } from '../draft/sections.js';
import { on } from '../page/action.js';
import { type Builder, editBuilder } from '../page/forms.js';
import type { QuestionEstimate } from '../page/service-answers.js';
import { format, server, texts } from '../page/store.js';

const PREVIEW_ID = 'build-preview';

/** The current question with its formula and its estimate. */
export interface FormulaWithEstimate {
  readonly builder: Builder;
  readonly formula: string;
  /** The formula as an opened cell reads it: its ranges mean its own tab, and another one may be open. */
  readonly asked: string;
  readonly estimate: QuestionEstimate | undefined;
}

export function PreviewButton({ current, isMissing }: { current: FormulaWithEstimate; isMissing: boolean }) {
  const { builder, formula, asked } = current;
  // a preview does not show the records of another key, and does not buy them again
  const buys = !formulasUseOtherKey(server.value);
  const note = buys ? price(current) : texts.build.storedOnly;
  return (
    <Button
      id={PREVIEW_ID}
      label={texts.build.preview}
      note={isMissing ? undefined : note}
      isDisabled={isMissing}
      describedBy="cost"
      isPriced={buys && isPaid(builder.question)}
      request={(client) => client.previewFormula(asked, buys)}
      done={on('preview', ({ preview }) => editBuilder({ preview: { ...preview, formula, at: Date.now() } }))}
    />
  );
}

/** A preview counts as long as an estimate, also if the clock was set back: a formula's cells and its days may change. */
const VALID_MS = 30_000;

function storedOf({ preview }: Builder, formula: string): Preview['stored'] {
  const isValid = preview?.formula === formula && Math.abs(Date.now() - preview.at) < VALID_MS;
  return isValid ? preview.stored : undefined;
}

/** True if the formula costs nothing now. A preview may have bought only the first rows. */
export function isWholeStored(builder: Builder, formula: string): boolean {
  const stored = storedOf(builder, formula);
  const limit = limitOf(builder.question) ?? Number.POSITIVE_INFINITY;
  return stored !== undefined && (!stored.cut || stored.records >= limit);
}

/** Returns the most that the rows can cost. */
function price({ builder, formula, estimate }: FormulaWithEstimate): string {
  const { question } = builder;
  if (storedOf(builder, formula) || !isPaid(question)) return texts.build.noCost;
  if (estimate?.most === 0) return estimate.owned ? texts.build.paidAlready : texts.build.noCost;
  const limit = limitOf(question) ?? PREVIEWED;
  return texts.build.atMost({ count: Math.min(PREVIEWED, limit, estimate?.most ?? PREVIEWED) });
}

export function PreviewRows({ current: { builder, formula, estimate } }: { current: FormulaWithEstimate }) {
  const { question, preview } = builder;
  // a preview applies only to its own formula
  const shown = preview?.formula === formula ? preview : undefined;
  const { rows: [header = [], ...rows] = [], cut, records } = shown?.stored ?? {};
  const all = cut ? estimate?.isExact && estimate.matching : records;
  const { noMatch, previewFirst, previewOf } = texts.build;
  const count = rows.length;
  const some = all ? previewOf({ shown: count, all }) : previewFirst({ shown: count });
  const title = count === 0 ? noMatch : some;
  // render the region before its text, as for a notice
  return (
    <>
      <div class="said" role="status">
        {shown && <PreviewHead preview={shown} title={title} isFree={!isPaid(question)} />}
      </div>
      {count > 0 && <Rows title={title} header={header} rows={rows} />}
    </>
  );
}

/** The error of a preview, or the number of its rows and their age. */
function PreviewHead({ preview, title, isFree }: { preview: Preview; title: string; isFree: boolean }) {
  const { error, stored } = preview;
  if (error) return <StoredError actionId={PREVIEW_ID} error={error} isFree={isFree} />;
  if (!stored) return <Hint>{texts.build.previewFine}</Hint>;
  return (
    <p class="preview-head">
      <strong>{title}</strong> {texts.build.asOf({ at: format().moment(stored.askedAt) })}
    </p>
  );
}

type Row = readonly string[];

/** Rows and cells have no names, so their indexes are their keys. */
function Rows({ title, header, rows }: { title: string; header: Row; rows: readonly Row[] }) {
  const headers = header.map((cell) => (
    <th key={cell} scope="col">
      {cell}
    </th>
  ));
  const cellsOf = (row: Row) => row.map((cell, column) => <td key={`${column}`}>{cell}</td>);
  const body = rows.map((row, at) => <tr key={`${at}`}>{cellsOf(row)}</tr>);
  return (
    <div id="preview" class="scroll" tabIndex={0} role="group" aria-label={title}>
      <table>
        <thead>
          <tr>{headers}</tr>
        </thead>
        <tbody>{body}</tbody>
      </table>
    </div>
  );
}
