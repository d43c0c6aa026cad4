import path from 'node:path';

/** One script of `survey.ts` and all that it loads, made before the tests: as modules of Jest it would take half as long again. */
export const SURVEY = path.resolve(__dirname, '../../out/test/survey.cjs');
