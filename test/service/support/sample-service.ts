/** The service over the sample data, shared by the tests of the specification. */
import { type Engine, type OpenedEngine, useEngine } from './engines.js';
import { type KeyedService, type Reply, useTestService } from './test-service.js';

export const EXPANSIONS = '/api/v2/dataset/business-expansion';
export const HIRINGS = '/api/v1/dataset/major-hiring';
export const CHANGES = '/api/v1/dataset/executive-change';

export interface SampleService {
  readonly engine: OpenedEngine;
  /** Its key has enough credits. */
  readonly service: KeyedService;
  readonly ask: (path: string, body?: unknown) => Promise<Reply>;
  /** The ids of the answer, in order, separated by blanks. */
  readonly ids: (path: string, body?: unknown) => Promise<string>;
  /** The body of a refusal. */
  readonly refusal: (path: string, body?: unknown) => Promise<unknown>;
}

/** For all tests of the calling suite or block. */
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
