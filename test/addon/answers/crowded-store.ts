/** A spreadsheet whose properties other things may fill, and a service that sells as many records as it is asked for. */
import { createApp } from '../../../src/addon/app.js';
import { hash } from '../../../src/addon/storage/text.js';
import { MATCH_PATH } from '../../../src/contract/lookups.js';
import { standInFor } from '../../support/stand-in.js';
import { createFakePlatform, type FakePlatform } from '../fake-platform.js';

export const DAY = '2026-10-01';
export const STORE = 500_000;
const PIECE = 8_000;

export function sizeOfStore(platform: FakePlatform): number {
  const stored = Object.entries(platform.allDocumentProperties());
  return stored.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}

/** Whatever is free but some characters, as jobs do, and formulas that are out of their cells for a refresh. */
export function fillStore(platform: FakePlatform, free: number): void {
  clearOthers(platform);
  const room = STORE - sizeOfStore(platform) - free;
  for (let from = 0; from < room; from += PIECE) {
    const name = `journal.${from}`;
    const characters = Math.min(PIECE, room - from) - name.length;
    if (characters > 0) platform.documentProperties!.set(name, 'x'.repeat(characters));
  }
}

export function clearOthers(platform: FakePlatform): void {
  for (const name of Object.keys(platform.allDocumentProperties()))
    if (name.startsWith('journal.')) platform.documentProperties!.remove(name);
}

/** Opens one for each test. @param titleOf what a record takes room with */
export function useCrowdedStore(titleOf: (company: string, index: number) => string) {
  const open = () => {
    const given = new Map<string, unknown[]>();
    const platform = createFakePlatform({
      now: `${DAY}T08:00:00Z`,
      respond({ body = '', url, headers }) {
        if (url.endsWith('/estimate')) return { status: 404 };
        if (url.endsWith(MATCH_PATH)) return { body: { matches: matchesOf(body) } };
        const { companyName = [''], limit } = JSON.parse(body) as { companyName?: string[]; limit: number };
        const name = companyName[0]!;
        const key = String(headers['idempotency-key']);
        const count = name.startsWith('none') ? 0 : limit;
        const records = given.get(key) ?? Array.from({ length: count }, (_, index) => recordOf(name, index));
        if (!given.has(key)) store.sold += records.length;
        given.set(key, records);
        store.meanwhile();
        return { body: records };
      },
    });
    platform.saveSettings({ dailyBudget: 1_000_000 });
    const store = {
      platform,
      /** Records sold, each for a credit. */
      sold: 0,
      /** What happens to the store while the service is asked. */
      meanwhile: (): void => undefined,
      ask: (name: string, records = 1) =>
        createApp(platform).dataset('business-expansion', [name, 'date', DAY, 'limit', records]),
      stored: () => platform.allDocumentProperties(),
      size: () => sizeOfStore(platform),
      fillUpTo: (free: number) => fillStore(platform, free),
      clearOthers: () => clearOthers(platform),
    };
    return store;
  };
  const matchesOf = (body: string) => {
    const { companies } = JSON.parse(body) as { companies: string[] };
    return companies.map((name) => ({
      status: 'exact',
      confidence: 100,
      company: { id: hash(`id ${name}`), name: titleOf(name, 0) },
      alternatives: [],
    }));
  };
  const recordOf = (company: string, index: number) => ({
    id: `${company} ${index}`,
    announcedDate: DAY,
    lastModified: DAY,
    company: { name: company },
    title: titleOf(company, index),
  });
  let store: ReturnType<typeof open> | undefined;
  beforeEach(() => {
    store = open();
  });
  return standInFor('store', () => store);
}
