'use strict';
/**
 * The suites that run for ten seconds or more, the longest at full scale first: kills, floods, frozen servers, years of
 * jobs. `npm test` excludes them, with this file as Jest's --filter; `npm run test:all` starts with them.
 */
const LONG = [
  ['bundle/sidebar/random-edits', 'bundle/own-cells'],
  ['bundle/refresh-job-interrupted', 'service/http/broken-answers', 'service/transfer/import-at-once'],
  ['service/http/fuzz', 'service/soak'],
  ['service/transfer/import-bulk', 'service/http/changes-oracle', 'bundle/jobs-interrupted'],
  ['bundle/refresh-job', 'bundle/defects-answers', 'service/mcp/hostile'],
  ['differential/credits', 'differential/every-call', 'differential/budget', 'tools/conformance'],
  ['service/full-disk', 'service/main', 'bundle/jobs-limits', 'bundle/sidebar/key', 'service/crash'],
  ['service/transfer/read-csv', 'client/assistant/retries', 'service/http/credits', 'bundle/jobs-large'],
  ['bundle/defects-jobs', 'bundle/jobs', 'service/http/random-questions', 'service/http/billing'],
  ['service/mcp/ceiling', 'bundle/jobs-whole-webhook', 'service/defects-data-directory'],
  ['service/http/cap-at-midnight', 'client/assistant/stdio'],
  ['bundle/sidebar/news', 'service/http/frozen-database', 'service/http/frozen-process', 'client/forms'],
  ['bundle/sidebar/builder', 'client/terminal', 'client/package'],
  ['bundle/receiver', 'sandbox/start', 'bundle/defects-money', 'bundle/copy'],
  ['service/http/stored-answers', 'service/transfer/import-bad-lines', 'client/assistant/hostile'],
  ['service/http/defects-shares', 'service/database/migrate'],
  ['bundle/defects-refresh', 'client/assistant/asking', 'service/store/templates', 'bundle/crowd'],
  ['bundle/refresh', 'sandbox/custom-functions'],
  ['tools/check-bundle', 'service/seed/seed', 'bundle/sidebar/look-up'],
  ['service/transfer/import-file', 'bundle/jobs-alerts', 'client/cli'],
  ['tools/build', 'client/watch', 'service/http/changes', 'bundle/colleague-jobs', 'bundle/quota-words'],
  ['bundle/jobs-shape', 'service/database/search-companies'],
  ['bundle/sidebar/connection', 'bundle/jobs-beside', 'service/http/spec-expansions'],
  ['client/assistant/look-ups', 'service/http/tracking', 'bundle/table-look', 'bundle/match-companies'],
  ['service/failover', 'service/database/many-companies', 'client/asking'],
  ['bundle/jobs-two-spreadsheets', 'service/push/webhook', 'service/push/hostile-callbacks'],
  ['bundle/google-words', 'bundle/far-zones', 'bundle/colleague-spending'],
  ['bundle/sidebar/tracking', 'bundle/defects-limits', 'bundle/sidebar/sharing', 'client/track'],
  ['client/store', 'service/store/lock-file', 'service/store/changed-tables'],
  ['service/mcp/flow', 'service/http/slow-clients', 'bundle/partial-writes', 'service/http/known-keys'],
].flat();

/**
 * @param {string[]} paths
 */
const withoutLong = async (paths) => ({ filtered: paths.filter((path) => rankOf(path) === LONG.length) });

/**
 * Returns the index of a test file in the list, or the list's length for other files.
 * @param {string} path
 */
function rankOf(path) {
  const place = LONG.findIndex((name) => path.endsWith(`/${name}.test.ts`));
  return place < 0 ? LONG.length : place;
}

module.exports = Object.assign(withoutLong, { rankOf });
