/** The client: questions about the datasets, estimates, watches and look-ups. */
import type { DatasetName } from '../contract/datasets.js';
import { toAnswer } from './answer.js';
import { getRows } from './buy.js';
import { type ClientContext, createContext } from './context.js';
import { eachDays } from './each.js';
import { totalOf } from './estimates.js';
import { createLookUps } from './look-ups.js';
import { formulaOf } from './read-question.js';
import { createTransport } from './transport.js';
import type {
  AnyQuestion,
  ClientSettings,
  DatasetAnswer,
  DatasetQuery,
  DaysAnswer,
  QuestionOf,
  RecordFor,
  SignalsClient,
} from './types.js';
import { watchQuestion } from './watch.js';

/** @throws BAD_INPUT for a key or an address that cannot be one */
export function createClient(settings: ClientSettings): SignalsClient {
  const transport = settings.transport ?? createTransport();
  const context = createContext(settings, transport);
  const lookUps = createLookUps(context);
  const ask = createAsk(context);
  const highestLimit = async () => (await lookUps.account())?.caps.recordsPerAnswer;
  const pages = createPages(context, highestLimit);

  async function* each<N extends DatasetName>(
    dataset: N,
    question?: AnyQuestion,
  ): AsyncIterableIterator<RecordFor<N>> {
    for await (const { records } of pages(dataset, question)) yield* records;
  }

  function queryOf<N extends DatasetName>(dataset: N): DatasetQuery<N> {
    const query = (question?: QuestionOf<N>) => ask(dataset, question as AnyQuestion | undefined);
    return Object.assign(query, {
      each: (question?: QuestionOf<N>) => each(dataset, question as AnyQuestion | undefined),
    });
  }

  return {
    ...lookUps,
    expansions: queryOf('business-expansion'),
    hirings: queryOf('major-hiring'),
    execChanges: queryOf('executive-change'),
    ask,
    each,
    pages,
    async estimate(dataset, question = {}) {
      const { bodies } = await context.plan(context.read(dataset, question));
      const estimates = await context.estimates(dataset, bodies);
      return estimates && totalOf(estimates);
    },
    formula(dataset, question = {}, locale = 'en_US') {
      context.read(dataset, question);
      return formulaOf(dataset, question, { zone: context.zone, locale });
    },
    watch: (dataset, question = {}, rules = {}) =>
      watchQuestion(context, context.read(dataset, question), rules, highestLimit),
    async close() {
      await transport.close();
      context.store.close();
    },
  };
}

/** Asks a question. Concurrent equal calls have the same idempotency key, so only one of them is charged. */
function createAsk(context: ClientContext): SignalsClient['ask'] {
  return async <N extends DatasetName>(
    dataset: N,
    question: AnyQuestion = {},
  ): Promise<DatasetAnswer<RecordFor<N>>> => {
    const asked = context.read(dataset, question);
    const found = await getRows(context, context.toRequest(asked));
    // `getRows` reports the cost of the service's answers itself
    if (found.source === 'store') context.service.reportCost(dataset, found, 'store');
    return toAnswer<N>(asked, found, context.zone);
  };
}

/** Asks for all records by days. */
function createPages(
  context: ClientContext,
  highestLimit: () => Promise<number | undefined>,
): SignalsClient['pages'] {
  return async function* pages<N extends DatasetName>(
    dataset: N,
    question: AnyQuestion = {},
  ): AsyncIterableIterator<DaysAnswer<RecordFor<N>>> {
    const asked = context.read(dataset, question);
    const most = await highestLimit();
    const limit = asked.isLimited ? Number(asked.question.filters['limit']) : undefined;
    for await (const { part, found, from, done } of eachDays(context, asked, most, 0, limit)) {
      if (found.source === 'store') context.service.reportCost(dataset, found, 'store');
      yield { ...toAnswer<N>(part, found, context.zone), from, done };
    }
  };
}
