/**
 * The latency of calls on Google in milliseconds, the upper end of published measurements, by record or by
 * service. Cache get 3-4 and put 92-93, property get 30-34 and set 62-64: ziritione.org; cache remove 88-90:
 * qiita.com/mitonattou919; a write and a read of a sheet 800, a request to a web service 350:
 * justin.poehnelt.com, here half for each, because the other server's time is added. Calls without a
 * measurement cost as much as similar ones: a lock as a write, triggers and mails as a web service.
 */
const LATENCIES: Readonly<Record<string, number>> = {
  'CacheService.put': 93,
  'CacheService.remove': 90,
  LockService: 64,
  MailApp: 175,
  PropertiesService: 64,
  'PropertiesService.getProperties': 34,
  'PropertiesService.getProperty': 34,
  Range: 400,
  ScriptApp: 175,
  Sheet: 400,
  Spreadsheet: 400,
  'Spreadsheet.getProperties': 34,
  'Spreadsheet.getSelection': 34,
  'Spreadsheet.getSheets': 34,
  UrlFetchApp: 175,
  // the call takes as long as the sleep
  'Utilities.sleep': 0,
};
const CHEAPEST = 4;

/** @param record the name by which executions record the call */
export function latencyOf(record: string): number {
  return LATENCIES[record] ?? LATENCIES[record.split('.')[0] ?? ''] ?? CHEAPEST;
}
