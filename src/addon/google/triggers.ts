/** Clock triggers of the person at the screen; see platform.ts. An add-on has one for each person and spreadsheet. */
import type { Schedules } from '../platform.js';

export const googleSchedules: Schedules = {
  ensureHourly(functionName) {
    if (own(functionName).length > 0) return;
    ScriptApp.newTrigger(functionName).timeBased().everyHours(1).create();
  },
  removeHourly(functionName) {
    for (const trigger of own(functionName)) ScriptApp.deleteTrigger(trigger);
  },
  runsHourly: (functionName) => own(functionName).length > 0,
};

function own(functionName: string): GoogleAppsScript.Script.Trigger[] {
  return ScriptApp.getProjectTriggers().filter((trigger) => trigger.getHandlerFunction() === functionName);
}
