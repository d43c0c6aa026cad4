/** The screen: sidebars, toasts and dialogs of a script. */
import { useOneHost } from '../../support/host.js';

const CODE = `

function show() { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('page').setTitle('Side')); SpreadsheetApp.getActiveSpreadsheet().toast('done', 'Job', 3); }
function ask() { const ui = SpreadsheetApp.getUi(); const a = ui.alert('Sure?', 'It costs.', ui.ButtonSet.OK_CANCEL); const b = ui.alert('', 'Done.', ui.ButtonSet.OK); return [a === ui.Button.CANCEL, b === ui.Button.OK]; }

function notHtml() { SpreadsheetApp.getUi().showSidebar({}); }
`;

const host = useOneHost({ code: CODE, htmlFiles: { page: '<b>x</b>' }, addOnName: 'Signals' });

test('sidebar and toast reach the screen', async () => {
  await host.run('show');
  expect(host.ui.sidebars.at(-1)).toMatchObject({ title: 'Side', html: '<b>x</b>' });
  expect(host.ui.toasts.at(-1)).toEqual({ title: 'Job', message: 'done' });
  await expect(host.run('notHtml')).rejects.toThrow("don't match the method signature for Ui.showSidebar");
});

test('the script waits for the answer to a dialog', async () => {
  host.ui.answer = async ({ buttons }) => buttons.at(-1) ?? '';
  expect(await host.run('ask')).toEqual([true, true]);
  expect(host.ui.questions).toEqual([
    { title: 'Sure?', message: 'It costs.', buttons: ['OK', 'CANCEL'] },
    { title: '', message: 'Done.', buttons: ['OK'] },
  ]);
});
