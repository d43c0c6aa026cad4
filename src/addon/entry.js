/**
 * Everything that a cell, the menu or the sidebar can call, and nothing else. Plain JavaScript, because Sheets reads
 * the JSDoc of these functions while a formula is typed, and compilers drop it.
 */
import { createApp } from './app.js';
import { createGoogle } from './google/google.js';

// made anew in each execution, on first use: nothing may call a service while the script loads
const app = () => createApp(createGoogle());

/**
 * Announced investments, new sites and expansion into new places: a table with a row per record. A record costs one credit, once.
 * Examples: =EXPANSIONS(A2:A20, "from", "-30d"), =EXPANSIONS("type", "Data Centre", "location", "Texas"), =EXPANSIONS(, Filters!A1:B9)
 *
 * @param {"acme.example"} companies (optional) Website domains or company names: a cell, a range, or a text with | between them. Empty means all companies.
 * @param {"from"} name1 (optional) An option: from, to, date, dateType, type, location, investment, currency, jobs, industry, hq, companyType, ticker, companyName, companyDomain, limit, group, columns, sort, headers, exact, refresh. Or a two-column range of options and their values.
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
 * @param {"acme.example"} companies (optional) Company ids, or names and domains of tracked companies: a cell, a range, or a text with | between them. Empty means all tracked companies.
 * @param {"from"} name1 (optional) An option: from, to, count, industry, segment, country, limit, group, columns, sort, headers, exact, refresh. Or a two-column range of options and their values.
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
 * @param {"acme.example"} companies (optional) Company ids, or names and domains of tracked companies: a cell, a range, or a text with | between them. Empty means all tracked companies.
 * @param {"from"} name1 (optional) An option: from, to, title, reason, industry, segment, country, limit, group, columns, sort, headers, exact, refresh. Or a two-column range of options and their values.
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

/** Menu: shows the sidebar where formulas are built. */
global.openBuilder = () => {
  app().openBuilder();
};

/** Menu: has the selected formulas ask anew, after saying what it can cost. */
global.refreshSelection = () => {
  app().refreshSelection();
};

/** Menu: the same for all formulas of the sheet. */
global.refreshSheet = () => {
  app().refreshSheet();
};

/** Menu: the same for all formulas of the spreadsheet. */
global.refreshAll = () => {
  app().refreshAll();
};

/** Menu: replaces the selected formulas by their values. */
global.freezeSelection = () => {
  app().freezeSelection();
};

/** Menu: puts the formulas of frozen tables back. */
global.thawSelection = () => {
  app().thawSelection();
};

/** Menu: shows the sidebar where jobs are set up and run. */
global.openJobs = () => {
  app().openJobs();
};

/** Menu: shows the sidebar where news are pushed. */
global.openNews = () => {
  app().openNews();
};

/** Menu: says in a few lines what there is. */
global.showHelp = () => {
  app().showHelp();
};

/** Sidebar: what there is to show. */
global.sidebarState = () => app().sidebarState();

/** Sidebar: stores the service's address and key as one pair. */
global.saveConnection = (connection) => app().saveConnection(connection);

/** Sidebar: forgets address and key. */
global.forgetConnection = () => app().forgetConnection();

/** Sidebar: asks the service once, at no cost. */
global.testConnection = () => app().testConnection();

/** Sidebar: lends the key to this spreadsheet. */
global.shareConnection = (terms) => app().shareConnection(terms);

/** Sidebar: takes the key back from this spreadsheet. */
global.stopSharing = () => app().stopSharing();

/** Sidebar: writes a formula into a cell, asking before anything is lost. */
global.insertFormula = (insertion) => app().insertFormula(insertion);

/** Sidebar: what is stored of a formula's answer, at no cost. */
global.previewFormula = (formula) => app().previewFormula(formula);

/** Sidebar: keeps a formula for other spreadsheets. */
global.saveTemplate = (template) => app().saveTemplate(template);

/** Sidebar: forgets a kept formula. */
global.removeTemplate = (name) => app().removeTemplate(name);

/** Sidebar: makes a new sheet. */
global.insertSheet = (insertion) => app().insertSheet(insertion);

/** Sidebar: adds a group that the service knows. */
global.addGroup = (name) => app().addGroup(name);

/** Sidebar: removes a group from the spreadsheet, not from the service. */
global.removeGroup = (name) => app().removeGroup(name);

/** Sidebar: chooses the group that new formulas begin with. */
global.setDefaultGroup = (name) => app().setDefaultGroup(name);

/** Sidebar: the companies of a group. */
global.listCompanies = (group) => app().listCompanies(group);

/** Sidebar: which of some domains a group tracks. */
global.checkDomains = (group, text) => app().checkDomains(group, text);

/** Sidebar: has the service post a group's news to an address. */
global.pushNews = (push) => app().pushNews(push);

/** Sidebar: sets budget and freshness. */
global.saveRules = (rules) => app().saveRules(rules);

/** Sidebar: makes a scheduled job, or changes one. */
global.saveJob = (job) => app().saveJob(job);

/** Sidebar: keeps a job from running by itself. */
global.pauseJob = (id) => app().pauseJob(id);

/** Sidebar: lets it run again. */
global.resumeJob = (id) => app().resumeJob(id);

/** Sidebar: runs a job for some seconds; the same token goes on with it. */
global.runJob = (id, token) => app().runJob(id, token);

/** Sidebar: makes the person at the screen the one who runs a job. */
global.takeOverJob = (id) => app().takeOverJob(id);

/** Sidebar: removes a job; what it has written stays. */
global.removeJob = (id) => app().removeJob(id);

/** Sidebar: makes a tab with charts of a synced tab. */
global.makeViews = (id) => app().makeViews(id);

/** Sidebar: makes a new secret for the receiver of news. */
global.makeReceiver = () => app().makeReceiver();

/** Trigger: runs the jobs that are due. */
global.runJobs = (event) => {
  app().runJobs(event);
};

/** Web app: takes in pushed news. */
global.doPost = (event) => app().doPost(event);
