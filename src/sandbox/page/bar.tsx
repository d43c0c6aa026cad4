/** The bar above the grid: the spreadsheet's name, the menus, the spent credits and the person. */
import type { MenuInfo } from '../bridge/operations.js';
import { showToast } from './dialogs.js';
import { FileMenu } from './file-menu.js';
import { run, send } from './host-link.js';
import { Menu, MenuItem } from './menu.js';
import { become, menus, opened, person, ROLES, status } from './store.js';
import { TestBench } from './test-bench.js';

const METER_TITLE =
  'Credits charged by the service: in total, and of this spreadsheet since it was last opened';

export function Bar({ rename }: { readonly rename: (name: string) => void }) {
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
        <FileMenu rename={rename} />
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
      {menus.value.map((menu) => (
        <Menu key={menu.caption} caption={menu.caption}>
          {menu.items.map((item) => itemOf(item))}
        </Menu>
      ))}
    </nav>
  );
}

function itemOf(item: MenuInfo['items'][number]) {
  if (item === 'separator') return <hr />;
  const choose = () =>
    void run('menu', item.functionName).catch(({ message }: Error) =>
      showToast({ title: item.functionName, message, seconds: 10 }),
    );
  return <MenuItem caption={item.caption} choose={choose} />;
}

function Meter() {
  const { traffic, creditsSinceOpening } = status.value ?? {};
  return (
    <output id="meter" title={METER_TITLE}>
      {traffic && `${traffic.credits} credits, ${creditsSinceOpening} since opened`}
    </output>
  );
}
