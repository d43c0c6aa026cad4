/**
 * Whether the formulas of a spreadsheet may spend a person's own key. The key follows its person into every spreadsheet,
 * so each one has to be allowed once: a copy, or a file that was handed over, brings formulas that nobody has agreed to
 * pay here. A shared key needs none of this: it is bound to its spreadsheet.
 */
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { createZone } from '../question/zone.js';
import { type ConnectionStore, FORMULA_PAYER } from './connection.js';
import type { Context } from './context.js';

type Place = Pick<Platform, 'documentProperties' | 'spreadsheet'>;

/** `ID DAY` under this name and the payer's: the spreadsheet, and the last day on which it was seen to be that one. */
function nameOf(payer: string): string {
  return `spends:${payer}`;
}

/** What the person at the screen does here with a key of their own is paid for by it from now on. */
export function agree(platform: Platform, connections: ConnectionStore): void {
  const { documentProperties, spreadsheet, clock } = platform;
  const own = connections.find();
  if (!own || !documentProperties) return;
  const today = createZone(spreadsheet.timeZone()).dayOf(new Date(clock.now()));
  documentProperties.set(nameOf(own.payer), `${spreadsheet.id()} ${today}`);
}

/** Whether a payer's own key may be spent here. @param id of the spreadsheet */
export function hasAgreed({ documentProperties }: Place, payer: string, id: string): boolean {
  const agreed = documentProperties?.get(nameOf(payer));
  // formulas have paid with it before there was such a question
  if (agreed === null) return documentProperties?.get(FORMULA_PAYER) === payer;
  return agreed === undefined || agreed.split(' ')[0] === id;
}

/**
 * What to write with a request: whose key pays, and once a day that this is still the same spreadsheet.
 * @param paid what is free needs no agreement, and must not look like one: without one, nothing is written
 * @param today in the spreadsheet's zone
 * @throws NO_KEY where the payer has not agreed to spend here
 */
export function requireAgreement(
  platform: Place,
  { payer, dailyCap }: Context,
  paid: boolean,
  today: string,
): Readonly<Record<string, string>> {
  const store = platform.documentProperties;
  if (!store) return {};
  const seen = store.get(FORMULA_PAYER) === payer ? {} : { [FORMULA_PAYER]: payer };
  // a shared key is bound to its spreadsheet
  if (dailyCap !== undefined || store.get(nameOf(payer))?.split(' ')[1] === today) return seen;
  const id = platform.spreadsheet.id();
  if (hasAgreed(platform, payer, id)) return { ...seen, [nameOf(payer)]: `${id} ${today}` };
  if (paid) throw errors.notAllowedHere();
  return {};
}
