/** The script's sidebar. */
import { element } from './element.js';
import type { HostLink } from './host-link.js';
import { createScriptFrame, type ScriptFrame, type ScriptPage } from './script-frame.js';

export interface ScriptPages {
  /** 300 px wide, one at a time. */
  showSidebar(page: ScriptPage & { readonly shownBy: string }): void;
  /** Calls the function that has shown the sidebar once more, if the sidebar is open. */
  showSidebarAgain(): void;
}

/** @param shim the text of google-script.js */
export function createScriptPages(link: HostLink, shim: string): ScriptPages {
  const aside = element('sidebar', HTMLElement);
  const heading = element('sidebar-title', HTMLHeadingElement);
  const holder = element('sidebar-frame', HTMLDivElement);
  let opener: Element | null = null;
  let current: (ScriptFrame & { readonly shownBy: string }) | undefined;

  const close = (): void => {
    current?.end();
    current = undefined;
    holder.replaceChildren();
    aside.hidden = true;
    // back to where the person has come from
    if (opener instanceof HTMLElement) opener.focus();
    opener = null;
  };
  element('sidebar-close', HTMLButtonElement).addEventListener('click', close);
  return {
    showSidebar(page) {
      current?.end();
      const title = page.title || 'Sidebar';
      current = {
        ...createScriptFrame({ ...page, title, shim, link, onClose: close }),
        shownBy: page.shownBy,
      };
      heading.textContent = page.title;
      holder.replaceChildren(current.frame);
      const { activeElement } = document;
      const isNew = aside.hidden;
      aside.hidden = false;
      // a menu has opened it: keys are for the sidebar now, unless the person is typing in the grid
      if (activeElement?.closest('#menus')) {
        opener = activeElement;
        const { frame } = current;
        frame.focus();
        // its document takes the keys only once it is there
        frame.addEventListener('load', () => {
          if (document.activeElement === frame) frame.contentWindow?.focus();
        });
      } else if (isNew) opener = null;
    },
    showSidebarAgain() {
      // a function that fails leaves the sidebar as it is
      if (current) link.run('menu', current.shownBy).catch(() => undefined);
    },
  };
}
