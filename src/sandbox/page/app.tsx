/** The whole page: the bar with name, menus, credits and person; the grid, the sidebar and the status line. */
import type { Status } from '../server/protocol.js';
import { CellMessage, CellNote, hover } from './cell-messages.js';
import { Charts } from './charts.js';
import { Dialogs, showToast, Toasts } from './dialogs.js';
import { FileMenu } from './file-menu.js';
import { run, send } from './host-link.js';
import { Menu, MenuItem } from './menu.js';
import { Sidebar } from './sidebar.js';
import { become, isLost, menus, opened, person, ROLES, status } from './store.js';
import { TestBench } from './test-bench.js';

/** The empty element is for the grid, which is no component. */
export function App() {
  return (
    <>
      <Bar />
      <main id="grid" aria-label="Spreadsheet" onPointerLeave={() => hover(undefined)} />
      <Charts />
      <Sidebar />
      <footer id="status">
        <CellMessage />
        <ServiceStatus />
      </footer>
      <Toasts />
      <CellNote />
      <Dialogs />
    </>
  );
}

function Bar() {
  return (
    <header id="bar">
      <h1 class="brand">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <rect width="16" height="16" rx="4" />
          <path d="M3 11l3-4 3 2 4-5" />
        </svg>
        <FileName />
      </h1>
      <nav id="file-menu" aria-label="File">
        <FileMenu />
      </nav>
      <ScriptMenus />
      <div id="controls">
        <Meter />
        <button
          type="button"
          class="control"
          title="Run every formula again, as Sheets does when a file is opened"
          onClick={() => send({ type: 'reopen' })}
        >
          Reopen
        </button>
        <TestBench />
        <label>
          I am
          <select
            aria-label="I am"
            value={person}
            onChange={({ currentTarget }) => become(currentTarget.value)}
          >
            {ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
      </div>
    </header>
  );
}

function FileName() {
  const name = status.value?.spreadsheets.find(({ id }) => id === opened.value?.id)?.name;
  if (name !== undefined) document.title = `${name} – sandbox`;
  return <span id="file-name">{name ?? 'Spreadsheet'}</span>;
}

function ScriptMenus() {
  return (
    <nav id="menus" aria-label="Extensions">
      {menus.value.map(({ caption, items }) => (
        <Menu key={caption} caption={caption}>
          {items.map((item) =>
            item === 'separator' ? (
              <hr />
            ) : (
              <MenuItem caption={item.caption} choose={() => runFromMenu(item.functionName)} />
            ),
          )}
        </Menu>
      ))}
    </nav>
  );
}

function runFromMenu(functionName: string): void {
  run('menu', functionName).catch(({ message }: Error) =>
    showToast({ title: functionName, message, seconds: 10 }),
  );
}

function Meter() {
  const { traffic } = status.value ?? {};
  return (
    <output id="meter" title="Credits charged by the service to all spreadsheets">
      {traffic && `${traffic.credits} credits`}
    </output>
  );
}

/** The state of the service. */
function ServiceStatus() {
  const [state, text] = isLost.value ? LOST : describe(status.value);
  return (
    <p id="service-status" data-state={state}>
      {text}
    </p>
  );
}

type State = readonly [state: string, text: string];

const LOST: State = [
  'lost',
  'The sandbox has stopped, so you cannot change cells. Start it again: this page then reloads.',
];

function describe(current: Status | undefined): State {
  if (current?.isSaved === false)
    return [
      'unsaved',
      'Your changes are not saved, for the reason in the terminal. The sandbox tries again.',
    ];
  if (!current?.service) return ['starting', 'The service is starting…'];
  const { service, fault } = current;
  return fault === 'down'
    ? ['silent', `The service does not answer · ${service}`]
    : ['connected', `Service at ${service}`];
}
