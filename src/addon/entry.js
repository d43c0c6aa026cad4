/**
 * Everything that a cell, the menu, the sidebar, a trigger or the web app can call. Plain JavaScript, because Sheets shows
 * the JSDoc of these functions while you type a formula, and compilers drop it.
 */
import { createGoogleApp as app, returningErrors } from './main.js';

/**
 * Passes its arguments on to a function of the add-on.
 * @param {keyof import('./app.js').App} name
 */
const call =
  (name) =>
  /** @param {unknown[]} args */
  (...args) =>
    Reflect.apply(app()[name], undefined, args);

/**
 * Does the same for a call of the sidebar, but returns an error instead of throwing it.
 * @param {keyof import('../contract/sidebar-api.js').SidebarApi} name
 */
const answer = (name) => returningErrors(call(name));

/**
 * Announced investments, new sites and expansion into new places: a table with a row per record. Each record of a request costs at most one credit; a stored answer is free.
 * Examples: =EXPANSIONS(A2:A20, "from", "-30d"), =EXPANSIONS("type", "Data Centre", "location", "Texas"), =EXPANSIONS(, Filters!A1:B9)
 *
 * @param {"acme.example"} companies (optional) Website domains or company names: a cell, a range, or a text with | between them. Left out, or a single blank cell, means all companies.
 * @param {"from"} name1 (optional) An option: from, to, date, dateType, type, location, investment, currency, jobs, industry, hq, companyType, ticker, companyName, companyDomain, limit, group, columns, sort, headers, exact, since, exclude, score, refresh. Or a two-column range of options and their values.
 * @param {"-30d"} value1 (optional) Its value. Dates: a date cell, 2026-01-31, today, -30d, last month. Amounts: >=1M, 10M..50M. Several values: a range, or | between them.
 * @param {"type"} name2 (optional) The next option. Add as many pairs as you like.
 * @param {"Data Centre"} value2 (optional) Its value.
 * @return {Array<Array<string|number|boolean|Date>>} A header row, then a row per record.
 * @customfunction
 */
global.EXPANSIONS = function (companies, name1, value1, name2, value2) {
  return app().dataset('business-expansion', Array.from(arguments));
};

/**
 * Announcements of major hiring: a table with a row per announcement, the number of jobs and the place.
 * Examples: =HIRINGS(A2:A20, "from", "-30d"), =HIRINGS("group", "Key accounts", "count", 500)
 *
 * @param {"acme.example"} companies (optional) Company ids, domains or names: a cell, a range, or a text with | between them. Left out, or a single blank cell, means all tracked companies.
 * @param {"from"} name1 (optional) An option: from, to, count, industry, segment, country, limit, group, columns, sort, headers, exact, since, exclude, score, refresh. Or a two-column range of options and their values.
 * @param {"-30d"} value1 (optional) Its value. Dates, of the last change: a date cell, 2026-01-31, today, -30d, last month. Several values: a range, or | between them.
 * @param {"count"} name2 (optional) The next option. Add as many pairs as you like.
 * @param {500} value2 (optional) Its value.
 * @return {Array<Array<string|number|boolean|Date>>} A header row, then a row per record.
 * @customfunction
 */
global.HIRINGS = function (companies, name1, value1, name2, value2) {
  return app().dataset('major-hiring', Array.from(arguments));
};

/**
 * Appointments and departures of executives: a table with a row per change.
 * Examples: =EXEC_CHANGES(A2:A20, "from", "-30d", "title", "CEO"), =EXEC_CHANGES("reason", "Retired", "columns", "date|company|executive")
 *
 * @param {"acme.example"} companies (optional) Company ids, domains or names: a cell, a range, or a text with | between them. Left out, or a single blank cell, means all tracked companies.
 * @param {"from"} name1 (optional) An option: from, to, title, reason, industry, segment, country, limit, group, columns, sort, headers, exact, since, exclude, score, refresh. Or a two-column range of options and their values.
 * @param {"-30d"} value1 (optional) Its value. Dates, of the last change: a date cell, 2026-01-31, today, -30d, last month. Several values: a range, or | between them.
 * @param {"title"} name2 (optional) The next option. Add as many pairs as you like.
 * @param {"CEO"} value2 (optional) Its value.
 * @return {Array<Array<string|number|boolean|Date>>} A header row, then a row per record.
 * @customfunction
 */
global.EXEC_CHANGES = function (companies, name1, value1, name2, value2) {
  return app().dataset('executive-change', Array.from(arguments));
};

