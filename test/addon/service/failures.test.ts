/** Failures: the cell's message by status, body and endpoint. */
import { rowsOf } from '../../support/rows.js';
import { ask, type FunctionName } from '../ask.js';
import { API_KEY, type CannedAnswer } from '../fake-platform.js';

const PAGE = '<!DOCTYPE html><html><body>Not here</body></html>';
/** Messages that several answers have. */
const MESSAGES: Readonly<Record<string, string>> = {
  ADDRESS:
    '#SERVICE: there is no signals service at this address; check the address in Signals > Open sidebar',
  NO_CREDITS: '#NO_CREDITS: no credits are left; add credits at the service, then refresh',
  FEW_CREDITS: '#FEW_CREDITS: not enough credits for these records; set "limit" below 100 or add credits',
  BAD_KEY: '#BAD_KEY: the service rejected the API key; save a valid one in Signals > Open sidebar',
  NO_GROUP: '#NO_GROUP: the service has no group "Key"; check its spelling',
};
const messageOf = (name = ''): string => MESSAGES[name] ?? name;
/** In the place of a page it has <PAGE>. */
const answerOf = (json = ''): CannedAnswer => JSON.parse(json.replaceAll('<PAGE>', PAGE));

const EXPANSIONS = rowsOf(String.raw`
400 with a bad field → { "status": 400, "body": { "status": "400", "code": "BAD_INPUT", "message": "jobs must be a number" } } → #BAD_INPUT: the service rejected the query (jobs must be a number); correct that option
400 with a bad key → { "status": 400, "body": { "status": "400", "code": "BAD_KEY", "message": "x" } } → BAD_KEY
400 that says api key → { "status": 400, "body": { "message": "Invalid API-key" } } → BAD_KEY
400 that names all reasons → { "status": 400, "body": { "message": "a required parameter is missing, data is invalid, or the API key is invalid" } } → #BAD_INPUT: the service rejected the query (an option, or the API key); correct that option
400 in plain text → { "status": 400, "text": "startDate is wrong" } → #BAD_INPUT: the service rejected the query (startDate is wrong); correct that option
400 under msg → { "status": 400, "body": { "msg": "bad limit" } } → #BAD_INPUT: the service rejected the query (bad limit); correct that option
400 under error → { "status": 400, "body": { "error": "bad limit" } } → #BAD_INPUT: the service rejected the query (bad limit); correct that option
400 under error.message → { "status": 400, "body": { "error": { "message": "bad limit" } } } → #BAD_INPUT: the service rejected the query (bad limit); correct that option
401 → { "status": 401, "body": { "message": "who are you" } } → BAD_KEY
403 → { "status": 403, "text": "" } → BAD_KEY
403 with a web page → { "status": 403, "text": "<PAGE>" } → #SERVICE: a proxy answered with status 403; check the address in Signals > Open sidebar
402 → { "status": 402, "body": { "error": "insufficient_credits" } } → NO_CREDITS
404 with a code → { "status": 404, "body": { "status": "404", "code": "NO_CREDITS", "message": "x" } } → NO_CREDITS
404 with JSON of any kind → { "status": 404, "body": { "status": "404", "message": "Nothing left" } } → NO_CREDITS
404 with credits in plain text → { "status": 404, "text": "Available credits are 0" } → NO_CREDITS
404 without a body → { "status": 404, "text": "" } → NO_CREDITS
404 with a web page → { "status": 404, "text": "<PAGE>" } → ADDRESS
404 with plain text → { "status": 404, "text": "Not Found" } → ADDRESS
404 of a route → { "status": 404, "body": { "message": "Route POST:/api/v2 not found", "statusCode": 404 } } → ADDRESS
404 with the code of a route → { "status": 404, "body": { "code": "NO_ROUTE", "message": "x" } } → ADDRESS
405 → { "status": 405, "body": { "status": "405", "message": "Insufficient credits" } } → FEW_CREDITS
the cap of a key for a day → { "status": 405, "body": { "code": "DAILY_CAP", "message": "x" } } → #BUDGET: the key's cap for the day is used up; lower "limit", or recalculate after midnight UTC (a job goes on by itself)
405 with a code → { "status": 405, "body": { "code": "FEW_CREDITS", "message": "x" } } → FEW_CREDITS
405 of a gateway → { "status": 405, "text": "Method Not Allowed" } → ADDRESS
405 with a web page → { "status": 405, "text": "<PAGE>" } → ADDRESS
407 → { "status": 407, "body": { "status": "407", "message": "currency missing" } } → #BAD_INPUT: the service requires a currency with investment; set "currency", for example to "USD"
407 of a proxy → { "status": 407, "text": "", "headers": { "Proxy-Authenticate": "Basic" } } → #SERVICE: a proxy answered with status 407; check the address in Signals > Open sidebar
407 with a web page → { "status": 407, "text": "<PAGE>" } → #SERVICE: a proxy answered with status 407; check the address in Signals > Open sidebar
422 → { "status": 422, "body": { "message": "limit too high" } } → #BAD_INPUT: the service rejected the query (limit too high); correct that option
429 → { "status": 429, "text": "slow down" } → #BUSY: the service limits the rate of requests; recalculate in a minute
500 with JSON → { "status": 500, "body": { "message": "Internal server error" } } → #SERVICE: the service failed with status 500 (Internal server error); try again later
500 in plain text → { "status": 500, "text": "boom\n at line 7" } → #SERVICE: the service failed with status 500 (boom at line 7); try again later
500 with a web page → { "status": 500, "text": "<PAGE>" } → #SERVICE: the service failed with status 500 (a web page); try again later
503 → { "status": 503, "text": "maintenance" } → #SERVICE: the service failed with status 503 (maintenance); try again later
418 → { "status": 418, "text": "teapot" } → #SERVICE: the service failed with status 418 (teapot); try again later
301 → { "status": 301, "text": "", "headers": { "Location": "https://elsewhere.example/" } } → ADDRESS
302 with a page → { "status": 302, "text": "<PAGE>" } → ADDRESS
a failure inside 200, by code → { "body": { "code": 405, "message": "Insufficient credits" } } → FEW_CREDITS
a failure inside 200, by status as text → { "body": { "status": "404", "message": "no credits" } } → NO_CREDITS
a failure inside 200, by error → { "body": { "error": "database is gone" } } → #SERVICE: the service failed with status 500 (database is gone); try again later
a failure inside 200, beside an empty list → { "body": { "error": "database is gone", "dataset": [] } } → #SERVICE: the service failed with status 500 (database is gone); try again later
a failure inside 200, by success → { "body": { "success": false, "message": "try later" } } → #SERVICE: the service failed with status 500 (try later); try again later
a failure inside 200, in words → { "body": { "status": "error", "message": "try later" } } → #SERVICE: the service failed with status 500 (try later); try again later
a failure beside records is no half table → { "body": { "code": 500, "message": "cut off", "dataset": [{ "id": "a", "jobs": 1 }] } } → #SERVICE: the service failed with status 500 (cut off); try again later
a web page with 200 → { "text": "<PAGE>" } → #SERVICE: the answer cannot be read ("<!DOCTYPE html><html><body>Not here</body></html>"); check the address in the sidebar
plain text with 200 → { "text": "It works!" } → #SERVICE: the answer cannot be read ("It works!"); check the address in the sidebar
a cut answer → { "text": "[{\"id\":\"be_1\",\"jobs\":5},{\"id\"" } → #SERVICE: the answer cannot be read ("[{"id":"be_1","jobs":5},{"id""); check the address in the sidebar
a number → { "text": "42" } → #SERVICE: the answer cannot be read ("42"); check the address in the sidebar
a text in quotes → { "text": "\"OK\"" } → #SERVICE: the answer cannot be read (""OK""); check the address in the sidebar
null → { "text": "null" } → #SERVICE: the answer cannot be read ("null"); check the address in the sidebar
a list of texts → { "body": ["a", "b"] } → #SERVICE: the answer cannot be read ("["a","b"]"); check the address in the sidebar
a list of lists → { "body": [[1, 2]] } → #SERVICE: the answer cannot be read ("[[1,2]]"); check the address in the sidebar
an object of unknown things → { "body": { "weather": "fine" } } → #SERVICE: the answer cannot be read ("{"weather":"fine"}"); check the address in the sidebar
records of something else → { "body": [{ "weather": "fine" }, { "wind": 3 }] } → #SERVICE: the answer cannot be read ("weather"); check the address in the sidebar
wrappers without an end → { "text": "{\"data\":{\"data\":{\"data\":{\"data\":{\"data\":{\"data\":{\"data\":{\"data\":{\"data\":1}}}}}}}}}" } → #SERVICE: the answer cannot be read ("{"data":{"data":{"data":{"data":{"data":{"data":{…"); check the address in the sidebar
no answer → { "fails": "DNS error: https://signals.example" } → #SERVICE: the service did not answer (DNS error: https://signals.example); check its address in the sidebar
`);

