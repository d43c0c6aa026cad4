/** The options of the endpoints: the settings of the service, and the parts that they share. */
import type { Extra } from '../../contract/lookups.js';
import type { PushNews } from '../push/push-news.js';
import type { Store } from '../store/create-store.js';
import type { AnswerPaid } from './paid-answer.js';

export interface EndpointOptions {
  readonly store: Store;
  readonly answerPaid: AnswerPaid;
  readonly pushNews: PushNews;
  readonly answerShape: 'list' | 'object';
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /** Requests per minute and key; 0 for no limit. */
  readonly rateLimit: number;
  /** The endpoints beside the specification that there are. */
  readonly extras: readonly Extra[];
}
