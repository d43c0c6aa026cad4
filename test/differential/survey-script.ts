import path from 'node:path';

/** `survey.ts` and its imports as one script, built before the tests: Jest modules would take 50% longer. */
export const SURVEY = path.resolve(__dirname, '../../out/test/survey.cjs');
