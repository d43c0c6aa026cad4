/**
 * One person's way from a messy column of names to a program with the records: matches, tracks and queries
 * companies, excludes known ones, scores, keeps a tab with a map, and sends records to a webhook. The page
 * shows each price.
 */
import type { FrameLocator } from 'playwright-core';
import { GROUPS_PATH } from '../../src/contract/lookups.js';
import { makeUniverse } from '../../src/service/seed/company-universe.js';
import { misspell } from '../service/database/match/misspell.js';
import { useAlertDestinations } from '../support/alert-destinations.js';
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { hasExtra } from '../support/extras.js';
import { createRandom } from '../support/random.js';
import { useSandbox } from '../support/sandbox.js';
import { SEED } from '../support/seed.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { addGroup, closeSidebar, INPUT_METHODS, openSidebar } from './sidebar-page.js';
import { demoKey } from './tour.js';

const GROUP = 'My leads';
/** A group of the operator; if people cannot track companies at a service, its operator does. */
const OF_OPERATOR = 'Key accounts';
/** The companies and groups of the sample data. */
const { companies, groups } = makeUniverse();
const random = createRandom(SEED);
/** The first word of a company's name, which matches several companies. */
const COLUMN = random
  .some(companies, 179)
  .map(({ name, domain }) => misspell(random, name, domain))
  .concat(companies[100]!.name.split(' ')[0]!)
  .concat(Array.from({ length: 20 }, (_, at) => `Nobody ${at} at all`));
const idOf = new Map(companies.map(({ id, domain }) => [domain, id]));

/** Returns the ids of the companies that the page shows as chosen, by their domains, each once. */
async function confirmedIn(frame: FrameLocator): Promise<readonly string[]> {
  const shown = await frame
    .locator('#section')
    .evaluate((section) => [
      ...[...section.querySelectorAll<HTMLInputElement>('input[id^="track-text"]:checked')].map(
        ({ labels }) => labels?.[0]?.textContent ?? '',
      ),
      ...[...section.querySelectorAll<HTMLSelectElement>('select[id^="track-text"]')]
        .filter(({ value }) => value !== '')
        .map(({ selectedOptions }) => selectedOptions[0]?.textContent ?? ''),
    ]);
  const ids = shown.map((label) => {
    const [, domain = ''] = /\(([^(),]+)(?:, [^()]*)?\)$/.exec(label) ?? [];
    const id = idOf.get(domain);
    if (id === undefined) throw new Error(`no company has the domain in ${label}`);
    return id;
  });
  return [...new Set(ids)].sort();
}

