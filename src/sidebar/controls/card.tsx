/** Titled parts of a section, and its facts, lists and bars. */
import type { ComponentChild, ComponentChildren, RenderableProps } from 'preact';
import { notice, texts } from '../page/store.js';
import { Button, Icon, Notice } from './actions.js';

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

/** A row that shows its value in one line, and opens to change it. @param value in few words */
export function Row({ id, title, value, children }: Titled & { value: string }) {
  return (
    <details id={id} class="quiet">
      <summary id={`${id}-summary`}>
        <h2>{title}</h2>
        <EllipsisText text={value} />
        <Icon name="next" />
      </summary>
      <div class="part">{children}</div>
    </details>
  );
}

type ClosedPartProps = Titled & { of?: string; isOpen?: boolean };

/** A part that few people need. @param of the name of the list's item that it belongs to: others have the same title */
export function ClosedPart({ id, title, of, isOpen = false, children }: ClosedPartProps) {
  return (
    <details id={id} class="disclosure" open={isOpen}>
      <summary id={`${id}-summary`} aria-label={of && `${title}: ${of}`}>
        {title}
      </summary>
      <div class="part">{children}</div>
    </details>
  );
}

/** A text in small print: a purpose or a result. */
export function Hint({ id, role, children }: { id?: string; role?: 'status'; children?: ComponentChildren }) {
  return (
    <p id={id} class="hint" role={role}>
      {children}
    </p>
  );
}

/** A text of one line, truncated if it does not fit. */
export function EllipsisText({ text }: { text: string }) {
  return (
    <span class="ellipsis" title={text}>
      {text}
    </span>
  );
}

type ItemProps = RenderableProps<{ id?: string; name: string; beside: ComponentChild }>;

/** An item of a list: its name, what is beside the name, and the rest below. */
export function Item({ id, name, beside, children }: ItemProps) {
  return (
    <li id={id} class="item">
      <div class="item-head">
        <strong class="ellipsis" title={name}>
          {name}
        </strong>
        {beside}
      </div>
      {children}
    </li>
  );
}

export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  const pairs = of.map(([name, value]) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ));
  return <dl class="facts">{pairs}</dl>;
}

/** A share as a bar. Decoration only: a figure next to it says the same. */
export function Bar({ share, isFull = false }: { share: number; isFull?: boolean }) {
  return (
    <div class={isFull ? 'bar full' : 'bar'} aria-hidden="true">
      <span style={`inline-size: ${(share * 100).toFixed(1)}%`} />
    </div>
  );
}

interface NameListProps {
  readonly id: string;
  readonly title: (given: { readonly count: number }) => string;
  readonly names: readonly string[];
  readonly isOpen?: boolean;
}

/** Names under a title with their number; nothing without names. */
export function NameList({ id, title, names, isOpen = false }: NameListProps) {
  if (names.length === 0) return null;
  const items = names.map((name) => <li key={name}>{name}</li>);
  return (
    <ClosedPart id={id} title={title({ count: names.length })} isOpen={isOpen}>
      <ul class="plain-list companies" tabIndex={0} aria-labelledby={`${id}-summary`}>
        {items}
      </ul>
    </ClosedPart>
  );
}

/** A text to copy or read, which the keyboard can focus. */
export function Code({ id, label, text }: Record<'id' | 'label' | 'text', string>) {
  return (
    <p id={id} class="code" tabIndex={0} role="group" aria-label={label}>
      {text}
    </p>
  );
}

/** A secret text, with a button that copies it. @param hint on its use */
export function Secret({ id, label, hint, text }: Record<'id' | 'label' | 'hint' | 'text', string>) {
  const actionId = `${id}-copy`;
  const press = () => {
    // the text stays selected, in case the browser refuses to copy it
    const shown = document.getElementById(id);
    if (shown) getSelection()?.selectAllChildren(shown);
    // execCommand needs no permission of the frame; Google does not grant one
    const isCopied = document.execCommand('copy');
    notice.value = isCopied
      ? { actionId, kind: 'good', text: texts.copy.copied }
      : { actionId, kind: 'warning', text: texts.copy.refused };
  };
  return (
    <>
      <Hint>{hint}</Hint>
      <Code id={id} label={label} text={text} />
      <Button id={actionId} label={texts.copy.label} onClick={press} />
      <Notice of={actionId} />
    </>
  );
}

/** An API key as the page shows it: four dots and the ending, enough to distinguish keys. */
export function MaskedKey({ ending }: { ending: string }) {
  return (
    <span class="key">
      <span aria-hidden="true">{`•••• ${ending}`}</span>
      <span class="unseen">{texts.connect.keyEnds({ ending })}</span>
    </span>
  );
}
