/** The consent page: a person enters a key and its maximum credits per day for an application. */
import { createHash } from 'node:crypto';
import type { AuthorizationParams } from '@modelcontextprotocol/sdk/server/auth/provider.js';
import type { OAuthClientInformationFull } from '@modelcontextprotocol/sdk/shared/auth.js';
import { safeText } from '../../client/assistant/safe-text.js';

const MOST_CREDITS = 999_999_999;
const USUAL_CREDITS = 100;
const MAX_NAME = 60;

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:3rem auto;padding:0 1rem}
label{display:block;margin:1rem 0 .25rem;font-weight:600}input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem}
button{font:inherit;padding:.5rem 1.25rem;margin:1.5rem .5rem 0 0}[role=alert]{color:light-dark(#b3261e,#f2b8b5);font-weight:600}`;

/** Headers that prevent framing and scripts, and let the form reach only the service and the application. */
export function consentHeaders({ redirectUri }: AuthorizationParams): Readonly<Record<string, string>> {
  const { protocol, hostname, origin } = new URL(redirectUri);
  // a policy can name no IPv6 address, and an application's own scheme has no host
  const target = /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol;
  const style = createHash('sha256').update(STYLE).digest('base64');
  return {
    'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; form-action 'self' ${target}; frame-ancestors 'none'; base-uri 'none'`,
    'x-frame-options': 'DENY',
    // the browser sends the page's origin with the form only under this policy
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  };
}

/** @param problem the error of the form that the person has sent */
export function consentPage(
  client: OAuthClientInformationFull,
  params: AuthorizationParams,
  problem = '',
): string {
  const { redirectUri, codeChallenge, state, scopes, resource } = params;
  const name = safeText(client.client_name ?? '', MAX_NAME) || 'without a name';
  const hidden = Object.entries({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    state,
    scope: scopes?.join(' ') || undefined,
    resource: resource?.href,
  }).flatMap(([field, value]) =>
    value === undefined ? [] : [`<input type="hidden" name="${field}" value="${escaped(value)}">`],
  );
  return `${beginningOf('connect an application')}
<h1>Connect an application?</h1>
<p>An application that calls itself <b>${escaped(name)}</b> wants to use your API key: to ask for business signals, and to change groups of companies if the key may. It will not see the key.</p>
<p>From here you are sent to <b>${escaped(nameOf(new URL(redirectUri)))}</b>. Cancel if you have not come from there.</p>
${problem && `<p role="alert">${escaped(problem)}</p>`}
<form method="post" action="/authorize">${hidden.join('')}
<label for="key">API key</label>
<input id="key" name="key" type="password" autocomplete="off" spellcheck="false" required autofocus>
<label for="credits">Most credits a day (UTC); 0 for what is free</label>
<input id="credits" name="credits" type="number" min="0" max="${MOST_CREDITS}" step="1" value="${USUAL_CREDITS}" required>
<button name="decision" value="allow">Connect</button><button name="decision" value="cancel" formnovalidate>Cancel</button>
</form></body></html>`;
}

/** Leads back only if the person clicks: the consent page says to cancel if the address is a stranger's. */
export function cancelledPage(params: AuthorizationParams): string {
  const address = redirectTo(params, { error: 'access_denied' });
  return `${beginningOf('nothing is connected')}
<h1>Nothing is connected</h1>
<p>You can close this page. <a href="${escaped(address)}">Back to ${escaped(nameOf(new URL(address)))}</a></p></body></html>`;
}

/** Returns the application's address with the result of the consent. */
export function redirectTo(
  { redirectUri, state }: AuthorizationParams,
  result: Readonly<Record<string, string>>,
): string {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(result)) target.searchParams.set(name, value);
  if (state !== undefined) target.searchParams.set('state', state);
  return target.href;
}

function beginningOf(title: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Signals for Sheets: ${title}</title><style>${STYLE}</style></head><body>`;
}

/** Leaves out the host in an address of an application's own scheme: it names no web page. */
function nameOf({ protocol, host }: URL): string {
  return /^https?:$/.test(protocol) ? host : `an application for ${protocol} links`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
