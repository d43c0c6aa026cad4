/** An in-memory service with the records and answers of a test, which counts the charges of each record. */
import { createClient } from '../../src/client/client.js';
import type {
  ClientSettings,
  SignalsClient,
  Transport,
  TransportAnswer,
  TransportRequest,
} from '../../src/client/types.js';
import { CEILING_HEADER } from '../../src/contract/endpoints.js';
import { SERVICE_ERRORS } from '../../src/contract/errors.js';

export interface FakeRecord {
  readonly id: string;
  readonly company: { readonly domain: string };
  /** Missing in a record whose date is not disclosed. */
  readonly announcedDate?: string | undefined;
}

export interface FakeRules {
  /** The most records of an answer. */
  readonly cap: number;
  /** True: its account names the cap, and it refuses a higher limit; false: it truncates silently. */
  readonly tellsCap: boolean | 'when it refuses';
  /** The words of its refusal. */
  readonly refusal?: string;
  readonly hasEstimates: boolean;
  /** The order of records in an answer; any order within a day. */
  order(records: readonly FakeRecord[]): readonly FakeRecord[];
}

export interface FakeService extends Transport {
  /** The number of charges of each record, by id. */
  readonly paid: ReadonlyMap<string, number>;
  readonly sent: readonly TransportRequest[];
}

interface Body {
  readonly limit: number;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly companyDomain?: readonly string[] | string;
}

export function fakeService(records: readonly FakeRecord[], rules: FakeRules): FakeService {
  const paid = new Map<string, number>();
  const answered = new Map<string, TransportAnswer>();
  const sent: TransportRequest[] = [];
  const matching = ({ startDate, endDate, companyDomain }: Body) =>
    records.filter(({ announcedDate, company }) => {
      const isOfCompany = companyDomain === undefined || [companyDomain].flat().includes(company.domain);
      if (announcedDate === undefined) return isOfCompany;
      return isOfCompany && announcedDate >= (startDate ?? '') && announcedDate <= (endDate ?? '9999');
    });

  function answerTo({ url, body: text = '{}', headers }: TransportRequest): TransportAnswer {
    const { pathname } = new URL(url);
    if (pathname.endsWith('/account') && rules.tellsCap === true) {
      const caps = { recordsPerAnswer: rules.cap };
      return answer(200, { ...{ name: 't', balance: 1, spentToday: 0, spentByDay: [] }, caps, billing: '' });
    }
    const body = JSON.parse(text) as Body;
    const isEstimate = pathname.endsWith('/estimate') && rules.hasEstimates;
    if (!isEstimate && !pathname.endsWith('/business-expansion'))
      return answer(404, { code: 'NO_ROUTE', message: 'none' });
    if (rules.tellsCap && body.limit > rules.cap) {
      const message = rules.refusal ?? `limit must not be above ${rules.cap}`;
      return answer(400, { code: 'BAD_INPUT', message });
    }
    const found = matching(body);
    if (isEstimate) {
      const returned = Math.min(found.length, body.limit);
      const counted = { matching: Math.min(found.length, rules.cap), isExact: found.length <= rules.cap };
      return answer(200, { ...counted, returned, credits: returned });
    }
    const name = headers['idempotency-key'] ?? '';
    const known = answered.get(name);
    if (known) return known;
    const list = rules.order(found).slice(0, Math.min(body.limit, rules.cap));
    if (list.length > Number(headers[CEILING_HEADER] ?? list.length))
      return answer(SERVICE_ERRORS.OVER_CEILING, { code: 'OVER_CEILING', message: 'too much' });
    for (const { id } of list) paid.set(id, (paid.get(id) ?? 0) + 1);
    const given = answer(200, list, { 'x-credits-charged': String(list.length) });
    answered.set(name, { ...given, header: headersOf({ 'idempotent-replayed': 'true' }) });
    return given;
  }

  return {
    paid,
    sent,
    async send(request) {
      sent.push(request);
      return answerTo(request);
    },
    close: async () => undefined,
  };
}

/** The number of all charges. */
export function paidIn({ paid }: FakeService): number {
  return [...paid.values()].reduce((sum, count) => sum + count, 0);
}

/** A client over such a service, or over a transport in front of it. */
export function clientOver(transport: Transport, settings: Partial<ClientSettings> = {}): SignalsClient {
  return createClient({
    ...{ key: 'key-of-a-test', url: 'https://signals.example', timeZone: 'UTC', transport },
    now: () => Date.parse('2026-03-10T12:00:00Z'),
    sleep: async () => undefined,
    ...settings,
  });
}

export function answer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): TransportAnswer {
  return { status, text: typeof body === 'string' ? body : JSON.stringify(body), header: headersOf(headers) };
}

function headersOf(headers: Readonly<Record<string, string>>): TransportAnswer['header'] {
  return (name) => headers[name.toLowerCase()];
}
