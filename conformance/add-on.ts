/** What may differ in an add-on: seen in the project of the add-on only, in a test deployment. */
import { either, type Rule, thrownBy } from './rule.js';

/** A document property: what the menu was made with, where that may be written. */
const OPENED = 'conformance-opened';

/** Of `onOpen`: its mode of authorization, and what it allows. The menu shows it, because NONE lets nothing be written. */
export function noteOpening(mode: unknown): string {
  const allowed = (work: () => unknown) => (thrownBy(work) === 'nothing thrown' ? 'yes' : 'no');
  const opening = [
    String(mode),
    `locale ${allowed(() => Session.getActiveUserLocale())}`,
    `cells ${allowed(() => SpreadsheetApp.getActiveSpreadsheet().getId())}`,
    `cache ${allowed(() => CacheService.getDocumentCache()?.getAll([OPENED]))}`,
    `properties ${allowed(() => PropertiesService.getDocumentProperties().getProperty(OPENED))}`,
  ].join(', ');
  thrownBy(() => PropertiesService.getDocumentProperties().setProperty(OPENED, opening));
  return opening;
}

export const addOnRules: readonly Rule[] = [
  {
    name: 'where the add-on is enabled, the menu is made with LIMITED; where it is only installed, with NONE, which writes nothing: see the menu',
    source: 'docs',
    expected: either(
      /^LIMITED, .*properties yes$/,
      /^FULL, .*properties yes$/,
      'nothing written: see the menu',
    ),
    see: () =>
      PropertiesService.getDocumentProperties().getProperty(OPENED) ?? 'nothing written: see the menu',
  },
  {
    name: 'a test deployment makes no trigger',
    source: 'docs',
    expected: /^Exception: /,
    see: () =>
      thrownBy(() => {
        const trigger = ScriptApp.newTrigger('runConformance').timeBased().everyHours(1).create();
        ScriptApp.deleteTrigger(trigger);
      }),
  },
  {
    name: 'from the menu there are lock, cache and properties of the document',
    source: 'docs',
    expected: [true, true, true],
    see: () => [
      LockService.getDocumentLock() !== null,
      CacheService.getDocumentCache() !== null,
      PropertiesService.getDocumentProperties() !== null,
    ],
  },
];
