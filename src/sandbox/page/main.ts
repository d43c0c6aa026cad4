/** The page's entry: connects the grid, the bar and the script's pages to the host. */
import './page.css';
import './bar.css';
import { h, render } from 'preact';
import { DEFAULT_SWITCHES, loadingText } from '../bridge/switches.js';
import type { Start } from '../server/protocol.js';
import { App } from './app.js';
import { hover } from './cell-messages.js';
import { askPerson, showToast } from './dialogs.js';
import { addressOf, sayMissing } from './file-menu.js';
import { createGrid } from './grid.js';
import { connect, type Received, send } from './host-link.js';
import { showSidebar, showSidebarAgain } from './sidebar.js';
import { charts, isLost, menus, opened, person, status, view } from './store.js';

const reactions: { readonly [T in Received['type']]: (message: Received & { type: T }) => void } = {
  // a second start is for another person, and the page starts from scratch
  start: (start) => (opened.value ? location.reload() : begin(start)),
  mutation({ mutation }) {
    try {
      opened.value?.grid.apply(mutation);
    } catch {
      // another person's change does not fit into this copy any more
      location.reload();
    }
  },
  answer: ({ answer }) => opened.value?.grid.custom.storeAnswers([answer]),
  charts: (message) => {
    charts.value = message.charts;
  },
  forget: () => opened.value?.grid.custom.invalidateAll(),
  reload: () => location.reload(),
  go: ({ id }) => location.assign(addressOf(id)),
  missing: sayMissing,
  menus: (message) => {
    menus.value = message.menus;
  },
  sidebar: showSidebar,
  script({ functions, isHtmlNew }) {
    opened.value?.grid.register(functions);
    if (isHtmlNew) showSidebarAgain();
  },
  toast: showToast,
  ask: ({ id, dialog }) => askPerson(dialog, (button) => send({ type: 'answered', id, button })),
  select: ({ area }) => opened.value?.grid.select(area),
  status: (message) => {
    status.value = message.status;
  },
};

render(h(App, {}), document.body);
await connect(
  /^\/d\/([\w-]+)\/edit$/.exec(location.pathname)?.[1],
  (message) => (reactions[message.type] as (message: Received) => void)(message),
  () => {
    isLost.value = true;
    // the host saves the cells: without it, further changes would be lost
    opened.value?.grid.setReadOnly();
  },
);
send({ type: 'become', role: person });

function begin(start: Start): void {
  const grid = createGrid(start, (mutation) => send({ type: 'mutation', mutation }));
  grid.onSelection((area) => send({ type: 'selection', area }));
  grid.onChange(() => {
    view.value = { grid };
  });
  grid.onHover(hover);
  grid.custom.loadingText = () => loadingText(status.value?.switches ?? DEFAULT_SWITCHES);
  charts.value = start.charts;
  opened.value = { id: start.unitId, user: start.user, grid };
  void grid.ready.then(() => {
    document.documentElement.dataset['ready'] = String(Math.round(performance.now()));
  });
}
