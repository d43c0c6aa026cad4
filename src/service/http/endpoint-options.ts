/** The options of the endpoints: the settings of the service, and the parts that they share. */
import type { Config } from '../config.js';
import type { PushNews } from '../push/push-news.js';
import type { Store } from '../store/create-store.js';
import type { AnswerPaid } from './paid-answer.js';

export interface EndpointOptions
  extends Pick<Config, 'answerShape' | 'defaultLimit' | 'maxLimit' | 'rateLimit' | 'extras'> {
  readonly store: Store;
  readonly answerPaid: AnswerPaid;
  readonly pushNews: PushNews;
}
