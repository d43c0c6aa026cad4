/** A service that sells expansions from a list, repeats answers for a known key, and can behave oddly. */
import type { Connection } from '../support/host.js';
import { useHttpServer } from '../support/http-server.js';

export interface SmallService {
  readonly connection: Connection;
  readonly records: readonly SmallRecord[];
  /** The bodies of the queries so far. */
  readonly bodies: readonly Body[];
  readonly pushed: readonly { readonly days: number }[];
  /** What the receiver of pushed news answers. */
  pushAnswer: string;
  pushStatus: number;
  /** Credits charged: one per record, none for a repeated answer. */
  readonly charged: number;
  /** The charges of paid queries. */
  readonly charges: readonly { readonly body: Body; readonly credits: number }[];
  /** Answers wait for this promise. */
  until: Promise<unknown>;
  /** Requests with a greater limit are refused. */
  maxLimit: number;
  /** The most records in an answer, whatever its limit. */
  cap: number;
  /** True if the service has free estimates. */
  hasEstimates: boolean;
  /** The order of an answer before its limit truncates it; default: newest first. */
  order: (a: SmallRecord, b: SmallRecord) => number;
  add(count: number, day: string, domain: string): void;
  clear(): void;
}

export interface SmallRecord {
  readonly id: string;
  readonly lastModified: string;
  readonly announcedDate: string;
  readonly company: { readonly name: string; readonly domain: string };
  readonly jobs: number;
}

interface Body {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly limit: number;
  readonly companyDomain?: string | readonly string[];
}

const PLAIN = {
  charged: 0,
  pushAnswer: 'ok',
  pushStatus: 200,
  until: Promise.resolve(),
  maxLimit: Number.POSITIVE_INFINITY,
  cap: Number.POSITIVE_INFINITY,
  hasEstimates: false,
  order: (a: SmallRecord, b: SmallRecord) => (a.lastModified < b.lastModified ? 1 : -1),
};

/** One service for the suite, empty before each test. */
export function useSmallService(): SmallService {
  const answers = new Map<string, string>();
  const records: SmallRecord[] = [];
  const bodies: Body[] = [];
  const charges: { readonly body: Body; readonly credits: number }[] = [];
  const pushed: { readonly days: number }[] = [];

  const matching = ({ companyDomain, startDate, endDate }: Body) => {
    const domains = companyDomain === undefined ? undefined : [companyDomain].flat();
    return (
      records
        // a record without a day is in all answers
        .filter(
          ({ lastModified: day }) => day === '' || (day >= (startDate ?? '') && day <= (endDate ?? day)),
        )
        .filter(({ company }) => !domains || domains.includes(company.domain))
        .sort(service.order)
    );
  };

  const server = useHttpServer(async (incoming, outgoing) => {
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    outgoing.setHeader('content-type', 'application/json');
    const [, days] = /\/push-news\/[^/]+\/(\d)/.exec(incoming.url ?? '') ?? [];
    if (days !== undefined) {
      pushed.push({ days: Number(days) });
      outgoing.setHeader('x-callback-status', service.pushStatus);
      outgoing.end(JSON.stringify({ response: service.pushAnswer }));
      return;
    }
    const isEstimate = /\/estimate$/.test(incoming.url ?? '');
    if (isEstimate && !service.hasEstimates) {
      outgoing.statusCode = 404;
      outgoing.end('{}');
      return;
    }
    const body = JSON.parse(text) as Body;
    if (isEstimate) {
      outgoing.end(JSON.stringify({ matching: matching(body).length, isExact: true }));
      return;
    }
    if (body.limit > service.maxLimit) {
      outgoing.statusCode = 400;
      outgoing.end(JSON.stringify({ message: `limit must not be above ${service.maxLimit}` }));
      return;
    }
    bodies.push(body);
    await service.until;
    const name = `${String(incoming.headers['idempotency-key'])} ${text}`;
    const found = matching(body).slice(0, Math.min(body.limit, service.cap));
    if (!answers.has(name)) {
      state.charged += found.length;
      charges.push({ body, credits: found.length });
    }
    answers.set(name, answers.get(name) ?? JSON.stringify(found));
    outgoing.end(answers.get(name));
  });

  const state = {
    ...PLAIN,
    get connection() {
      return { baseUrl: server.url, apiKey: 'key_0123456789' };
    },
    records,
    bodies,
    charges,
    pushed,
    add(count: number, day: string, domain: string) {
      for (let index = 0; index < count; index++) {
        const company = { name: domain, domain };
        const id = `${domain} ${day} ${index}`;
        records.push({ id, announcedDate: day, lastModified: day, company, jobs: 5 });
      }
    },
    clear() {
      for (const list of [records, bodies, charges, pushed]) list.length = 0;
      Object.assign(state, PLAIN);
    },
  };
  const service: SmallService = state;
  beforeEach(() => service.clear());
  return service;
}
