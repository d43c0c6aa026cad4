/** The service's estimate of a query, before it runs. The specification has no such response. */
import type { estimateSchema, ValueOf } from './answers.js';

export type Estimate = ValueOf<ReturnType<typeof estimateSchema>>;

/** Values that an unknown value probably means. */
export type Suggestion = NonNullable<Estimate['suggestions']>[number];
