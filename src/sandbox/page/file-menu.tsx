/** The menu File: spreadsheets beside this one, and what becomes of this one. */
import type { FileAction, FileInfo, FromHost } from '../server/protocol.js';
import { askPerson } from './dialogs.js';
import { send } from './host-link.js';
import { Menu, MenuItem } from './menu.js';
import { opened, person, status } from './store.js';

const FIRST = '/';
const RESTORE = 'Take out of trash';
const DELETE = 'Delete forever';
const OTHERS = 'Open another';

const act = (action: FileAction): void => send({ type: 'file', action });

export function FileMenu({ rename }: { readonly rename: (name: string) => void }) {
  const files = status.value?.spreadsheets ?? [];
  const others = files.filter(({ id }) => id !== opened.value?.id);
  const role = opened.value?.user.role;
  const askName = async (): Promise<void> => {
    const question = { title: 'Rename', message: 'The new name', buttons: ['OK', 'CANCEL'] };
    const { button, text } = await askPerson({ kind: 'prompt', ...question });
    if (button === 'OK' && text.trim()) rename(text.trim());
  };
  return (
    <Menu caption="File">
      <MenuItem caption="New spreadsheet" choose={() => act('create')} />
      <MenuItem caption="Make a copy" choose={() => act('copy')} />
      {role && role !== 'viewer' && <MenuItem caption="Rename…" choose={() => void askName()} />}
      {role === 'owner' && others.some(({ inTrash }) => !inTrash) && (
        <MenuItem caption="Move to trash" choose={() => act('trash')} />
      )}
      <Listed caption="Other spreadsheets" files={others.filter(({ inTrash }) => !inTrash)} />
      <Listed caption="In the trash" files={others.filter(({ inTrash }) => inTrash)} />
    </Menu>
  );
}

function Listed({ caption, files }: { readonly caption: string; readonly files: readonly FileInfo[] }) {
  if (files.length === 0) return null;
  return (
    <>
      <hr />
      <div class="caption" role="presentation">
        {caption}
      </div>
      {files.map(({ id, name }) => (
        <MenuItem key={id} caption={name} href={addressOf(id)} />
      ))}
    </>
  );
}

/** This spreadsheet is in the trash. */
export async function askAboutTrash({ name, owner }: FromHost & { type: 'trashed' }): Promise<void> {
  const { button } = await askPerson({
    kind: 'alert',
    title: `“${name}” is in the trash`,
    message: 'Its triggers still fire. Delete it forever to stop them.',
    buttons: person === owner ? [RESTORE, DELETE, OTHERS] : [OTHERS],
  });
  if (button === RESTORE) act('restore');
  else if (button === DELETE) act('delete');
  else location.assign(FIRST);
}

/** There is no spreadsheet at this address. */
export async function sayMissing(): Promise<void> {
  const [title, message] = ['This spreadsheet does not exist', 'It was deleted, or its address is wrong.'];
  await askPerson({ kind: 'alert', title, message, buttons: [OTHERS] });
  location.assign(FIRST);
}

/** The address of a spreadsheet. */
export function addressOf(id: string): string {
  return `/d/${id}/edit`;
}
