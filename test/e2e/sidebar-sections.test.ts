/** Each section of the sidebar in the spreadsheet's page, with the mouse or only with the keyboard. */
import { describeInBrowser } from '../support/browser.js';
import { hasExtra } from '../support/extras.js';
import { useHttpServer } from '../support/http-server.js';
import { useSandbox } from '../support/sandbox.js';
import { useOwnService } from '../support/service.js';
import { useSpreadsheet } from '../support/spreadsheet-page.js';
import { addGroup, closeSidebar, INPUT_METHODS, needGroup, openSidebar } from './sidebar-page.js';

const GROUP = 'Key accounts';
const ANSWER = '<b>thanks</b> "both"';

describeInBrowser('sections of the sidebar', () => {
  const service = useOwnService({ credits: 1_000 });
  const sandbox = useSandbox();
  const { page, sheet, errors } = useSpreadsheet(sandbox);
  const receiver = useHttpServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () => outgoing.end(ANSWER));
  });

  // the second run continues in the state that the first one has left
  describe.each(INPUT_METHODS)('with the %s', (hand) => {
    const isFirst = hand === INPUT_METHODS[0];

    test('connect: forget, refuse, save, test', async () => {
      const sidebar = await openSidebar(page, hand);
      await sidebar.section('Connect');
      await sidebar.press(sidebar.button('Forget…'));
      await sidebar.shows('Forget address and key?');
      await sidebar.press(sidebar.button('Forget'));
      await sidebar.shows('Address and key are forgotten.');

      // without a key, the other sections say why they do not work, and those with content keep it
      await sidebar.section('Build');
      await sidebar.shows('Build needs a key for your signals service.');
      await sidebar.press(sidebar.button('Connect your key'));

      await sidebar.press(sidebar.button('Connect your key'));
      await sidebar.shows('Enter the address of the service.');
      await sidebar.fill(sidebar.field('Service address'), 'http://signals.example');
      await sidebar.fill(sidebar.field('API key'), service.apiKey);
      await sidebar.press(sidebar.button('Connect your key'));
      await sidebar.shows('Enter an address like https://api.example.com');
      const address = sidebar.field('Service address');
      expect(await address.getAttribute('aria-invalid')).toBe('true');
      expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await sidebar.field('API key').inputValue()).toBe(service.apiKey);

      await sidebar.fill(sidebar.field('Service address'), service.baseUrl);
      await sidebar.fill(sidebar.field('API key'), 'a-wrong-key-0000');
      await sidebar.press(sidebar.button('Connect your key'));
      await sidebar.shows('The service does not accept this key.');
      await sidebar.shows('Nothing was charged.');
      // a key that does not work is not saved, but its text stays in the field
      expect(await sidebar.field('API key').inputValue()).toBe('a-wrong-key-0000');
      await sidebar.fill(sidebar.field('API key'), service.apiKey);
      await sidebar.press(sidebar.button('Connect your key'));
      await sidebar.shows('Connected: the service answers and accepts the key.');
      await sidebar.shows(`•••• ${service.apiKey.slice(-4)}`);

      await sidebar.press(sidebar.button('Change…'));
      await sidebar.fill(sidebar.field('API key'), 'a-wrong-key-0000');
      await sidebar.press(sidebar.button('Save and test'));
      await sidebar.shows('The service does not accept this key.');
      // the working key is still saved
      await sidebar.press(sidebar.button('Cancel'));
      await sidebar.shows(`•••• ${service.apiKey.slice(-4)}`);
      await sidebar.shows('Your key is accepted');
      await sidebar.press(sidebar.button('Change…'));
      await sidebar.fill(sidebar.field('API key'), service.apiKey);
      await sidebar.press(sidebar.button('Save and test'));
      await sidebar.shows('Connected:');
      await sidebar.shows('Your key is accepted');
      expect(await sidebar.frame.locator('#section').textContent()).not.toMatch(/#[A-Z_]+:/);
    });

    test('sharing: started, changed, stopped', async () => {
      const sidebar = await openSidebar(page, hand);
      await sidebar.section('Connect');
      await sidebar.press(sidebar.button('Share my key…'));
      await sidebar.fill(sidebar.field('Your name'), 'Ann');
      await sidebar.fill(sidebar.field('Daily cap, in credits'), '25');
      await sidebar.press(sidebar.button('Share'));
      await sidebar.shows('Ann pays, up to 25 credits a day.');
      await sidebar.press(sidebar.button('Change terms'));
      await sidebar.fill(sidebar.field('Daily cap, in credits'), '30');
      await sidebar.press(sidebar.button('Share'));
      await sidebar.shows('Ann pays, up to 30 credits a day.');
      await sidebar.press(sidebar.button('Stop sharing…'));
      await sidebar.press(sidebar.button('Stop sharing'));
      await sidebar.shows('Sharing has stopped.');
    });

    test('groups: add, list, insert as a table', async () => {
      await sheet.openTab('Try it');
      await sheet.select('J1');
      const sidebar = await openSidebar(page, hand);
      await sidebar.section('Groups');
      // the list contains only groups of the service, so an unknown one can only be typed
      if (!hasExtra('groups')) {
        await addGroup(sidebar, 'Nobody');
        await sidebar.shows('The service has no group "Nobody"; check its spelling');
      }
      await needGroup(sidebar, GROUP);
      await sidebar.press(sidebar.button('Companies').first());
      await sidebar.fill(sidebar.field('Search companies'), 'nobody is called so');
      await sidebar.shows('No company matches.');
      await sidebar.fill(sidebar.field('Search companies'), '.example');
      await sidebar.shows(/^\d+ companies$/);
      await sidebar.press(sidebar.button('Insert').first());
      await sidebar.shows('The table is in Try it!J1.');
      await sheet.until('J1', 'Company');
      await closeSidebar(page);
      await sheet.select('J1');
      await page.keyboard.press('Delete');
      await sheet.until('J1', '');
    });

    test('news: push, see the whole answer', async () => {
      const callbackUrl = `${receiver.url}/${hand}`;
      const sidebar = await openSidebar(page, hand, 'Push news…');
      expect(await sidebar.frame.getByRole('tab', { selected: true }).textContent()).toBe('News');
      await sidebar.choose(sidebar.field('Group'), GROUP);
      await sidebar.choose(sidebar.field('Days of news'), '2 days');
      if (isFirst) await sidebar.choose(sidebar.field('Where to'), 'Another address');
      await sidebar.fill(sidebar.field('Callback address'), callbackUrl);
      await sidebar.press(sidebar.button('Push news'));
      await sidebar.shows(`News for ${GROUP} was posted.`);
      expect(await sidebar.frame.locator('#news-answer').textContent()).toBe(ANSWER);
    });

    test('activity: the spending, the log as a sheet, the settings', async () => {
      // different queries, because the second run would find the first one's records in the cache
      const { cell, type, budget } = {
        mouse: { cell: 'A22', type: 'Store', budget: 77 },
        keyboard: { cell: 'D22', type: 'HQ', budget: 78 },
      }[hand];
      const log = isFirst ? 'Signals activity' : 'Signals activity 2';
      await closeSidebar(page);
      await sheet.openTab('Try it');
      await sheet.type(
        cell,
        `=EXPANSIONS("type", "${type}", "startDate", "-90d", "limit", 3, "columns", "date|company")`,
      );
      await sheet.until(cell, /^Announced/);
      const sidebar = await openSidebar(page, hand);
      await sidebar.section('Activity');
      await sidebar.shows(`Try it!${cell}`);
      await sidebar.fill(sidebar.field('Daily budget, in credits'), String(budget));
      await sidebar.choose(sidebar.field('How often formulas update'), 'Only on refresh');
      await sidebar.press(sidebar.button('Save'));
      await sidebar.shows('Saved.');
      await sidebar.shows(new RegExp(`of ${budget} credits`));
      await sidebar.press(sidebar.button(/^Copy the latest .*to a new sheet$/));
      await sidebar.shows(`The sheet ${log} was created.`);
      // so that the formula of the second run is asked for, too
      await sidebar.choose(sidebar.field('How often formulas update'), 'Once a day');
      await sidebar.press(sidebar.button('Save'));
      await sheet.openTab(log);
      await sheet.until('A1', 'When');
      expect((await sheet.shown('C2'))[0]?.[0]).toContain('!');
    });
  });

  test('the frame has refused nothing', () => expect(errors).toEqual([]));
});
