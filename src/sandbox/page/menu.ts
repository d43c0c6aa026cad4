/** A menu of the bar, usable by mouse and by keyboard according to the menu pattern of WAI-ARIA. */
import { create } from './element.js';

export type MenuEntry =
  | 'separator'
  | { readonly caption: string; readonly choose: () => void }
  /** A link, which may be opened in another tab. */
  | { readonly caption: string; readonly href: string }
  | { readonly caption: string; readonly entries: readonly MenuEntry[] };

/** @param entries asked for each time it opens */
export function createMenu(caption: string, entries: () => readonly MenuEntry[]): HTMLElement {
  const list = create('ul', { role: 'menu', hidden: true });
  const button = create(
    'button',
    { type: 'button', ariaHasPopup: 'menu', ariaExpanded: 'false' },
    `${caption} ▾`,
  );
  button.setAttribute('aria-label', caption);
  const root = create('div', { className: 'menu' }, button, list);
  const open = (isOpen: boolean): void => {
    if (isOpen && list.hidden)
      list.replaceChildren(...entries().flatMap((entry) => elementsOf(entry, close)));
    list.hidden = !isOpen;
    button.ariaExpanded = String(isOpen);
  };
  const items = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const focus = (index: number): void => {
    const all = items();
    all.at(((index % all.length) + all.length) % all.length)?.focus();
  };
  const close = (): void => {
    open(false);
    button.focus();
  };
  button.addEventListener('click', (event) => {
    open(list.hidden === true);
    // opened by keyboard: start with the first item
    if (!list.hidden && event.detail === 0) focus(0);
  });
  root.addEventListener('keydown', (event) => {
    const at = items().indexOf(document.activeElement as HTMLElement);
    const act: Record<string, () => void> = {
      ArrowDown: () => {
        open(true);
        focus(at + 1);
      },
      ArrowUp: () => {
        open(true);
        focus(at < 0 ? -1 : at - 1);
      },
      Home: () => focus(0),
      End: () => focus(-1),
      Escape: close,
    };
    const action = act[event.key];
    if (!action) return;
    event.preventDefault();
    // the grid also listens for keys
    event.stopPropagation();
    action();
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (!root.contains(relatedTarget as Node | null)) open(false);
  });
  return root;
}

/** @param close called before an item acts */
function elementsOf(entry: MenuEntry, close: () => void): HTMLElement[] {
  if (entry === 'separator') return [create('li', { role: 'separator' })];
  const { caption } = entry;
  if ('entries' in entry) {
    return [
      create('li', { className: 'caption', role: 'presentation' }, caption),
      ...entry.entries.flatMap((inner) => elementsOf(inner, close)),
    ];
  }
  const item =
    'href' in entry
      ? create('a', { href: entry.href, role: 'menuitem', tabIndex: -1 }, caption)
      : create('button', { type: 'button', role: 'menuitem', tabIndex: -1 }, caption);
  item.addEventListener('click', () => {
    close();
    if ('choose' in entry) entry.choose();
  });
  return [create('li', { role: 'none' }, item)];
}
