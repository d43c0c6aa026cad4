/** A service that sells expansions from a list, repeats answers for a known key, and can behave oddly. */
import { ACCOUNT_PATH, type Billing } from '../../src/contract/lookups.js';
import type { Connection } from '../support/host.js';
import { useHttpServer } from '../support/http-server.js';

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
  /** Credits charged: one per record, none for a repeated answer. */
  charged: 0,
  /** What the receiver of pushed news answers. */
  pushAnswer: 'ok',
  pushStatus: 200,
  /** Answers wait for this promise. */
  until: Promise.resolve() as Promise<unknown>,
  /** The estimates that were asked for; their answers wait for `counted`. */
  counts: 0,
  counted: Promise.resolve() as Promise<unknown>,
  /** Requests with a greater limit are refused. */
  maxLimit: Number.POSITIVE_INFINITY,
  /** The most records in an answer, whatever its limit. */
  cap: Number.POSITIVE_INFINITY,
  /** The most that its key may spend on a day, and what it has spent: a test sets this to 0 for a new day. */
  dailyCap: Number.POSITIVE_INFINITY,
  spentToday: 0,
  /** True if the service says so under its look-up for the account. */
  hasAccount: false,
  billing: 'per-answer' as Billing,
  /** True if the service has free estimates. */
  hasEstimates: false,
  /** The order of an answer before its limit truncates it: newest first. */
  order: (a: SmallRecord, b: SmallRecord): number => (a.lastModified < b.lastModified ? 1 : -1),
};

/** One service for the suite, empty before each test. */
export function useSmallService() {
  const answers = new Map<string, string>();
  const matching = ({ companyDomain, startDate, endDate }: Body) => {
    const domains = companyDomain === undefined ? undefined : [companyDomain].flat();
    // a record without a day is in all answers
    const isIn = (day: string) => day === '' || (day >= (startDate ?? '') && day <= (endDate ?? day));
    return service.records
      .filter(
        ({ lastModified, company }) => isIn(lastModified) && (domains?.includes(company.domain) ?? true),
      )
      .sort(service.order);
  };

  const server = useHttpServer(async (incoming, outgoing) => {
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    const end = (status: number, body: object) =>
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const [, days] = /\/push-news\/[^/]+\/(\d)/.exec(incoming.url ?? '') ?? [];
    if (days !== undefined) {
      service.pushed.push({ days: Number(days) });
      outgoing.setHeader('x-callback-status', service.pushStatus);
      return void end(200, { response: service.pushAnswer });
    }
    if (incoming.url === ACCOUNT_PATH) {
      const { hasAccount, spentToday, dailyCap: creditsPerDay, billing } = service;
      const account = { spentToday, caps: { creditsPerDay }, billing };
      return void end(hasAccount ? 200 : 404, hasAccount ? account : {});
    }
    const isEstimate = /\/estimate$/.test(incoming.url ?? '');
    if (isEstimate && !service.hasEstimates) return void end(404, {});
    const body = JSON.parse(text) as Body;
    if (isEstimate) {
      service.counts += 1;
      await service.counted;
      return void end(200, { matching: matching(body).length, isExact: true });
    }
    if (body.limit > service.maxLimit)
      return void end(400, { message: `limit must not be above ${service.maxLimit}` });
    service.bodies.push(body);
    await service.until;
    const name = `${String(incoming.headers['idempotency-key'])} ${text}`;
    const found = matching(body).slice(0, Math.min(body.limit, service.cap));
    if (!answers.has(name)) {
      if (service.spentToday + found.length > service.dailyCap)
        return void end(405, { code: 'DAILY_CAP', message: 'x' });
      service.spentToday += found.length;
      service.charged += found.length;
      service.charges.push({ body, credits: found.length });
      answers.set(name, JSON.stringify(found));
    }
    outgoing.setHeader('content-type', 'application/json').end(answers.get(name));
  });

  const service = {
    ...PLAIN,
    get connection(): Connection {
      return { baseUrl: server.url, apiKey: 'key_0123456789' };
    },
    records: [] as SmallRecord[],
    /** The bodies of the queries so far. */
    bodies: [] as Body[],
    /** The charges of paid queries. */
    charges: [] as { readonly body: Body; readonly credits: number }[],
    pushed: [] as { readonly days: number }[],
    add(count: number, day: string, domain = 'acme.example') {
      for (let index = 0; index < count; index++) {
        const company = { name: domain, domain };
        const id = `${domain} ${day} ${index}`;
        service.records.push({ id, announcedDate: day, lastModified: day, company, jobs: 5 });
      }
    },
    clear() {
      for (const list of [service.records, service.bodies, service.charges, service.pushed]) list.length = 0;
      Object.assign(service, PLAIN);
    },
  };
  beforeEach(() => service.clear());
  return service;
}
