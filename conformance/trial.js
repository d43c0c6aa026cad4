/** Added to the trial project (`npm run trial`): what docs/first-live-session.md measures without asking a service. */

/**
 * When it ran. Many cells with it show in the list of executions what the script takes to load.
 * @return {number} milliseconds since 1970
 * @customfunction
 */
function TRIAL_TIME() {
  return Date.now();
}

/**
 * Whether a cell of an add-on has the lock, the cache and the properties of its document.
 * @return {table} each with TRUE or FALSE
 * @customfunction
 */
function TRIAL_STORES() {
  return [
    ['lock', LockService.getDocumentLock() !== null],
    ['cache', CacheService.getDocumentCache() !== null],
    ['properties', PropertiesService.getDocumentProperties() !== null],
  ];
}

/**
 * A table of a given size, to find the largest that Sheets shows.
 * @param {10000} rows number of rows
 * @param {20} columns number of columns
 * @param {50} characters length of the text in each cell
 * @return {table} the table
 * @customfunction
 */
function TRIAL_TABLE(rows, columns, characters) {
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => 'x'.repeat(characters)));
}
