/** The receiver of news in the section Jobs: only where the script is a web app. */
import { describeInBrowser, useBrowser } from '../support/browser.js';
import { CONNECTED } from '../support/sidebar-states.js';
import { createFakeSidebar, type FakeSidebar } from './fake-sidebar.js';

describeInBrowser('"Receive news here"', () => {
  const browser = useBrowser();
  let sidebar: FakeSidebar;
  beforeAll(async () => {
    sidebar = await createFakeSidebar(browser);
  });
  afterAll(() => sidebar?.close());

  test.each([
    ['shown where there is a web app', true],
    ['not shown where there is none', false],
  ])('is %s', async (_, hasWebApp) => {
    const { page } = await sidebar.open({ state: { ...CONNECTED, hasWebApp }, section: 'jobs' });
    expect(await page.getByText('Receive news here').count()).toBe(hasWebApp ? 1 : 0);
  });
});
