/** The client: questions about the datasets, estimates, watches and look-ups. */
import { DATASETS, type DatasetName } from '../contract/datasets.js';
import { isoFromWire } from '../contract/dates.js';
import type { Estimate, Suggestion } from '../contract/estimate.js';
import { isTexts, objectOf } from '../contract/json.js';
import { toAnswer } from './answer.js';
import { getRows } from './buy.js';
import { createContext } from './context.js';
import { eachDays, highestLimit } from './each.js';
import { clientErrors } from './errors.js';
import { sumOf } from './plan-requests.js';
import { formulaOf } from './read-question.js';
import { createTransport } from './transport.js';
import type {
  AnyQuestion,
  ClientSettings,
  DatasetQuery,
  QuestionEstimate,
  QuestionOf,
  SignalsClient,
} from './types.js';
import { watchQuestion } from './watch.js';

const isSuggestion = objectOf<Suggestion>({ field: 'string', value: 'string', nearest: 'list' });

/** @throws NO_KEY; BAD_INPUT for a key or an address that cannot be one */
export function createClient(settings: ClientSettings): SignalsClient {
  const transport = settings.transport ?? createTransport();
  const context = createContext(settings, transport);

  function queryOf<N extends DatasetName>(dataset: N): DatasetQuery<N> {
    const query = (question?: QuestionOf<N>) => client.ask(dataset, question as AnyQuestion | undefined);
    return Object.assign(query, {
      async *each(question?: QuestionOf<N>) {
        for await (const { records } of client.pages(dataset, question as AnyQuestion | undefined))
          yield* records;
      },
    });
  }

  const client: SignalsClient = {
    ...context.lookUps,
    expansions: queryOf('business-expansion'),
    hirings: queryOf('major-hiring'),
    execChanges: queryOf('executive-change'),
    // concurrent equal calls have the same idempotency key, so only one of them is charged
    async ask(dataset, question = {}) {
      const asked = await context.readWithMembers(dataset, question);
      const found = await getRows(context, context.toRequest(asked));
      return toAnswer<typeof dataset>(asked, found, context.zone);
    },
    async *pages(dataset, question = {}) {
      const asked = await context.readWithMembers(dataset, question);
      const most = await highestLimit(context);
      for await (const { found, from, done } of eachDays(context, asked, most)) {
        yield { ...toAnswer<typeof dataset>(asked, found, context.zone), from, done };
      }
    },
    async estimate(dataset, question = {}) {
      const { estimates } = await context.plan(context.read(dataset, question), true);
      return estimates && totalOf(dataset, estimates);
    },
    formula(dataset, question = {}, locale = 'en_US') {
      context.read(dataset, question);
      return formulaOf(dataset, question, context.zone, locale);
    },
    watch(dataset, question = {}, rules = {}) {
      // Node fires a timer of NaN at once, so the watch would never pause
      if (rules.everyMs !== undefined && !(rules.everyMs > 0)) throw clientErrors.badInterval();
      const asked = context.read(dataset, question);
      const { date, endDate } = asked.question.filters;
      if (date !== undefined || endDate !== undefined || asked.isLimited) throw clientErrors.watchEnd();
      return watchQuestion(context, asked, rules);
    },
    close: async () => transport.close(),
  };
  return client;
}

/** Adds up the estimates of all requests of a question. Days are YYYY-MM-DD, as in records. */
function totalOf(dataset: DatasetName, estimates: readonly Estimate[]): QuestionEstimate {
  const sum = (name: 'matching' | 'returned' | 'owned' | 'credits') =>
    sumOf(estimates.map((estimate) => estimate[name] ?? 0));
  const days = estimates
    .flatMap(({ firstDate = '', lastDate = '' }) => [firstDate, lastDate])
    .flatMap((day) => isoFromWire(day, DATASETS[dataset].dates) ?? [])
    .sort();
  const [first, last] = [days[0], days.at(-1)];
  const credits = sum('credits');
  const balance = estimates[0]?.openingBalance;
  return {
    matching: sum('matching'),
    isExact: estimates.every(({ isExact }) => isExact),
    returned: sum('returned'),
    owned: sum('owned'),
    credits,
    ...(first && last && { firstDate: first, lastDate: last }),
    ...(balance !== undefined && { openingBalance: balance }),
    ...(balance !== undefined && balance >= credits && { closingBalance: balance - credits }),
    suggestions: estimates
      .flatMap(({ suggestions = [] }) => suggestions)
      .filter((one) => isSuggestion(one) && isTexts(one.nearest)),
  };
}
