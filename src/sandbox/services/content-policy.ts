/**
 * The Content-Security-Policy of the frame with a page of the script. Google documents that active content
 * must load by HTTPS; no source says what else its frames refuse.
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
  // images and sound are not active content
  https: [
    "default-src https: data: blob: 'unsafe-inline' 'unsafe-eval'",
    'img-src * data: blob:',
    'media-src * data: blob:',
  ],
};

/** Returns the value of the header Content-Security-Policy. */
export function contentPolicy(switches: Pick<Switches, 'contentPolicy'>): string {
  return POLICIES[switches.contentPolicy].join('; ');
}
