/** The service over the sample data: what the tests of the specification share. */
import { type Engine, type OpenedEngine, useEngine } from './engines.js';
import { type KeyedService, type Reply, useTestService } from './test-service.js';

export const EXPANSIONS = '/api/v2/dataset/business-expansion';
export const HIRINGS = '/api/v1/dataset/major-hiring';
export const CHANGES = '/api/v1/dataset/executive-change';

export interface SampleService {
  readonly engine: OpenedEngine;
  /** Its caller has plenty of credits. */
  readonly service: KeyedService;
  readonly ask: (path: string, body?: unknown) => Promise<Reply>;
  /** Ids of the answer, in its order, with blanks between them. */
  readonly ids: (path: string, body?: unknown) => Promise<string>;
  /** The body of a refusal. */
  readonly refusal: (path: string, body?: unknown) => Promise<unknown>;
}

/** For all tests of the suite or block of tests that calls this. */
export function useSample(open?: Engine['open']): SampleService {
  const engine = useEngine(open);
  const service = useTestService(engine, { credits: 1_000_000 });
  const ask = (path: string, body?: unknown) => service.as(service.key).post(path, body);
  return {
    engine,
    service,
    ask,
    ids: async (path, body) => {
      const reply = await ask(path, body);
      if (reply.status !== 200) throw new Error(reply.text);
      return (reply.json() as { id: string }[]).map(({ id }) => id).join(' ');
    },
    refusal: async (path, body) => (await ask(path, body)).json(),
  };
}
