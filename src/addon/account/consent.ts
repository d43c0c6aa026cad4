/**
 * Whether the formulas of a spreadsheet may spend a person's own key. The key follows its person into every spreadsheet,
 * so each one has to be allowed once: a copy, or a file that was handed over, brings formulas that nobody has agreed to
 * pay here. A shared key needs none of this: it is bound to its spreadsheet.
 */
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { type ConnectionStore, FORMULA_PAYER } from './connection.js';
import type { Context } from './context.js';

type Place = Pick<Platform, 'documentProperties' | 'spreadsheet'>;

/** The spreadsheet's id under this name and the payer's. Google may copy it with the file: then it is another id. */
function nameOf(payer: string): string {
  return `spends:${payer}`;
}

/**
 * In the document's cache, which a copy does not have: the payer who was found to have agreed here. So the id, which takes a
 * call, is not compared for each purchase.
 */
export const AGREED_KEY = 'agreed';
const AGREED_SECONDS = 21_600;

/** Notes that the own key of the person at the screen pays in this spreadsheet from now on. */
export function agree(platform: Platform, connections: ConnectionStore): void {
  const { documentProperties, documentCache, spreadsheet } = platform;
  const own = connections.find();
  if (!own || !documentProperties) return;
  documentProperties.set(nameOf(own.payer), spreadsheet.id());
  documentCache?.putAll({ [AGREED_KEY]: own.payer }, AGREED_SECONDS);
}

/** Whether a payer's own key may be spent here. That formulas have paid with it says nothing: they may have done so elsewhere. */
export function hasAgreed({ documentProperties, spreadsheet }: Place, payer: string): boolean {
  return !documentProperties || documentProperties.get(nameOf(payer))?.split(' ')[0] === spreadsheet.id();
}

/**
 * The values to write with a request: the payer's agreement.
 * @param paid what is free needs no agreement, and must not look like one: without one, nothing is written
 * @param isKnown whether the payer was found to have agreed
 * @throws NO_KEY where the payer has not agreed to spend here
 */
export function requireAgreement(
  platform: Place,
  { payer, dailyCap }: Context,
  paid: boolean,
  isKnown: boolean,
): Readonly<Record<string, string>> {
  const store = platform.documentProperties;
  // a shared key is bound to its spreadsheet
  if (dailyCap === undefined && !isKnown && !hasAgreed(platform, payer)) {
    if (paid) throw errors.notAllowedHere();
    return {};
  }
  return store && store.get(FORMULA_PAYER) !== payer ? { [FORMULA_PAYER]: payer } : {};
}
