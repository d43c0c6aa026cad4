/** Runs all rules: for the sandbox as data, on Google as a table in a tab of the spreadsheet. */
import { addOnRules, noteOpening } from './add-on.js';
import { cacheRules } from './cache.js';
import { chartRules } from './charts.js';
import { customFunctionRules } from './custom-functions.js';
import { exceptionRules } from './exceptions.js';
import { fetchRules } from './fetch.js';
import { htmlRules } from './html.js';
import { lockRules } from './locks.js';
import { propertyRules } from './properties.js';
import { rangeRules } from './ranges.js';
import { type Area, type Bench, look, type Rule, textOf } from './rule.js';
import { runtimeRules } from './runtime.js';
import { scriptRules } from './script.js';
import { sheetRules } from './sheets.js';
import { utilityRules } from './utilities.js';
import { valueRules } from './values.js';

export { instantOf, kindOf, resultOf, tryInCell } from './custom-functions.js';

/** Of the build: whether it is the project of the add-on, not that of a spreadsheet's own script. */
declare const IS_ADD_ON: boolean;

const AREAS: readonly Area[] = [
  ...(IS_ADD_ON ? [{ name: 'Add-on', rules: addOnRules }] : []),
  { name: 'JavaScript', rules: runtimeRules },
  { name: 'Exceptions', rules: exceptionRules },
  { name: 'Utilities', rules: utilityRules },
  { name: 'PropertiesService', rules: propertyRules },
  { name: 'CacheService', rules: cacheRules },
  { name: 'LockService', rules: lockRules },
  { name: 'Spreadsheet', rules: sheetRules },
  { name: 'Range', rules: rangeRules },
  { name: 'Values', rules: valueRules },
  { name: 'Charts', rules: chartRules },
  { name: 'Custom functions', rules: customFunctionRules },
  { name: 'HtmlService', rules: htmlRules },
  { name: 'UrlFetchApp', rules: fetchRules },
  { name: 'Session and ScriptApp', rules: scriptRules },
];

const HEADER = ['No.', 'Service', 'Rule', 'Source', 'Expected', 'Seen', 'Verdict'];
const DIFFERS = 'DIFFERS';
const SCRATCH = 'Conformance scratch';
const TABLE = 'Conformance';
/** A script property: another server than this for the rules that need a network. */
const ADDRESS = 'conformance-address';
const DEFAULT_ADDRESS = 'https://www.google.com';
const CALCULATES_WITHIN_MS = 30_000;
const LOOK_AGAIN_MS = 100;

/** The table: the header, then a row for each rule. */
export function tableOfRules(): string[][] {
  const table = [HEADER];
  runAreas((rows) => void table.push(...rows));
  return table;
}

/** Of the menu: writes the table service by service, so that what was seen stays where Google ends the run. */
export function writeTable(): void {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const sheet = spreadsheet.getSheetByName(TABLE) ?? spreadsheet.insertSheet(TABLE);
  sheet.clear();
  let next = 1;
  const write = (rows: string[][]): void => {
    // as text: some of it looks like numbers
    sheet.getRange(next, 1, rows.length, HEADER.length).setNumberFormat('@').setValues(rows);
    next += rows.length;
  };
  write([HEADER]);
  sheet.setFrozenRows(1);
  let differing = 0;
  runAreas((rows) => {
    write(rows);
    differing += rows.filter((row) => row[row.length - 1] === DIFFERS).length;
  });
  spreadsheet.toast(`${next - 2} rules, of which ${differing} differ`, TABLE, 30);
}

/** Runs all rules, and gives the rows of each service when they are seen. */
function runAreas(take: (rows: string[][]) => void): void {
  const bench = createBench();
  let number = 0;
  try {
    for (const area of AREAS) {
      take(
        rulesOf(area).map((rule) => {
          number += 1;
          const { text, holds } = look(rule, bench);
          const name = rule.needsNetwork ? `${rule.name} (needs network)` : rule.name;
          const verdict = holds ? 'holds' : DIFFERS;
          return [String(number), area.name, name, rule.source, textOf(rule.expected), text, verdict];
        }),
      );
    }
  } finally {
    bench.close();
  }
}

/** A test deployment of an add-on makes no triggers; a rule says so. */
function rulesOf({ rules }: Area): readonly Rule[] {
  return IS_ADD_ON ? rules.filter(({ needsTriggers }) => !needsTriggers) : rules;
}

/** At the opening of the spreadsheet. */
export function addMenu(event?: { readonly authMode?: unknown }): void {
  const menu = SpreadsheetApp.getUi().createAddonMenu().addItem('Run', 'runConformance');
  if (IS_ADD_ON) menu.addItem(`Opened with ${noteOpening(event?.authMode)}`, 'runConformance');
  menu.addToUi();
}

function createBench(): Bench & { close(): void } {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const scratch = spreadsheet.getSheetByName(SCRATCH) ?? spreadsheet.insertSheet(SCRATCH);
  const sheet = () => {
    scratch.clear();
    const cells = scratch.getDataRange();
    cells.setNotes(cells.getNotes().map((notes) => notes.map(() => '')));
    return scratch;
  };
  return {
    address: PropertiesService.getScriptProperties().getProperty(ADDRESS) ?? DEFAULT_ADDRESS,
    sheet,
    tab: () => scratch,
    calculated(formula, prepare) {
      const empty = sheet();
      prepare?.(empty);
      const cell = empty.getRange('H1');
      cell.setFormula(formula);
      const deadline = Date.now() + CALCULATES_WITHIN_MS;
      SpreadsheetApp.flush();
      while (/^(?:Loading|)(?:\.\.\.)?$/.test(cell.getDisplayValue()) && Date.now() < deadline) {
        Utilities.sleep(LOOK_AGAIN_MS);
        SpreadsheetApp.flush();
      }
      return cell.getValue();
    },
    close: () => spreadsheet.deleteSheet(scratch),
  };
}
