/** The menu File: spreadsheets beside this one, and what becomes of this one. */
import type { Role } from '../bridge/modes.js';
import type { FileAction, FileInfo, FromHost } from '../server/protocol.js';
import { askPerson } from './dialogs.js';
import { element } from './element.js';
import type { HostLink } from './host-link.js';
import { createMenu, type MenuEntry } from './menu.js';

export interface FileMenu {
  /** What the person may do with this spreadsheet depends on the role in it. */
  opened(id: string, role: Role): void;
  show(files: readonly FileInfo[]): void;
  /** This spreadsheet is in the trash. */
  trashed(message: FromHost & { type: 'trashed' }, person: Role): Promise<void>;
  /** There is no spreadsheet at this address. */
  missing(): Promise<void>;
}

export interface FileMenuOptions {
  readonly link: () => HostLink;
  readonly rename: (name: string) => void;
}

const FIRST = '/';
const RESTORE = 'Take out of trash';
const DELETE = 'Delete forever';
const OTHERS = 'Open another';

export function createFileMenu({ link, rename }: FileMenuOptions): FileMenu {
  const title = element('file-name', HTMLSpanElement);
  let files: readonly FileInfo[] = [];
  let here: { readonly id: string; readonly role: Role } | undefined;

  const showName = (): void => {
    const name = files.find(({ id }) => id === here?.id)?.name;
    if (name === undefined || title.textContent === name) return;
    title.textContent = name;
    document.title = `${name} – sandbox`;
  };
  const act = (action: FileAction): void => link().send({ type: 'file', action });
  const askName = async (): Promise<void> => {
    const { button, text } = await askPerson({
      kind: 'prompt',
      title: 'Rename',
      message: 'The new name',
      buttons: ['OK', 'CANCEL'],
    });
    if (button === 'OK' && text.trim()) rename(text.trim());
  };
  const listed = (caption: string, inTrash: boolean): MenuEntry[] => {
    const found = files.filter((file) => file.inTrash === inTrash && file.id !== here?.id);
    if (found.length === 0) return [];
    return [
      'separator',
      { caption, entries: found.map(({ id, name }) => ({ caption: name, href: addressOf(id) })) },
    ];
  };
  const entries = (): MenuEntry[] => {
    const isLast = files.filter((file) => !file.inTrash).length < 2;
    return [
      { caption: 'New spreadsheet', choose: () => act('create') },
      { caption: 'Make a copy', choose: () => act('copy') },
      ...(here && here.role !== 'viewer' ? [{ caption: 'Rename…', choose: () => void askName() }] : []),
      ...(here?.role === 'owner' && !isLast
        ? [{ caption: 'Move to trash', choose: () => act('trash') }]
        : []),
      ...listed('Other spreadsheets', false),
      ...listed('In the trash', true),
    ];
  };
  element('file-menu', HTMLElement).append(createMenu('File', entries));

  return {
    opened(id, role) {
      here = { id, role };
      showName();
    },
    show(next) {
      files = next;
      showName();
    },
    async trashed({ name, owner }, person) {
      const { button } = await askPerson({
        kind: 'alert',
        title: `“${name}” is in the trash`,
        message: 'Its triggers still fire. Delete it forever to stop them.',
        buttons: person === owner ? [RESTORE, DELETE, OTHERS] : [OTHERS],
      });
      if (button === RESTORE) act('restore');
      else if (button === DELETE) act('delete');
      else location.assign(FIRST);
    },
    async missing() {
      await askPerson({
        kind: 'alert',
        title: 'This spreadsheet does not exist',
        message: 'It was deleted, or its address is wrong.',
        buttons: [OTHERS],
      });
      location.assign(FIRST);
    },
  };
}

/** The address of a spreadsheet. */
export function addressOf(id: string): string {
  return `/d/${id}/edit`;
}

/** The id in the address of this page; undefined for the first spreadsheet. */
export function idInAddress(): string | undefined {
  return /^\/d\/([\w-]+)\/edit$/.exec(location.pathname)?.[1];
}
