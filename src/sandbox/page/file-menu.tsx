/** The menu File: creates, copies, renames and opens spreadsheets. */
import type { FileAction } from '../server/protocol.js';
import { askPerson } from './dialogs.js';
import { send } from './host-link.js';
import { Menu, MenuItem } from './menu.js';
import { opened, status } from './store.js';

const act = (action: FileAction): void => send({ type: 'file', action });

export function FileMenu() {
  const { id: ownId, user, grid } = opened.value ?? {};
  const files = status.value?.spreadsheets ?? [];
  const others = files.filter(({ id }) => id !== ownId);
  const askName = (): void => {
    const name = prompt('The new name', files.find(({ id }) => id === ownId)?.name)?.trim();
    if (name) grid?.rename(name);
  };
  return (
    <Menu caption="File">
      <MenuItem caption="New spreadsheet" choose={() => act('create')} />
      <MenuItem caption="Make a copy" choose={() => act('copy')} />
      {user && user.role !== 'viewer' && <MenuItem caption="Rename…" choose={askName} />}
      {others.length > 0 && <hr />}
      {others.map(({ id, name }) => (
        <MenuItem key={id} caption={name} href={addressOf(id)} />
      ))}
    </Menu>
  );
}

/** Tells the person that there is no spreadsheet at this address, and opens the first one. */
export function sayMissing(): void {
  const [title, message] = ['This spreadsheet does not exist', 'There is none at its address.'];
  askPerson({ title, message, buttons: ['Open another'] }, () => location.assign('/'));
}

export function addressOf(id: string): string {
  return `/d/${id}/edit`;
}
