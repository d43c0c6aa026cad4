/** Dynamic client registration: the applications that register themselves. */
import type { OAuthRegisteredClientsStore } from '@modelcontextprotocol/sdk/server/auth/clients.js';
import { InvalidClientMetadataError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type { OAuthClientInformationFull } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Store } from '../store/create-store.js';

export interface ClientsOptions {
  readonly store: Pick<Store, 'addOAuthClient' | 'findOAuthClient'>;
  readonly digestOf: (secret: string) => string;
}

const MAX_REDIRECTS = 10;
const MAX_METADATA = 4_000;
/** Schemes of desktop applications that can receive their code in no other way. */
const APP_SCHEMES: readonly string[] = ['cursor:'];

export function createClients({ store, digestOf }: ClientsOptions): OAuthRegisteredClientsStore {
  /** Derives a client's secret from its id, so the service need not store it. */
  const withSecret = (client: OAuthClientInformationFull): OAuthClientInformationFull =>
    client.token_endpoint_auth_method === 'none'
      ? client
      : { ...client, client_secret: digestOf(`secret of ${client.client_id}`) };
  return {
    async getClient(id) {
      const found = /^[\w-]{1,100}$/.test(id) ? await store.findOAuthClient(id) : undefined;
      return found && withSecret(found as OAuthClientInformationFull);
    },
    async registerClient(given) {
      const { client_secret: _secret, ...asked } = given as OAuthClientInformationFull;
      // a client that names no method, or one that /token lacks, learns from the answer which one to use
      const isPublic = asked.token_endpoint_auth_method === 'none';
      const client = { ...asked, token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_post' };
      checkMetadata(client);
      await store.addOAuthClient(client.client_id, client);
      return withSecret(client);
    },
  };
}

/** @throws InvalidClientMetadataError for addresses that must not receive a code */
function checkMetadata(client: OAuthClientInformationFull): void {
  const { redirect_uris: addresses } = client;
  if (addresses.length === 0 || addresses.length > MAX_REDIRECTS || !addresses.every(isRedirect))
    throw new InvalidClientMetadataError(
      `redirect_uris are 1 to ${MAX_REDIRECTS} addresses: https, or http on this machine, without a fragment`,
    );
  if (JSON.stringify(client).length > MAX_METADATA)
    throw new InvalidClientMetadataError(`The metadata have more than ${MAX_METADATA} characters`);
}

/** True for an address on the person's own machine. Any other may be a stranger's, because anyone can register. */
export function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function isRedirect(address: string): boolean {
  const url = new URL(address);
  const { protocol, hostname, hash, username, password } = url;
  // the host name becomes part of a header
  if (hash !== '' || username !== '' || password !== '' || !/^[\w.:[\]-]*$/.test(hostname)) return false;
  return isLocal(url) || ['https:', ...APP_SCHEMES].includes(protocol);
}
