/** The frame of the page: the sections as tabs, and the chosen one below. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { Actions, Button, Icon } from './controls/actions.js';
import { Card, EllipsisText } from './controls/card.js';
import { isServiceTrouble } from './draft/remedies.js';
import { isUsable, SECTIONS, type SectionName } from './draft/sections.js';
import { dataOf, errorText } from './page/error-text.js';
import { busy, go, server, serviceStatus, texts, view } from './page/store.js';
import { ActivitySection } from './sections/activity.js';
import { Build } from './sections/build.js';
import { Connect } from './sections/connect.js';
import { Groups } from './sections/groups.js';
import { Consent } from './sections/health.js';
import { Jobs } from './sections/jobs.js';
import { News } from './sections/news.js';
import { KeyNeeded, Start } from './sections/start.js';

const CONTENT: Readonly<Record<SectionName, ComponentType>> = {
  build: () => (view.value.starting ? <Start /> : <Build />),
  groups: Groups,
  news: News,
  jobs: Jobs,
  activity: ActivitySection,
  connect: Connect,
};

/** `opening` until the add-on sends its state; an error if that fails. */
export const pageStatus = signal<'opening' | 'open' | { readonly failed: unknown }>('opening');

export function App({ retry }: { retry: () => void }) {
  const failed = typeof pageStatus.value === 'object' ? dataOf(pageStatus.value.failed) : undefined;
  const title = failed?.details ? texts.sections.connect : texts.google.title;
  return (
    <main lang={texts.language} aria-busy={busy.value === '' ? undefined : 'true'}>
      {pageStatus.value === 'opening' && (
        <p class="opening" role="status">
          {texts.loading}
        </p>
      )}
      {pageStatus.value === 'open' && <Sections />}
      {failed && (
        <div class="section">
          <h1 class="unseen">Signals</h1>
          <Failure title={title} text={errorText(failed, texts)} retry={retry} />
        </div>
      )}
    </main>
  );
}

/** Shown instead of the page or a section: why it could not open, and a button to try again. */
function Failure({ title, text, retry }: { title: string; text: string; retry: () => void }) {
  return (
    <div role="alert">
      <Card id="failure-title" title={title}>
        <p>{text}</p>
        <Actions>
          <Button id="retry" label={texts.retry} kind="primary" onClick={retry} />
        </Actions>
      </Card>
    </div>
  );
}

function Sections() {
  const { section } = view.value;
  const isTroubled = server.value.health.length > 0 || isServiceTrouble(serviceStatus.value);
  const tabs = SECTIONS.map((name) => (
    <button
      key={name}
      id={`tab-${name}`}
      type="button"
      role="tab"
      aria-selected={section === name}
      aria-controls="section"
      tabIndex={section === name ? 0 : -1}
      data-troubled={(name === 'connect' && isTroubled) || undefined}
      onClick={() => go(name)}
    >
      <Icon name={name} />
      <EllipsisText text={texts.sections[name]} />
    </button>
  ));
  return (
    <>
      <div class="tabs" role="tablist" aria-label={texts.navigation} onKeyDown={switchTab}>
        {tabs}
      </div>
      <p class="unseen" role="status">
        {busy.value !== '' && texts.working}
      </p>
      <div
        id="section"
        class="section"
        role="tabpanel"
        tabIndex={-1}
        aria-labelledby={`tab-${section}`}
        data-section={section}
      >
        <h1 class="unseen">{texts.sections[section]}</h1>
        <div id={`section-${section}`} key={section}>
          <Content section={section} />
        </div>
      </div>
    </>
  );
}

/** Catches the errors of a section, so that the others stay usable. */
function Content({ section }: { section: SectionName }) {
  const [error, retry] = useErrorBoundary();
  const Chosen = CONTENT[section];
  if (error !== undefined)
    return <Failure title={texts.sections[section]} text={texts.notShown} retry={retry} />;
  return (
    <>
      {section !== 'connect' && <Consent />}
      {isUsable(section, server.value) ? <Chosen /> : <KeyNeeded />}
    </>
  );
}

/** Arrow keys move through the tabs, as screen readers announce. */
function switchTab(event: KeyboardEvent): void {
  const at = SECTIONS.indexOf(view.value.section);
  const indexes = new Map(Object.entries({ ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }));
  const to = indexes.get(event.key);
  if (to === undefined) return;
  event.preventDefault();
  go(SECTIONS.at(to % SECTIONS.length)!);
}
