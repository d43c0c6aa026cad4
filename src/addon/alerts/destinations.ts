/** Stores alert addresses like keys: per spreadsheet, in user properties of the person who gave them. */
import type { AlertKind } from '../../contract/alerts.js';
import type { Platform } from '../platform.js';

export interface Destination {
  /** Has no space, because a space ends it in the stored text. */
  readonly address: string;
  /** `whsec_` and a key in base64 for a webhook; empty for the others. */
  readonly secret: string;
}

type Store = Pick<Platform, 'spreadsheet' | 'userProperties'>;

const ID_CHARACTERS = 16;
const SHOWN_CHARACTERS = 4;

/** Contains the spreadsheet's id, so that a copy of the spreadsheet sends no alerts. */
function keyOf({ spreadsheet }: Store, id: string): string {
  return `alert:${spreadsheet.id()}:${id}`;
}

/** Returns undefined for everyone except the person who gave the address. */
export function addressOf(platform: Store, id: string): Destination | undefined {
  const [address, secret] = (platform.userProperties.get(keyOf(platform, id)) ?? '').split(' ');
  return address ? { address, secret: secret ?? '' } : undefined;
}

/** Stores an address with its old or a new secret. @returns its id, its shortened form, and the secret */
export function storeAddress(platform: Platform, kind: AlertKind, address: string) {
  const id = platform.sha256(`${kind} ${address}`).slice(0, ID_CHARACTERS);
  // hexadecimal digits are valid base64, too
  const newSecret = () =>
    kind === 'webhook' ? `whsec_${platform.sha256(platform.uuid() + platform.uuid())}` : '';
  const { secret } = addressOf(platform, id) ?? { secret: newSecret() };
  platform.userProperties.set(keyOf(platform, id), `${address} ${secret}`);
  const start = kind === 'mail' ? address[0] : address.split(/[/?]/)[2];
  return { id, address: `${start}…${address.slice(-SHOWN_CHARACTERS)}`, secret };
}

export function removeAddress(platform: Store, id: string): void {
  platform.userProperties.remove(keyOf(platform, id));
}
