/** A push of news that a person starts in the sidebar, and its entry in the list of pushes. */
export interface NewsPush {
  readonly group: string;
  readonly days: number;
  readonly callbackUrl: string;
  /** True if the person agreed to repeat a push of today. */
  readonly again: boolean;
}

export interface PushedNews {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly group: string;
  readonly days: number;
  readonly callbackUrl: string;
  /** `unknown` is a push without a known result: it may have arrived. */
  readonly result: 'answered' | 'failed' | 'unknown';
}
