/** The exports of the package. */
export { isSignalsError, SignalsError } from '../addon/errors.js';
export { createClient } from './client.js';
export type {
  AnswerStore,
  AnyQuestion,
  ClientCharge,
  ClientSettings,
  DatasetAnswer,
  DatasetQuery,
  DaysAnswer,
  QuestionEstimate,
  QuestionOf,
  RecordFor,
  SignalsClient,
  StopSignal,
  Transport,
  WatchedChanges,
  WatchRules,
} from './types.js';
