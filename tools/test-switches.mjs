/**
 * `npm run test:switches`: runs the tests of the built add-on once for each switch of Google's behaviour, and
 * once with all of the stricter interpretations together. It takes half an hour.
 *   npm run test:switches -- crowded all    only these
 *   npm run test:switches -- --sample       the stricter ones together and one random other, new each night
 */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/**
 * The other value of each switch whose default is one of two interpretations of Google's documentation. The
 * remaining switches are situations that remove what most of these tests need: a key (sharedDrive), triggers
 * (testDeployment), permissions (withheldScopes, lostAuthorization), one ledger
 * (documentPropertiesInFormulas), English texts (userLocale), quotas and locks (spentQuota, lockOperations), or
 * speed (latency). The suite tests each of them separately.
 */
const ALTERNATIVES = {
  clockTriggersByDocument: true,
  localeWithoutConsent: 'refused',
  exceptionWords: 'foreign',
  crowded: 'refuse',
  spreadsheetCalls: 'wait for formulas',
};
/** Together they are the strictest Google that is documented; the other defaults are strict already. */
const STRICT = ['localeWithoutConsent', 'exceptionWords', 'crowded', 'spreadsheetCalls'];

const all = Object.fromEntries(Object.entries(ALTERNATIVES).filter(([name]) => STRICT.includes(name)));
/** @type {Record<string, object>} */
const runs = {
  ...Object.fromEntries(Object.entries(ALTERNATIVES).map(([name, value]) => [name, { [name]: value }])),
  all,
};
const names = Object.keys(ALTERNATIVES);
const given = process.argv.slice(2);
const sample = ['all', names[randomInt(names.length)] ?? ''];
const wanted = given.includes('--sample') ? sample : given.length > 0 ? given : Object.keys(runs);
if (wanted.some((name) => !Object.hasOwn(runs, name)))
  throw new Error(`Choose from ${Object.keys(runs).join(', ')}`);
for (const name of wanted) {
  const switches = JSON.stringify(runs[name]);
  console.log(`== ${name}: ${switches}`);
  execFileSync('npx', ['jest', '--testPathPatterns', 'test/bundle/'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SWITCHES: switches },
  });
}