describeInBrowser(`from names to a webhook (SEED=${SEED})`, () => {
  const sandbox = useSandbox();
  const destinations = useAlertDestinations();
  const { page, sheet, errors } = useSpreadsheet(sandbox, { viewport: { width: 1440, height: 900 } });
  const membersOf = async (group: string): Promise<readonly string[] | undefined> => {
    const address = `${sandbox.serviceUrl}${GROUPS_PATH}/${encodeURIComponent(group)}`;
    const reply = await fetch(address, { headers: { 'x-api-key': key } });
    if (reply.status === 404) return undefined;
    const body = (await reply.json()) as { companies: { id: string }[] };
    return body.companies.map(({ id }) => id).sort();
  };

  let key = '';
  beforeAll(async () => {
    key = await demoKey(page, sandbox.serviceUrl);
    await sheet.addTab('Leads', COLUMN);
  });

  test.each(INPUT_METHODS)(
    'names are matched, confirmed, tracked, compared and undone with the %s',
    async (hand) => {
      await sheet.select('A1');
      const sidebar = await openSidebar(page, hand, 'Track these companies…');
      if (!hasExtra('companies')) return sidebar.shows(/^This service does not match names with companies/);
      await sidebar.shows(/^Leads!A1:A200: \d+ of \d+ match a company\.$/);
      expect(await sidebar.frame.getByRole('tab', { selected: true }).textContent()).toBe('Groups');
      const shown = await confirmedIn(sidebar.frame);
      expect(shown.length).toBeGreaterThan(140);

      if (!hasExtra('tracking')) return sidebar.shows(/^This service has its groups changed by its operator/);
      // the person chooses among several matches and excludes a probable one
      const several = sidebar.frame.locator('[aria-labelledby="track-several"] select').first();
      const probable = sidebar.frame.locator('[aria-labelledby="track-probable"] input').first();
      await sidebar.choose(several, (await several.locator('option').nth(1).textContent()) ?? '');
      await sidebar.press(probable);
      expect(await several.inputValue()).not.toBe('');
      expect(await probable.isChecked()).toBe(false);
      const ids = await confirmedIn(sidebar.frame);
      const add = sidebar.button(`Add ${ids.length} companies`);
      const remove = sidebar.button(`Remove ${ids.length} companies`);

      const name = `Leads of the ${hand}`;
      const list = sidebar.frame.locator('select#track-group');
      if ((await list.inputValue()) !== '') await sidebar.choose(list, 'New group…');
      await sidebar.fill(sidebar.field('Name of the new group'), name);
      await sidebar.press(add);
      await sidebar.shows(`${name}: ${ids.length} added.`);
      expect(await membersOf(name)).toEqual(ids);
      const none = await sidebar.frame.locator('#track-none-summary').textContent();
      expect(Number.parseInt(none ?? '', 10)).toBeGreaterThanOrEqual(20);
      await sidebar.press(sidebar.button('Undo'));
      await sidebar.shows(`${name}: undone, ${ids.length} removed.`);
      expect(await membersOf(name)).toBeUndefined();

      const before = groups.find((group) => group.name === OF_OPERATOR)!.companyIds;
      const own = new Set(before);
      const [both, onlyListed] = [ids.filter((id) => own.has(id)), ids.filter((id) => !own.has(id))];
      const label = await list.locator('option', { hasText: `${OF_OPERATOR} · ` }).textContent();
      await sidebar.choose(list, label ?? '');
      await sidebar.press(sidebar.button('Compare'));
      await sidebar.shows(`${onlyListed.length} only in the column`);
      // a company that a text without a choice may mean is not missing in the column
      const possible = await sidebar.frame
        .locator('[aria-labelledby="track-several"] option')
        .evaluateAll((options) =>
          options
            .filter((one) => one.closest('select')?.value === '')
            .map((one) => (one as HTMLOptionElement).value),
        );
      const missing = before.filter((id) => !ids.includes(id) && !possible.includes(id));
      await sidebar.shows(`${missing.length} only in the group`);
      await sidebar.press(add);
      const already = both.length > 0 ? `, ${both.length} there already` : '';
      await sidebar.shows(`${OF_OPERATOR}: ${onlyListed.length} added${already}.`);
      expect(await membersOf(OF_OPERATOR)).toEqual([...new Set([...before, ...ids])].sort());
      await sidebar.press(sidebar.button('Undo'));
      await sidebar.shows(`${OF_OPERATOR}: undone, ${onlyListed.length} removed.`);
      expect(await membersOf(OF_OPERATOR)).toEqual([...before].sort());
      await sidebar.press(remove);
      await sidebar.press(remove);
      await sidebar.shows(`${onlyListed.length} not in the group`);
      expect(await membersOf(OF_OPERATOR)).toEqual(before.filter((id) => !ids.includes(id)).sort());
      if (both.length > 0) await sidebar.press(sidebar.button('Undo'));
      if (both.length > 0) await sidebar.shows(/: undone, /);
      expect(await membersOf(OF_OPERATOR)).toEqual([...before].sort());
      expect(errors).toEqual([]);
    },
  );

  test('each step needs at most two clicks and costs what the page shows', async () => {
    await sheet.openTab('Leads');
    await sheet.select('A1');
    let sidebar = await openSidebar(page, 'mouse', 'Track these companies…');
    const { frame } = sidebar;
    const isTracked = hasExtra('companies') && hasExtra('tracking');
    const group = isTracked ? GROUP : OF_OPERATOR;
    if (isTracked) {
      await sidebar.shows(/^Leads!A1:A200: \d+ of \d+ match a company\.$/);
      await sidebar.choose(frame.locator('select#track-group'), 'New group…');
      await sidebar.fill(sidebar.field('Name of the new group'), GROUP);
      await sidebar.press(frame.locator('#track-add'));
      await sidebar.shows(new RegExp(`^${GROUP}: \\d+ added`));
    } else {
      await sidebar.shows(/^This service does not match names with companies/);
    }

    // a query at the price on the button
    await sheet.addTab('Signals');
    await sheet.select('A1');
    if (isTracked) {
      await sidebar.press(frame.locator('#track-ask'));
    } else {
      await sidebar.section('Groups');
      await addGroup(sidebar, group);
      await sidebar.section('Build');
      await sidebar.choose(frame.locator('#build-companies'), 'A group');
      await frame.locator('#build-group').selectOption(group);
      await sidebar.choose(frame.locator('#build-days'), 'Last 90 days');
    }
    const insert = frame.locator('#build-insert');
    await insert.waitFor();
    await eventually(async () => /\d/.test((await frame.locator('#cost').textContent()) ?? ''));
    const price = (await frame.locator('#cost').textContent()) ?? '';
    const before = await sheet.spent();
    await sidebar.press(insert);
    await sheet.until('A2', /^\d{4}-/);
    const paid = (await sheet.spent()) - before;
    const all = (await sheet.shown('A1:L400')).filter(([first]) => first !== '');
    // the demo tables have bought some of them before. If the companies need several requests, these share
    // the limit, and records that newer ones of another request displace are paid, too, as the price says
    const most = Number(/^At most (\d+) credits/.exec(price)?.[1]);
    const mayPassLimit = price.includes('more than 100 companies can cost a little more');
    expect(paid).toBeLessThanOrEqual(mayPassLimit ? 1.25 * most : most);
    // the service matches parts of domains, so a few records may be of other companies
    expect(all.length - 1).toBeGreaterThan(0.8 * paid);

    // excluding known companies and scoring the others costs nothing more
    const domainAt = all[0]!.indexOf('Domain');
    const known = all[1]![domainAt]!;
    await sheet.addTab('CRM');
    await sheet.type('B2', `https://www.${known}/about`);
    await sheet.addTab('Scored');
    await sheet.select('A1');
    await sidebar.press(frame.locator('#filter-add'));
    await sidebar.press(frame.locator('#filter-add-exclude'));
    await sidebar.fill(frame.locator('#filter-exclude-cells'), 'CRM!B2:B100');
    await sidebar.press(frame.locator('#filter-add'));
    await sidebar.press(frame.locator('#filter-add-score'));
    await sidebar.press(frame.locator('#score-sheet'));
    // the field exists before the sheet
    await frame.locator('#filter-score-chip', { hasText: 'Weights' }).waitFor();
    expect(await frame.locator('#filter-score-cells').inputValue()).toBe("'Weights'!A2:B30");
    expect(await sheet.shown('A1:B2')).toEqual([
      ['Rule', 'Points'],
      ['jobs >=100', '10'],
    ]);
    await sheet.openTab('Scored');
    await sheet.select('A1');
    await sidebar.press(insert);
    await sheet.until('A1', /^Score \(.*known left out\)$/);
    const scored = await sheet.shown('A1:L400');
    expect(scored.some((row) => row.includes(known))).toBe(false);
    const scores = scored.slice(1).flatMap(([score = '']) => (score === '' ? [] : [Number(score)]));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(await sheet.spent()).toBe(before + paid);
    await closeSidebar(page);

    // a job keeps the rest in a tab with a map and sends it
    const formula = `=EXPANSIONS(, "group", "${group}", "exclude", CRM!B2:B100)`;
    sidebar = await openSidebar(page, 'mouse', 'Scheduled jobs');
    await sidebar.press(sidebar.button('New sync'));
    await sidebar.press(sidebar.frame.locator('#job-advanced-summary'));
    await sidebar.fill(sidebar.field('As a formula'), formula);
    await sidebar.fill(sidebar.field('Tab'), 'Rest');
    await sidebar.press(sidebar.button('Add an alert'));
    const alert = (what: string) => sidebar.frame.locator(`#job-alert-0-${what}`);
    await sidebar.choose(alert('kind'), 'Signed webhook');
    await sidebar.fill(alert('address'), `${destinations.url}/rest`);
    await sidebar.press(alert('whole'));
    await sidebar.press(sidebar.button('Save job'));
    await sidebar.press(sidebar.button('Run now'));
    await sidebar.shows(/[1-9]\d* new, 0 changed, \d+ credits/);
    await sidebar.press(sidebar.button('Open tab: Rest'));
    await sheet.openTab('Rest');
    const rest = (await sheet.shown('A1:P400')).filter(([first]) => first !== '');
    const idAt = rest[0]!.indexOf('Id');
    const received = () =>
      destinations.messages.flatMap(
        ({ body }) =>
          (JSON.parse(body) as { data: { events: { id: string; record: object }[] } }).data.events,
      );
    await eventually(() => received().length >= rest.length - 1);
    const events = received();
    expect(new Set(events.map(({ id }) => id))).toEqual(new Set(rest.slice(1).map((row) => row[idAt])));
    expect(events).toHaveLength(rest.length - 1);
    expect(rest.some((row) => row.includes(known))).toBe(false);
    await sidebar.press(sidebar.button('Create charts'));
    await page.locator('.chart[data-drawn^="Map"]').waitFor();
    expect(errors).toEqual([]);
  });
});
