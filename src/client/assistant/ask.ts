/** The tool `ask`: records, within a ceiling, page by page. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { DATASETS } from '../../contract/datasets.js';
import type { DatasetAnswer, SignalsClient } from '../types.js';
import type { CostMeter } from './cost-meter.js';
import { type PageStore, pageOf, type ReadAnswer, readCursor } from './pages.js';
import { type CallCost, credits, errorResult, markedData, NOTICE, toolResult } from './results.js';
import { type AskArguments, type AssistantQuestion, questionOf } from './schemas.js';
import { lineOf, shownColumns, showRecord } from './shown-records.js';

/** The parts that all connections of an assistant share. */
export interface AssistantParts {
  readonly client: SignalsClient;
  /** Its transport is that of the client. */
  readonly meter: CostMeter;
  readonly pages: PageStore;
  /** The most credits that the user allows for one call, whatever the model requests. */
  readonly maxCredits: number | undefined;
  /** US dollars. */
  readonly creditPrice: number | undefined;
  /** Calls that have not ended. */
  readonly running: Set<Promise<unknown>>;
}

interface Asked extends AssistantQuestion {
  readonly ceiling: number;
  readonly size: number;
  readonly name: string;
}

const NOTHING: CallCost = { charged: 0, owned: 0, unclear: false };

/** @throws BAD_INPUT before anything is asked; later errors are in the result, with their cost */
export async function callAsk(
  { client, meter, pages }: AssistantParts,
  { max_credits: ceiling, page_size: size, cursor, ...args }: AskArguments,
): Promise<CallToolResult> {
  const question = questionOf(args);
  const name = pages.nameOf(question.dataset, Object.entries(question.question).sort(), ceiling);
  const asked: Asked = { ...question, ceiling, size, name };
  if (typeof cursor === 'string') {
    const { answer, offset } = readCursor(pages, name, cursor);
    return showPage(asked, answer, offset, { ...answer, cost: NOTHING, source: 'store' });
  }
  const columns = shownColumns(asked);
  const measured = meter.measure(() =>
    client.ask(asked.dataset, { ...asked.question, maxCredits: asked.ceiling }),
  );
  let found: DatasetAnswer<unknown>;
  try {
    found = await measured.done;
  } catch (error) {
    return errorResult(error, measured.cost(), asked.ceiling);
  }
  const { charged, owned, balance, source, askedAt, cut } = found;
  const known = pages.find(asked.name);
  const before = known?.askedAt === askedAt ? known.paid : measured.earlier();
  const answer: ReadAnswer = {
    records: found.records.map((record) => showRecord(record, columns)),
    ...(cut && { cut: cut === 'limit' ? ('limit' as const) : ('max_credits' as const) }),
    source,
    askedAt,
    paid: before + charged,
  };
  pages.keep(asked.name, answer);
  const cost: CallCost = { charged, owned, unclear: false, ...(balance !== undefined && { balance }) };
  return showPage(asked, answer, 0, { cost, source, paid: before });
}

function showPage(
  { dataset, name, size, ceiling }: Asked,
  answer: ReadAnswer,
  offset: number,
  { cost, source, paid }: { readonly cost: CallCost; readonly source: string; readonly paid: number },
): CallToolResult {
  const { records, first, cursor } = pageOf(answer, name, offset, size);
  const total = answer.records.length;
  const { charged, owned, balance } = cost;
  const structured = {
    notice: NOTICE,
    dataset,
    records,
    first,
    total,
    ...(cursor !== undefined && { next_cursor: cursor }),
    ...(answer.cut && { cut: answer.cut }),
    charged,
    owned,
    ...(paid > 0 && { paid_before: paid }),
    ...(balance !== undefined && { balance }),
    source,
    asked_at: new Date(answer.askedAt).toISOString(),
  };
  const shown =
    records.length === 0 ? 'No records' : `Records ${first} to ${offset + records.length} of ${total}`;
  const left = balance === undefined ? '' : ` ${credits(balance)} left.`;
  const earlier = paid > 0 ? ` The answer had cost ${credits(paid)} before.` : '';
  const price = DATASETS[dataset].paid
    ? ` Cost: ${credits(charged)} of at most ${ceiling}.${earlier}${left}`
    : ' Free.';
  const lines = [
    `${shown} of ${dataset}.${price}`,
    ...(answer.cut ? [CUT[answer.cut]] : []),
    ...markedData(records.map((record, index) => lineOf(record, offset + index + 1))),
    ...(cursor === undefined ? [] : [`More: call ask with the same arguments and cursor "${cursor}"; free.`]),
  ];
  return toolResult(structured, lines, { cost, source });
}

const CUT = {
  limit: 'More records may match: raise "limit" or narrow the dates to get others.',
  max_credits: 'More records match than max_credits pays for: ask the user before you raise it.',
} as const;
