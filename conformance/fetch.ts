/** UrlFetchApp: what is refused, and how answers and failures arrive. */
import { type Bench, type Rule, thrownBy } from './rule.js';

type Options = GoogleAppsScript.URL_Fetch.URLFetchRequestOptions;

const URL = 'https://example.com/path';
const refused = (url: unknown, options: object = {}): string =>
  thrownBy(() => UrlFetchApp.fetch(url as string, options as Options));

const empty = ({ address }: Bench): string => `${address}/generate_204`;
const missing = ({ address }: Bench): string => `${address}/no-such-page-of-conformance`;
const muted = { muteHttpExceptions: true };

export const fetchRules: readonly Rule[] = [
  {
    name: 'an unknown method is refused',
    source: 'known',
    expected: /^Exception: Attribute provided with invalid value: method/,
    see: () => refused(URL, { method: 'nonsense' }),
  },
  {
    name: 'the header Host is refused',
    source: 'known',
    expected: /^Exception: Attribute provided with invalid value: Header:Host/i,
    see: () => refused(URL, { headers: { Host: 'example.com' } }),
  },
  {
    name: 'an address of another kind is refused',
    source: 'platform',
    expected: /^Exception: /,
    see: () => refused('ftp://example.com/'),
  },
  {
    name: 'what is no address is refused',
    source: 'platform',
    expected: /^Exception: /,
    see: () => refused('not an address'),
  },
  {
    name: 'an address of null is refused',
    source: 'known',
    expected: /^Exception: /,
    see: () => refused(null),
  },
  {
    name: 'an address longer than 2,082 characters is refused',
    source: 'docs',
    expected: 'Exception: Limit Exceeded: URLFetch URL Length.',
    see: () => refused(`${URL}?${'q'.repeat(2082)}`),
  },
  {
    name: 'an answer has its code and its text',
    source: 'docs',
    expected: [204, ''],
    needsNetwork: true,
    see: (bench) => {
      const answer = UrlFetchApp.fetch(empty(bench), muted);
      return [answer.getResponseCode(), answer.getContentText()];
    },
  },
  {
    name: 'a failure is an answer where it is muted',
    source: 'docs',
    expected: 404,
    needsNetwork: true,
    see: (bench) => UrlFetchApp.fetch(missing(bench), muted).getResponseCode(),
  },
  {
    name: 'fetchAll answers in the order of the requests',
    source: 'platform',
    expected: [204, 404, 204],
    needsNetwork: true,
    see: (bench) =>
      UrlFetchApp.fetchAll(
        [empty(bench), missing(bench), empty(bench)].map((url) => ({ url, ...muted })),
      ).map((answer) => answer.getResponseCode()),
  },
  {
    name: 'a name that does not exist is thrown also where failures are muted',
    source: 'platform',
    expected: /^Exception: /,
    needsNetwork: true,
    see: () => refused('https://no-such-host.invalid/', muted),
  },
];
