/** A menu of the bar, for mouse and keyboard. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export function Menu({ caption, children }: { caption: string; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current!.focus();
  };
  /** Moves the focus to the next item or the one before; from the button, to the first or the last. */
  const move = (by: 1 | -1): void => {
    const items = [...list.current!.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items.at(at < 0 && by < 0 ? -1 : (at + by) % items.length)?.focus();
  };
  useLayoutEffect(() => {
    if (isOpen) move(1);
  }, [isOpen]);
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
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
  const leave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!(currentTarget as Element).contains(relatedTarget as Node | null)) setOpen(false);
  };
  return (
    <div class="menu" onKeyDown={press} onFocusOut={leave}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={caption}
        onClick={() => setOpen(!isOpen)}
      >
        {caption} ▾
      </button>
      <div ref={list} role="menu" hidden={!isOpen} onClickCapture={close}>
        {isOpen && children}
      </div>
    </div>
  );
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
