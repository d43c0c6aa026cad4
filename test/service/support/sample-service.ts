/** The service over the sample data, shared by the tests of the specification. */
import { type Engine, useEngine } from './engines.js';
import { refusalIn, useTestService } from './test-service.js';

export const EXPANSIONS = '/api/v2/dataset/business-expansion';
export const HIRINGS = '/api/v1/dataset/major-hiring';
export const CHANGES = '/api/v1/dataset/executive-change';

/** For all tests of the calling suite or block. The service's key has enough credits. */
export function useSample(open?: Engine['open']) {
  const engine = useEngine(open);
  const service = useTestService(engine, { credits: 1_000_000 });
  const ask = (path: string, body?: unknown) => service.as(service.key).post(path, body);
  return {
    engine,
    service,
    ask,
    /** The ids of the answer, in order, separated by blanks. */
    ids: async (path: string, body?: unknown) => {
      const reply = await ask(path, body);
      if (reply.status !== 200) throw new Error(reply.text);
      return (reply.json() as { id: string }[]).map(({ id }) => id).join(' ');
    },
    refusal: async (path: string, body?: unknown) => refusalIn(await ask(path, body)),
  };
}
