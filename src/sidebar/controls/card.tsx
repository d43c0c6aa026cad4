/** Titled parts of a section, and how it lists things. */
import type { ComponentChildren } from 'preact';
import { texts } from '../page/store.js';
import { Icon } from './icon.js';

interface Titled {
  /** Unique in the page. */
  readonly id: string;
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** @param id of the heading */
export function Card({ id, title, children }: Titled) {
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A card that is closed at first. */
export function ClosedCard({ id, title, children }: Titled) {
  return (
    <details id={id} class="card disclosure">
      <summary id={`${id}-summary`}>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}

/** A row that says in a line what it holds, and opens to change it. @param value what it holds, in few words */
export function Row({ id, title, value, children }: Titled & { value: string }) {
  return (
    <details id={id} class="quiet">
      <summary id={`${id}-summary`}>
        <h2>{title}</h2>
        <span class="ellipsis" title={value}>
          {value}
        </span>
        <Icon name="next" />
      </summary>
      <div class="part">{children}</div>
    </details>
  );
}

/** What few people need, closed at first. */
export function ClosedPart({ id, title, children }: Titled) {
  return (
    <details id={id} class="disclosure">
      <summary id={`${id}-summary`}>{title}</summary>
      <div class="part">{children}</div>
    </details>
  );
}

/** In small: what something is for, or what came of it. */
export function Hint({ id, children }: { id?: string; children?: ComponentChildren }) {
  return (
    <p id={id} class="hint">
      {children}
    </p>
  );
}

/** The first line of an item in a list: its name, cut where there is no room, and what stands beside it. */
export function ItemHead({
  name,
  title = name,
  children,
}: {
  name: string;
  title?: string;
  children?: ComponentChildren;
}) {
  return (
    <div class="item-head">
      <strong class="ellipsis" title={title}>
        {name}
      </strong>
      {children}
    </div>
  );
}

/** Facts as pairs of name and value. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A text to be copied or read as it is, which the keyboard reaches. */
export function Code({ id, label, children }: { id: string; label: string; children: string }) {
  return (
    <p id={id} class="code" tabIndex={0} role="group" aria-label={label}>
      {children}
    </p>
  );
}

/** An API key as the page shows it: four dots and the ending, enough to distinguish keys. */
export function MaskedKey({ ending }: { ending: string }) {
  return (
    <span class="key">
      <span aria-hidden="true">{`•••• ${ending}`}</span>
      <span class="unseen">{texts.value.connect.keyEnds(ending)}</span>
    </span>
  );
}
