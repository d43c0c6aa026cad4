/** Entry of the page: joins the grid, the bar and the script's pages to the host. */
import './theme.css';
import './frame.css';
import './menus.css';
import './overlays.css';
import './charts.css';
import type { FUniver } from '@univerjs/core/lib/facade';
import type { FromHost, Start } from '../server/protocol.js';
import { showCellMessages } from './cell-messages.js';
import { type Charts, createCharts } from './charts.js';
import { type Controls, createControls } from './controls.js';
import { askPerson } from './dialogs.js';
import { addressOf, createFileMenu, idInAddress } from './file-menu.js';
import { createGrid, type PageGrid } from './grid.js';
import { type HostLink, openHostLink } from './host-link.js';
import { createMenuBar } from './menu-bar.js';
import { reportRefusals } from './refusals.js';
import { createScriptPages } from './sidebar.js';
import { showToast } from './toasts.js';

declare global {
  interface Window {
    /** For the browser's console and for tests. */
    univerAPI?: FUniver;
  }
}

const LONG_SECONDS = 10;

const shim = await (await fetch('/google-script.js')).text();
let grid: PageGrid | undefined;
let charts: Charts | undefined;

const reactions: { readonly [T in Received['type']]: (message: Received & { type: T }) => void } = {
  start: begin,
  mutation: ({ mutation }) => grid?.apply(mutation),
  answer: ({ answer }) => grid?.settle(answer),
  charts: (message) => charts?.show(message.charts),
  forget: () => grid?.custom.forgetAll(),
  reload: () => location.reload(),
  go: ({ id }) => location.assign(addressOf(id)),
  trashed: (message) => void fileMenu.trashed(message, controls.role()),
  missing: () => void fileMenu.missing(),
  menus: ({ menus }) => menuBar.show(menus),
  sidebar: (message) => pages.showSidebar(message),
  script({ functions, isHtmlNew }) {
    grid?.custom.register(functions);
    grid?.custom.forgetAll();
    if (isHtmlNew) pages.showSidebarAgain();
  },
  toast: showToast,
  ask({ id, dialog }) {
    void askPerson(dialog).then((answer) => link.send({ type: 'answered', id, answer }));
  },
  select: ({ area }) => grid?.select(area),
  status({ status }) {
    controls.show(status);
    fileMenu.show(status.spreadsheets);
  },
};

const controls: Controls = createControls(() => link);
const fileMenu = createFileMenu({
  link: () => link,
  rename: (name) => void grid?.api.getActiveWorkbook()?.setName(name),
});
const link: HostLink = await openHostLink({
  spreadsheetId: idInAddress(),
  onMessage: receive,
  onLost: () => controls.showLost(),
});

const menuBar = createMenuBar((functionName) => {
  link.run('menu', functionName).catch((error: Error) => {
    showToast({ title: functionName, message: error.message, seconds: LONG_SECONDS });
  });
});
const pages = createScriptPages(link, shim);
reportRefusals();
link.send({ type: 'become', role: controls.role() });

type Received = Exclude<FromHost, { type: 'ran' }>;

function receive(message: Received): void {
  (reactions[message.type] as (message: Received) => void)(message);
}

function begin(start: Start): void {
  // the host starts again as another person
  if (grid) {
    location.reload();
    return;
  }
  fileMenu.opened(start.unitId, start.user.role);
  grid = createGrid({
    container: 'grid',
    start,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    onMutation: (mutation) => link.send({ type: 'mutation', mutation }),
  });
  grid.onSelection((area) => link.send({ type: 'selection', area }));
  showCellMessages(grid);
  charts = createCharts(grid.api);
  charts.show(start.charts);
  window.univerAPI = grid.api;
  void grid.ready.then(() => {
    document.documentElement.dataset['ready'] = String(Math.round(performance.now()));
  });
}
