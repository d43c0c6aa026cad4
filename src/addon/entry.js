/**
 * Everything that a cell, the menu or the sidebar can call, and nothing else. Plain JavaScript, because Sheets reads
 * the JSDoc of these functions while a formula is typed, and compilers drop it.
 */
import { createApp } from './app.js';
import { createGoogle } from './google.js';

// made anew in each execution, on first use: nothing may call a service while the script loads
const app = () => createApp(createGoogle());

/**
 * Announced investments, new sites and expansion into new places, one row each. Every record costs a credit once; the same question is free for the rest of the day.
 * Examples: =EXPANSIONS(A2:A20, "startDate", "-30d") or =EXPANSIONS("expansionType", "HQ", "location", "Texas") or =EXPANSIONS(, Filters!A1:B9)
 *
 * @param {"acme.example"} companies (optional) Website domains or company names: a value or a range. Leave it empty for all companies.
 * @param {"startDate"} name1 (optional) Name of an option: startDate, endDate, date, dateType, companyName, companyDomain, industry, hq, companyType, ticker, type, location, investment, currency, jobs, limit, group, columns, sort, headers, exact, refresh. A two-column range of names and values will do as well.
 * @param {"-30d"} value1 (optional) Its value: text, a cell or a range. Dates: a date cell, 2026-01-31, today, -30d, last month. Amounts: >=1M, 10M..50M. Put | between several values.
 * @param {"expansionType"} name2 (optional) Name of the next option, and so on.
 * @param {"Data Centre"} value2 (optional) Its value. Add as many pairs as you like.
 * @return {Array<Array<string|number|boolean|Date>>} A header row, then a row per record.
 * @customfunction
 */
global.EXPANSIONS = function (companies, name1, value1, name2, value2) {
  return app().dataset('business-expansion', Array.from(arguments));
};

/**
 * Announcements of major hiring, one row each, with the number of jobs and the place.
 * Examples: =HIRINGS(A2:A20, "from", "-30d") or =HIRINGS(, "group", "Key accounts", "count", 500)
 *
 * @param {"acme.example"} companies (optional) Company ids, or names and domains of tracked companies: a value or a range. Leave it empty for all tracked companies.
 * @param {"startDate"} name1 (optional) Name of an option: startDate, endDate, industries, industrySegments, countries, count, limit, group, columns, sort, headers, exact, refresh. A two-column range of names and values will do as well.
 * @param {"-30d"} value1 (optional) Its value: text, a cell or a range. Dates: a date cell, 2026-01-31, today, -30d, last month. Put | between several values.
 * @param {"count"} name2 (optional) Name of the next option, and so on.
 * @param {500} value2 (optional) Its value. Add as many pairs as you like.
 * @return {Array<Array<string|number|boolean|Date>>} A header row, then a row per record.
 * @customfunction
 */
global.HIRINGS = function (companies, name1, value1, name2, value2) {
  return app().dataset('major-hiring', Array.from(arguments));
};

/**
 * Appointments and departures of executives, one row each.
 * Examples: =EXEC_CHANGES(A2:A20, "from", "-30d", "title", "CEO") or =EXEC_CHANGES(, "reason", "Retired", "columns", "date|company|executive")
 *
 * @param {"acme.example"} companies (optional) Company ids, or names and domains of tracked companies: a value or a range. Leave it empty for all tracked companies.
 * @param {"startDate"} name1 (optional) Name of an option: startDate, endDate, title, reason, industries, industrySegments, countries, limit, group, columns, sort, headers, exact, refresh. A two-column range of names and values will do as well.
 * @param {"-30d"} value1 (optional) Its value: text, a cell or a range. Dates: a date cell, 2026-01-31, today, -30d, last month. Put | between several values.
 * @param {"title"} name2 (optional) Name of the next option, and so on.
 * @param {"CEO"} value2 (optional) Its value. Add as many pairs as you like.
 * @return {Array<Array<string|number|boolean|Date>>} A header row, then a row per record.
 * @customfunction
 */
global.EXEC_CHANGES = function (companies, name1, value1, name2, value2) {
  return app().dataset('executive-change', Array.from(arguments));
};

/**
 * The companies of groups of tracked companies, one row each. Costs nothing.
 * Examples: =TRACKED_COMPANIES("Key accounts") or =TRACKED_COMPANIES(A2:A5, "columns", "domain", "headers", FALSE)
 *
 * @param {"Key accounts"} groups Names of groups: a value or a range.
 * @param {"columns"} name1 (optional) Name of an option: columns, sort, headers, refresh. A two-column range of names and values will do as well.
 * @param {"domain"} value1 (optional) Its value: text, a cell or a range. Put | between several values.
 * @return {Array<Array<string|number|boolean|Date>>} A header row, then a row per company.
 * @customfunction
 */
global.TRACKED_COMPANIES = function (groups, name1, value1) {
  return app().trackedCompanies(Array.from(arguments));
};

/** Simple trigger: adds the menu when a spreadsheet opens. */
global.onOpen = () => {
  app().addMenu();
};

/** Simple trigger: the menu is there at once after an installation from the editor. */
global.onInstall = () => {
  app().addMenu();
};

/** Menu: shows the sidebar. */
global.openSidebar = () => {
  app().openSidebar();
};

/** Sidebar: what is stored. */
global.sidebarState = () => app().sidebarState();

/** Sidebar: stores the service's address and key as one pair. */
global.saveConnection = (connection) => app().saveConnection(connection);

/** Sidebar: forgets address and key. */
global.forgetConnection = () => app().forgetConnection();

/** Sidebar: asks the service once, at no cost. */
global.testConnection = () => app().testConnection();
