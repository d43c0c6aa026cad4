/** The service over the sample data, on every engine: what the tests of the specification share. */
import { ENGINES, type OpenedEngine, useEngine } from './engines.js';
import { type Reply, type TestService, useTestService } from './test-service.js';

export const EXPANSIONS = '/api/v2/dataset/business-expansion';
export const HIRINGS = '/api/v1/dataset/major-hiring';
export const CHANGES = '/api/v1/dataset/executive-change';

export interface SampleService {
  readonly engine: () => OpenedEngine;
  readonly service: () => TestService;
  /** Of a caller with plenty of credits. */
  readonly key: () => string;
  readonly ask: (path: string, body?: unknown) => Promise<Reply>;
  /** Ids of the answer, in its order, with blanks between them. */
  readonly ids: (path: string, body?: unknown) => Promise<string>;
  /** The body of a refusal. */
  readonly refusal: (path: string, body?: unknown) => Promise<unknown>;
}

/** Defines the tests once per engine. */
export function describeOnSample(define: (sample: SampleService) => void): void {
  describe.each(ENGINES)('on $name', ({ open }) => {
    const engine = useEngine(open);
    const service = useTestService(engine, { credits: 1_000_000 });
    const ask = (path: string, body?: unknown) =>
      service.send(path, { headers: { 'x-api-key': service.key }, body });
    define({
      engine: () => engine,
      service: () => service,
      key: () => service.key,
      ask,
      ids: async (path, body) => {
        const reply = await ask(path, body);
        if (reply.status !== 200) throw new Error(reply.text);
        return (reply.json() as { id: string }[]).map(({ id }) => id).join(' ');
      },
      refusal: async (path, body) => (await ask(path, body)).json(),
    });
  });
}
