/** Addresses of the service, for any name of a group. */
import { pushNewsPath, trackedCompaniesPath } from '../../src/contract/endpoints.js';

test.each([
  ['Key accounts/EMEA?#ü', 'Key%20accounts%2FEMEA%3F%23%C3%BC'],
  ['\u{1f680}', '%F0%9F%9A%80'],
  // a lone surrogate, which a cell can contain, but no group name
  ['half \ud83d', 'half%20%EF%BF%BD'],
])('the group %j', (group, encoded) => {
  expect(trackedCompaniesPath(group)).toBe(`/api/v1/tracked-companies/${encoded}`);
  expect(pushNewsPath(group, 2)).toBe(`/api/v1/push-news/${encoded}/2`);
});
