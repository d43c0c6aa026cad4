/**
 * The content policy of the frame that shows a page of the script. Google documents that active content must come by HTTPS;
 * what its frames refuse beyond that, no source says.
 */
import type { Switches } from '../bridge/switches.js';

const POLICIES: Readonly<Record<Switches['contentPolicy'], readonly string[]>> = {
  'page only': [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
  ],
  // images and sound are no active content
  https: [
    "default-src https: data: blob: 'unsafe-inline' 'unsafe-eval'",
    'img-src * data: blob:',
    'media-src * data: blob:',
  ],
};

/** In the form of the header Content-Security-Policy. */
export function contentPolicy(switches: Pick<Switches, 'contentPolicy'>): string {
  return POLICIES[switches.contentPolicy].join('; ');
}
