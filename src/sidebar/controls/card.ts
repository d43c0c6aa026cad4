/** A titled part of a section. */
import { type Child, el } from '../page/element.js';

/** @param id of the heading, unique in the page */
export function card(id: string, title: string, ...children: Child[]): HTMLElement {
  return el('section', { class: 'card', 'aria-labelledby': id }, el('h2', { id }, title), children);
}

/** A card that is closed until it is wanted. @param id of the disclosure */
export function closedCard(id: string, title: string, ...children: Child[]): HTMLElement {
  return el(
    'details',
    { id, class: 'card disclosure' },
    el('summary', { id: `${id}-summary` }, el('h2', {}, title)),
    children,
  );
}

/** Facts as pairs: a name and what it is. */
export function facts(pairs: readonly (readonly [string, Child])[]): HTMLElement {
  return el(
    'dl',
    { class: 'facts' },
    pairs.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  );
}