test.each(EXPANSIONS)('%s', (_title, answer, message) => {
  const respond = () => answerOf(answer);
  const { table, error, requests } = ask('EXPANSIONS', ['type', 'HQ'], { respond });
  expect(table).toBeUndefined();
  expect(error).toBe(messageOf(message));
  expect(requests).toHaveLength(1);
});

test('405 at a limit of 1, which cannot be lowered, means that no credits are left', () => {
  const body = { status: '405', message: 'Insufficient credits' };
  const { error } = ask('EXPANSIONS', ['limit', 1], { respond: () => ({ status: 405, body }) });
  expect(error).toBe(MESSAGES['NO_CREDITS']);
});

const ELSEWHERE = rowsOf(`
404 of a group, as HTTP → TRACKED_COMPANIES → { "status": 404, "body": { "status": "404", "message": "x" } } → NO_GROUP
404 of a group, in the body → TRACKED_COMPANIES → { "body": { "status": "404", "message": "x", "companies": [] } } → NO_GROUP
404 of a group, as a number in the body → TRACKED_COMPANIES → { "body": { "status": 404, "companies": [] } } → NO_GROUP
404 of a group, without a body → TRACKED_COMPANIES → { "status": 404, "text": "" } → NO_GROUP
404 of a group, in plain text → TRACKED_COMPANIES → { "status": 404, "text": "group does not exist" } → NO_GROUP
404 of a group with credit in its name → TRACKED_COMPANIES → { "status": 404, "body": { "message": "The group Credit cards does not exist" } } → NO_GROUP
404 with a web page instead of a group → TRACKED_COMPANIES → { "status": 404, "text": "<PAGE>" } → ADDRESS
400 with a bad key for a group → TRACKED_COMPANIES → { "status": 400, "body": { "message": "invalid api key" } } → BAD_KEY
405 is no credits where nothing costs any → TRACKED_COMPANIES → { "status": 405, "body": {} } → ADDRESS
404 of a version 1 dataset → HIRINGS → { "status": 404, "body": { "message": "Not Found" } } → ADDRESS
404 of a version 1 dataset that speaks of credits → HIRINGS → { "status": 404, "body": { "message": "no credits" } } → NO_CREDITS
405 of a version 1 dataset → EXEC_CHANGES → { "status": 405, "body": { "message": "x" } } → ADDRESS
`);

test.each(ELSEWHERE)('%s', (_title, name, answer, message) => {
  const args = name === 'TRACKED_COMPANIES' ? ['Key'] : [];
  const { error } = ask(name as FunctionName, args, { respond: () => answerOf(answer) });
  expect(error).toBe(messageOf(message));
});

test.each([
  ['400', { status: 400, text: `unknown field ${API_KEY}` }],
  ['500', { status: 500, body: { message: `cannot read ${API_KEY}` } }],
  ['200', { text: `hello ${API_KEY}` }],
  ['no answer', { fails: `cannot connect with ${API_KEY}` }],
])('a key that the service repeats never reaches the cell: %s', (_title, answer) => {
  const { error } = ask('EXPANSIONS', ['limit', 100], { respond: () => answer });
  expect(error).toContain('***');
  expect(error).not.toContain(API_KEY);
});
