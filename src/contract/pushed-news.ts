/** A push of news that a person starts in the sidebar, and its entry in the list of pushes. */
import type { PushSettings } from './jobs.js';

export interface NewsPush extends PushSettings {
  /** True if the person agreed to repeat a push of today. */
  readonly again: boolean;
}

export interface PushedNews extends PushSettings {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `unknown` is a push without a known result: it may have arrived. */
  readonly result: 'answered' | 'failed' | 'unknown';
}