/**
 * The companies of your groups of tracked companies: a table with a row per company. It costs nothing.
 * Examples: =TRACKED_COMPANIES("Key accounts"), =TRACKED_COMPANIES(A2:A5, "columns", "domain", "headers", FALSE)
 *
 * @param {"Key accounts"} groups (optional) Names of groups: a cell, a range, or a text with | between them. Empty means the groups of this spreadsheet.
 * @param {"columns"} name1 (optional) An option: columns, sort, headers, refresh. Or a two-column range of options and their values.
 * @param {"domain"} value1 (optional) Its value. Several values: a range, or | between them.
 * @return {Array<Array<string|number|boolean|Date>>} A header row, then a row per company.
 * @customfunction
 */
global.TRACKED_COMPANIES = function (groups, name1, value1) {
  return app().trackedCompanies(Array.from(arguments));
};

/**
 * The companies that messy names, domains or addresses mean: a row for each of your cells, in their order. It costs nothing.
 * Examples: =MATCH_COMPANIES(A2:A500), =MATCH_COMPANIES(A2:A500, "columns", "id|confidence", "headers", FALSE)
 *
 * @param {"Acme Inc."} companies Names, domains, addresses of pages or mail: a cell, a range, or a text with | between them.
 * @param {"columns"} name1 (optional) An option: columns, headers, refresh. Or a two-column range of options and their values.
 * @param {"id"} value1 (optional) Its value. Several values: a range, or | between them.
 * @return {Array<Array<string|number|boolean|Date>>} A header row, then a row per cell: company id, name, domain, headquarters, confidence from 0 to 100, and exact, probable, renamed, several or none.
 * @customfunction
 */
global.MATCH_COMPANIES = function (companies, name1, value1) {
  return app().matchCompanies(Array.from(arguments));
};

/** Simple trigger: adds the menu when a spreadsheet opens. */
global.onOpen = call('addMenu');

/** Simple trigger: shows the menu right after an installation from the editor. */
global.onInstall = call('addMenu');

/** Menu: opens the sidebar. */
global.openSidebar = call('openSidebar');

/** Menu: opens the sidebar at the formula builder. */
global.openBuilder = call('openBuilder');

/** Menu: runs the selected formulas again, after a question that shows the possible cost. */
global.refreshSelection = call('refreshSelection');

/** Menu: the same for all formulas of the sheet. */
global.refreshSheet = call('refreshSheet');

/** Menu: the same for all formulas of the spreadsheet. */
global.refreshAll = call('refreshAll');

/** Menu: the same for all formulas that show an error. */
global.refreshFailed = call('refreshFailed');

/** Menu: replaces the selected formulas by their values. */
global.freezeSelection = call('freezeSelection');

/** Menu: restores the formulas of frozen tables. */
global.thawSelection = call('thawSelection');

/** Menu: opens the sidebar at the jobs. */
global.openJobs = call('openJobs');

/** Menu: opens the sidebar where the companies of the selected column are tracked. */
global.openTracking = call('openTracking');

/** Menu: opens the sidebar at the news push. */
global.openNews = call('openNews');

/** Menu: shows a short help. */
global.showHelp = call('showHelp');

// Called by the sidebar's page; src/contract/sidebar-api.ts describes arguments and results.
global.sidebarState = answer('sidebarState');
global.saveConnection = answer('saveConnection');
global.forgetConnection = answer('forgetConnection');
global.testConnection = answer('testConnection');
global.shareConnection = answer('shareConnection');
global.stopSharing = answer('stopSharing');
global.insertFormula = answer('insertFormula');
global.previewFormula = answer('previewFormula');
global.insertSheet = answer('insertSheet');
global.openTab = answer('openTab');
global.addGroup = answer('addGroup');
global.removeGroup = answer('removeGroup');
global.setDefaultGroup = answer('setDefaultGroup');
global.listCompanies = answer('listCompanies');
global.matchColumn = answer('matchColumn');
global.changeGroup = answer('changeGroup');
global.pushNews = answer('pushNews');
global.saveRules = answer('saveRules');
global.allowSpending = answer('allowSpending');
global.releaseCredits = answer('releaseCredits');
global.saveAppearance = answer('saveAppearance');
global.saveJob = answer('saveJob');
global.pauseJob = answer('pauseJob');
global.resumeJob = answer('resumeJob');
global.runJob = answer('runJob');
global.takeOverJob = answer('takeOverJob');
global.removeJob = answer('removeJob');
global.testAlert = answer('testAlert');
global.makeViews = answer('makeViews');
global.makeReceiver = answer('makeReceiver');
global.lookUp = answer('lookUp');

/** Trigger: runs the jobs that are due. */
global.runJobs = call('runJobs');

/** Web app: receives pushed news. */
global.doPost = call('doPost');
