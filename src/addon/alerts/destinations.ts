/** Addresses of alerts, kept like keys: in the user properties of the person who gives them, for one spreadsheet. */
import type { AlertKind } from '../../contract/alerts.js';
import type { Platform } from '../platform.js';

export interface Destination {
  /** Without a space. */
  readonly address: string;
  /** `whsec_` and a key in base64 for a webhook; empty for the others. */
  readonly secret: string;
}

type Store = Pick<Platform, 'spreadsheet' | 'userProperties'>;

const ID_CHARACTERS = 16;
const SHOWN_CHARACTERS = 4;

/** A copy of the spreadsheet has another id: it tells nobody. */
function keyOf({ spreadsheet }: Store, id: string): string {
  return `alert:${spreadsheet.id()}:${id}`;
}

/** Undefined for everyone but the person who has given the address. */
export function addressOf(platform: Store, id: string): Destination | undefined {
  const [address, secret] = (platform.userProperties.get(keyOf(platform, id)) ?? '').split(' ');
  return address ? { address, secret: secret ?? '' } : undefined;
}

/** Keeps an address, and the secret that it has or gets. Gives its name, and what people may see of it. */
export function keepOne(
  platform: Platform,
  kind: AlertKind,
  address: string,
): { readonly id: string; readonly address: string; readonly secret: string } {
  const id = platform.sha256(`${kind} ${address}`).slice(0, ID_CHARACTERS);
  // the digits of a digest are base64, too
  const made = () =>
    kind === 'webhook' ? `whsec_${platform.sha256(platform.uuid() + platform.uuid())}` : '';
  const { secret } = addressOf(platform, id) ?? { secret: made() };
  platform.userProperties.set(keyOf(platform, id), `${address} ${secret}`);
  return {
    id,
    address: `${kind === 'mail' ? address[0] : address.split(/[/?]/)[2]}…${address.slice(-SHOWN_CHARACTERS)}`,
    secret,
  };
}

export function forgetOne(platform: Store, id: string): void {
  platform.userProperties.remove(keyOf(platform, id));
}
