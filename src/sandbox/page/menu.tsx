/** A menu of the bar, with mouse and keyboard behaviour of WAI-ARIA's menu pattern. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export function Menu({
  caption,
  children,
}: {
  readonly caption: string;
  readonly children: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Returns the index of the item to focus after drawing, from the index of the focused one. */
  const wanted = useRef<((at: number) => number) | undefined>(undefined);
  const move = (): void => {
    const items = [...list.current!.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = wanted.current?.(items.indexOf(document.activeElement as HTMLElement));
    wanted.current = undefined;
    if (at !== undefined) items.at(at % items.length)?.focus();
  };
  useLayoutEffect(move, [isOpen]);
  const close = (): void => {
    setOpen(false);
    button.current!.focus();
  };
  const focus = (to: (at: number) => number): void => {
    wanted.current = to;
    if (isOpen) move();
    else setOpen(true);
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
    // stops the event because the grid also listens for keys
    event.stopPropagation();
    action();
  };
  const toggle = ({ detail }: MouseEvent): void => {
    if (isOpen) setOpen(false);
    // a click by keyboard has detail 0: focus the first item
    else if (detail === 0) focus(() => 0);
    else setOpen(true);
  };
  return (
    <div class="menu" onKeyDown={press} onFocusOut={(event) => isLeft(event) && setOpen(false)}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={caption}
        onClick={toggle}
      >
        {caption} ▾
      </button>
      <div ref={list} role="menu" hidden={!isOpen} onClickCapture={close}>
        {isOpen && children}
      </div>
    </div>
  );
}

function isLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !(currentTarget as Element).contains(relatedTarget as Node | null);
}

/** An action, or a link that can be opened in another tab. */
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
