/** Companies of the sample data, and the texts that the add-on lets the service match. */
import { COMPANIES_PATH, type FoundCompanies, MATCH_PATH } from '../../src/contract/lookups.js';
import type { Connection } from '../support/host.js';
import type { Recorder } from '../support/recorder.js';

export interface KnownCompany {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly location: string;
  /** True in a group. */
  readonly tracked: boolean;
}

/** Returns companies with a domain and a unique name. */
export async function companiesOf({ baseUrl, apiKey }: Connection): Promise<readonly KnownCompany[]> {
  const known: KnownCompany[] = [];
  for (const query of ['tr', 'sy', 'ho', 'gr']) {
    const found = await fetch(`${baseUrl}${COMPANIES_PATH}?query=${query}`, {
      headers: { 'x-api-key': apiKey },
    });
    const { companies } = (await found.json()) as FoundCompanies;
    for (const { id, name = '', domain = '', location = '', tracked } of companies)
      if (name !== '' && domain !== '') known.push({ id, name, domain, location, tracked });
  }
  expect(known.filter(({ tracked }) => !tracked).length).toBeGreaterThan(5);
  return known;
}

/** Returns the texts in each request for matches. */
export const textsMatched = ({ requests }: Recorder) =>
  requests
    .filter(({ path }) => path === MATCH_PATH)
    .map(({ body }) => (JSON.parse(body) as { readonly companies: readonly string[] }).companies);
