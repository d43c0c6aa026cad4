/**
 * Mornings on which nobody touches the spreadsheet: what a table's question brings is in the table, in the list of changes,
 * and told to each destination, once and well-formed.
 */
import type { Page } from 'playwright-core';
import type { AlertKind } from '../../src/contract/alerts.js';
import type { BusinessExpansion } from '../../src/contract/records.js';
import { problemsOf, signatureProblems } from '../addon/alerts/destination-schemas.js';
import { DAY_MS, useRecordsService } from '../bundle/jobs-spreadsheet.js';
import { useAlertDestinations } from '../support/alert-destinations.js';
import { describeInBrowser, openSpreadsheet, useBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { useRecorder } from '../support/recorder.js';
import { useSandbox } from '../support/sandbox.js';
import { createSpreadsheetPage, type SpreadsheetPage } from '../support/spreadsheet-page.js';
import { closeSidebar, openSidebar, type SidebarPage } from './sidebar-page.js';

const KINDS: Readonly<Record<Exclude<AlertKind, 'mail'>, string>> = {
  slack: 'Slack',
  chat: 'Google Chat',
  teams: 'Microsoft Teams',
  webhook: 'Signed webhook',
};
const TAB = 'Accounts';
const DOMAIN = 'rivergate-mills.example';
const DAILY = 'Fresh as of';
const WAITS_MS = 60_000;

describeInBrowser('two mornings without a hand on the sheet', () => {
  const records = useRecordsService();
  const recorder = useRecorder(records.service);
  const sandbox = useSandbox();
  const browser = useBrowser();
  const destinations = useAlertDestinations();
  let page: Page;
  let sheet: SpreadsheetPage;

  beforeAll(async () => {
    ({ page } = await openSpreadsheet(browser, sandbox.url));
    sheet = createSpreadsheetPage(page);
  });
  afterAll(() => page?.context().close());

  const dayAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const expansion = (like: BusinessExpansion, id: string, day: string, jobs: number) => ({
    ...like,
    id,
    company: { ...like.company, name: 'Rivergate Mills', domain: DOMAIN },
    title: `Headline of ${id}`,
    announcedDate: day,
    lastModified: day,
    jobs,
    investment: 5_000_000,
    currency: 'USD',
    url: `https://news.example/${id}`,
  });

  async function useOwnKey(sidebar: SidebarPage): Promise<void> {
    await sidebar.section('Connect');
    await sidebar.press(sidebar.button('Change…'));
    await sidebar.fill(sidebar.field('Service address'), recorder.connection.baseUrl);
    await sidebar.fill(sidebar.field('API key'), recorder.connection.apiKey);
    await sidebar.press(sidebar.button('Save and test'));
    await sidebar.shows('the service answers and accepts the key');
  }

  /** @returns the secret of the webhook, which is shown once */
  async function addAlerts(sidebar: SidebarPage): Promise<string> {
    await sidebar.section('Jobs');
    await sidebar.press(sidebar.button('Change'));
    for (const [index, [kind, name]] of Object.entries(KINDS).entries()) {
      await sidebar.press(sidebar.button('Add an alert'));
      const field = (what: string) => sidebar.frame.locator(`#job-alert-${index}-${what}`);
      await sidebar.choose(field('kind'), name);
      await sidebar.fill(field('address'), `${destinations.url}/${kind}`);
    }
    await sidebar.press(sidebar.button('Save job'));
    await sidebar.shows('The secret of the webhook. Copy it now: it is not shown again.');
    const secret = await sidebar.frame.locator('[id$=-secret]').textContent();
    return secret ?? '';
  }

  async function advanceOneDay(): Promise<void> {
    await page.getByRole('button', { name: 'Test bench' }).click();
    await page.getByRole('button', { name: '+1 day' }).click();
    await page.keyboard.press('Escape');
  }

  /** Opens the sidebar until it says so: it reads its state when it opens. */
  const jobsShow = (text: string | RegExp): Promise<SidebarPage> =>
    eventually(
      async () => {
        const sidebar = await openSidebar(page, 'mouse', 'Scheduled jobs');
        await sidebar.shows('Fresh formulas');
        expect(await sidebar.frame.locator('#section').getByText(text).count()).toBeGreaterThan(0);
        return sidebar;
      },
      { withinMs: WAITS_MS, everyMs: 2_000 },
    );

  /** What the keys of the service have left, as the service counts. */
  async function creditsLeft(): Promise<number> {
    const keys = JSON.parse(await records.service.command('keys', 'list', '--json')) as { credits: number }[];
    return keys.reduce((sum, { credits }) => sum + credits, 0);
  }

  test('the table is new, the changes are listed, each destination got one message, and only they are paid', async () => {
    const like = [...(await records.recordsOf(dayAhead(-400), dayAhead(-60))).values()][0]!;
    await records.put([1, 2].map((n) => expansion(like, `old-${n}`, dayAhead(-3), 40 + n)));

    const sidebar = await openSidebar(page, 'mouse');
    await useOwnKey(sidebar);
    await closeSidebar(page);
    await sheet.addTab(TAB);
    await sheet.select('A1');
    const build = await openSidebar(page, 'mouse', 'Build a formula');
    await build.choose(build.frame.locator('#build-companies'), 'Names or domains');
    await build.fill(build.frame.locator('#build-typed'), DOMAIN);
    await build.press(build.frame.locator('#build-typed-add'));
    await build.press(build.frame.locator('#build-insert'));
    await build.shows(`The table is in ${TAB}!A1.`);
    await sheet.until('A2', dayAhead(-3));
    await build.press(build.button('Every morning'));
    await build.shows('Fresh every morning, next');
    const secret = await addAlerts(build);
    await closeSidebar(page);
    const before = await sheet.shown('A1:L4');

    await advanceOneDay();
    await jobsShow(DAILY);
    await closeSidebar(page);
    expect(destinations.messages).toEqual([]);
    const credits = await creditsLeft();
    await records.put([
      expansion(like, 'old-1', dayAhead(1), 777),
      expansion(like, 'new-1', dayAhead(1), 888),
      expansion(like, 'new-2', dayAhead(1), 999),
    ]);
    expect(await sheet.shown('A1:L4')).toEqual(before);

    await advanceOneDay();
    const jobs = await jobsShow('3 new records, 3 credits');
    expect(await jobs.frame.locator('.notice').allTextContents()).toEqual([]);
    await closeSidebar(page);

    // the table
    await sheet.openTab(TAB);
    const [header = [], ...rows] = await sheet.shown('A1:L6');
    const [jobsColumn, dayColumn] = [header.indexOf('Jobs'), header.indexOf('Announced')];
    expect(rows.map((row) => row[jobsColumn]).filter(Boolean)).toHaveLength(4);
    expect(rows.slice(0, 3).map((row) => row[dayColumn])).toEqual([dayAhead(1), dayAhead(1), dayAhead(1)]);
    for (const wanted of ['777', '888', '999', '42'])
      expect(rows.map((row) => row[jobsColumn])).toContain(wanted);

    // the changes
    await sheet.openTab('Signals changes');
    const [names = [], ...changes] = await sheet.shown('A1:M6');
    const ids = changes.map((row) => row[names.indexOf('Id')]).filter(Boolean);
    const day = dayAhead(1);
    expect(ids.sort()).toEqual([`new-1 ${day}`, `new-2 ${day}`, `old-1 ${day}`]);

    // the destinations
    const messages = destinations.messages.map((one) => ({
      ...one,
      kind: one.path.slice(1) as keyof typeof KINDS,
    }));
    expect(messages.map(({ kind }) => kind).sort()).toEqual(Object.keys(KINDS).sort());
    for (const { kind, body, headers } of messages) {
      expect([kind, problemsOf(kind, body)]).toEqual([kind, []]);
      expect(headers['content-type']).toContain('application/json');
      expect(body).not.toContain(recorder.connection.apiKey);
      for (const jobsOf of ['777', '888', '999']) expect([kind, body.includes(jobsOf)]).toEqual([kind, true]);
    }
    const signed = messages.find(({ kind }) => kind === 'webhook')!;
    const now = Date.now() / 1000 + (2 * DAY_MS) / 1000;
    expect(signatureProblems(signed.headers, signed.body, { secret, now })).toEqual([]);
    expect(signatureProblems(signed.headers, `${signed.body} `, { secret, now })).toHaveLength(1);

    // the credits
    expect(await creditsLeft()).toBe(credits - 3);
    await advanceOneDay();
    await jobsShow('no new records, 0 credits');
    expect(destinations.messages).toHaveLength(4);
  });
});
