/** English texts of the menu and of its dialogs. The texts of the sidebar are the page's own. */

export const en = {
  open: 'Open sidebar',
  build: 'Build a formula',
  pushNews: 'Push news…',
  help: 'Help',
  helpText: [
    '=EXPANSIONS(A2:A20, "startDate", "-30d") shows what the companies in A2:A20 announced in the last 30 days.',
    '',
    'EXPANSIONS: new sites and investments. A record costs one credit, once.',
    'HIRINGS: major hiring. EXEC_CHANGES: changes of executives. TRACKED_COMPANIES: the companies of a group.',
    '',
    'Signals > Build a formula writes such formulas for you, and opens the one in the selected cell.',
    'An error in a cell begins with a code such as #NO_KEY; point at the cell to read what to do.',
  ].join('\n'),
};
