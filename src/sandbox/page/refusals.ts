/** What the content policies of the page and of its frames refuse, in the corner of the page. */
import { showToast } from './toasts.js';

export interface Refusal {
  /** The directive of the policy that refuses it. */
  readonly directive: string;
  /** An address, or a word such as eval. */
  readonly blocked: string;
}

const SECONDS = 10;

export function showRefusal({ directive, blocked }: Refusal): void {
  showToast({ title: 'Refused in the frame', message: `${blocked} (${directive})`, seconds: SECONDS });
}

/** Reports what this page's own policy refuses: a frame that goes elsewhere. */
export function reportRefusals(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    showRefusal({ directive: effectiveDirective, blocked: blockedURI });
  });
}
