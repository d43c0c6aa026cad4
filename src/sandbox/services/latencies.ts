/**
 * The latency of calls on Google in milliseconds, the upper end of published measurements, by method or by
 * object. Cache get 3-4 and put 92-93, property get 30-34 and set 62-64: ziritione.org; cache remove 88-90:
 * qiita.com/mitonattou919; a write and a read of a sheet 800, a request to a web service 350:
 * justin.poehnelt.com, here half for each, because the other server's time is added. Calls without a
 * measurement cost as much as similar ones: a lock as a write, triggers and mails as a web service.
 */
const LATENCIES: Readonly<Record<string, number>> = {
  'Cache.putAll': 93,
  'Cache.removeAll': 90,
  ClockTriggerBuilder: 175,
  Lock: 64,
  MailApp: 175,
  Properties: 64,
  'Properties.getProperties': 34,
  'Properties.getProperty': 34,
  Range: 400,
  ScriptApp: 175,
  Sheet: 400,
  'Sheet.getName': 34,
  Spreadsheet: 34,
  'Spreadsheet.deleteSheet': 400,
  'Spreadsheet.getRangeByName': 400,
  'Spreadsheet.insertSheet': 400,
  'Spreadsheet.toast': 400,
  SpreadsheetApp: 34,
  'SpreadsheetApp.flush': 400,
  UrlFetchApp: 175,
  // the call takes as long as the sleep
  'Utilities.sleep': 0,
};
const CHEAPEST = 4;

/** @param method such as Cache.putAll */
export function latencyOf(method: string): number {
  return LATENCIES[method] ?? LATENCIES[method.split('.')[0] ?? ''] ?? CHEAPEST;
}
