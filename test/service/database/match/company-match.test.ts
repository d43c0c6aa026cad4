/** Matches messy texts to companies: at least 95 of 100 right, and none wrong above the threshold. */
import {
  MATCH_THRESHOLD,
  matchCompany,
  nameCompany,
  readWantedCompany,
} from '../../../../src/service/database/company-match.js';
import { COMPANIES, MESSY_NAMES } from './companies.js';

const NAMED = COMPANIES.map(nameCompany);

const outcome = (text: string): string => {
  const { company, status, confidence } = matchCompany(readWantedCompany(text), NAMED);
  expect(company !== undefined).toBe(confidence >= MATCH_THRESHOLD && status !== 'several');
  return company?.id ?? status;
};

test('at least 95 of 100 messy texts are right, and no company is wrong', () => {
  const wrong = MESSY_NAMES.filter(([text, expected]) => outcome(text) !== expected);
  expect(wrong.filter(([text]) => outcome(text).startsWith('c_'))).toEqual([]);
  expect(wrong.length).toBeLessThanOrEqual(MESSY_NAMES.length * 0.05);
});
