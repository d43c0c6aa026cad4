/** A menu of the bar, usable by mouse and by keyboard according to the menu pattern of WAI-ARIA. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

export function Menu({
  caption,
  children,
}: {
  readonly caption: string;
  readonly children: ComponentChildren;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // not by drawing it again: an item can take the focus at once
  const open = (isOpen: boolean): void => {
    list.current!.hidden = !isOpen;
    button.current!.ariaExpanded = String(isOpen);
  };
  const close = (): void => {
    open(false);
    button.current!.focus();
  };
  const focus = (wanted: (at: number) => number): void => {
    const items = [...list.current!.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    open(true);
    items.at(wanted(items.indexOf(document.activeElement as HTMLElement)) % items.length)?.focus();
  };
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => focus((at) => at + 1),
    ArrowUp: () => focus((at) => Math.max(at, 0) - 1),
    Home: () => focus(() => 0),
    End: () => focus(() => -1),
    Escape: close,
  };
  const press = (event: KeyboardEvent): void => {
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    // the grid also listens for keys
    event.stopPropagation();
    action();
  };
  const toggle = ({ detail }: MouseEvent): void => {
    open(list.current!.hidden === true);
    // opened by keyboard: start with the first item
    if (!list.current!.hidden && detail === 0) focus(() => 0);
  };
  return (
    <div class="menu" onKeyDown={press} onFocusOut={(event) => isLeft(event) && open(false)}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded="false"
        aria-label={caption}
        onClick={toggle}
      >
        {caption} ▾
      </button>
      <div ref={list} role="menu" hidden onClickCapture={close}>
        {children}
      </div>
    </div>
  );
}

function isLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !(currentTarget as Element).contains(relatedTarget as Node | null);
}

/** One that acts, or a link, which may be opened in another tab. */
export function MenuItem({ caption, choose, href }: { caption: string; choose?: () => void; href?: string }) {
  return href === undefined ? (
    <button type="button" role="menuitem" tabIndex={-1} onClick={choose}>
      {caption}
    </button>
  ) : (
    <a role="menuitem" tabIndex={-1} href={href}>
      {caption}
    </a>
  );
}
