/** The frame of the page: the sections as tabs, and the chosen one below. */
import { actions, button } from './controls/actions.js';
import { card } from './controls/card.js';
import { isUsable, SECTIONS, type SectionName } from './draft/draft.js';
import { isTrouble } from './page/condition.js';
import { type Child, el } from './page/element.js';
import { icon } from './page/icons.js';
import type { Page } from './page/page.js';
import { activitySection } from './sections/activity.js';
import { buildSection } from './sections/build.js';
import { connectSection } from './sections/connect.js';
import { groupsSection } from './sections/groups.js';
import { jobsSection } from './sections/jobs.js';
import { newsSection } from './sections/news.js';
import { gate, startSection } from './sections/start.js';
import type { SidebarTexts } from './texts/language.js';

const CONTENT: Readonly<Record<SectionName, (page: Page) => Child>> = {
  build: (page) => (page.draft.starting ? startSection(page) : buildSection(page)),
  groups: groupsSection,
  news: newsSection,
  jobs: jobsSection,
  activity: activitySection,
  connect: connectSection,
};

export function pageContent(page: Page): HTMLElement[] {
  const { draft, texts, busy, state } = page;
  return [
    el(
      'div',
      {
        class: 'tabs',
        role: 'tablist',
        'aria-label': texts.navigation,
        onkeydown: (event) => turn(page, event),
      },
      SECTIONS.map((name) => tab(page, name)),
    ),
    el('p', { class: 'unseen', role: 'status' }, busy === '' ? '' : texts.working),
    el(
      'div',
      {
        id: 'section',
        class: 'section',
        role: 'tabpanel',
        tabindex: -1,
        'aria-labelledby': `tab-${draft.section}`,
        'data-section': draft.section,
      },
      el('h1', { class: 'unseen' }, texts.sections[draft.section]),
      el(
        'div',
        { id: `section-${draft.section}` },
        isUsable(draft.section, state) ? CONTENT[draft.section](page) : gate(page),
      ),
    ),
  ];
}

/** Shown instead of the page: why it could not open, and a button to try again. */
export function openingFailure(options: {
  readonly texts: SidebarTexts;
  readonly text: string;
  /** Whether Google mixed up several accounts. */
  readonly mixUp: boolean;
  readonly retry: () => void;
}): HTMLElement {
  const { texts, text, mixUp, retry } = options;
  return el(
    'div',
    { class: 'section', role: 'alert' },
    el('h1', { class: 'unseen' }, 'Signals'),
    card(
      'failure-title',
      mixUp ? texts.severalAccounts.title : texts.sections.connect,
      el('p', {}, text),
      actions(button({ busy: '' }, { id: 'retry', label: texts.retry, kind: 'primary', onClick: retry })),
    ),
  );
}

function tab({ draft, texts, state, edit, condition }: Page, name: SectionName): HTMLElement {
  const selected = draft.section === name;
  const troubled = name === 'connect' && (state.health.length > 0 || isTrouble(condition));
  return el(
    'button',
    {
      id: `tab-${name}`,
      type: 'button',
      role: 'tab',
      'aria-selected': selected ? 'true' : 'false',
      'aria-controls': 'section',
      tabindex: selected ? 0 : -1,
      'data-troubled': troubled,
      onclick: () => edit({ section: name, asking: '' }),
    },
    icon(name),
    el('span', { class: 'ellipsis', title: texts.sections[name] }, texts.sections[name]),
  );
}

/** Arrow keys move through the tabs, as screen readers announce. */
function turn({ draft, edit }: Page, event: Event): void {
  const { key } = event as KeyboardEvent;
  const at = SECTIONS.indexOf(draft.section);
  const places: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: SECTIONS.length - 1,
  };
  const place = places[key];
  if (place === undefined) return;
  event.preventDefault();
  const section = SECTIONS[(place + SECTIONS.length) % SECTIONS.length]!;
  edit({ section, asking: '', focus: `tab-${section}` });
}
