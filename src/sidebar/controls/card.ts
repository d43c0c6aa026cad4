/** A titled part of a section. */
import { type Child, el } from '../page/element.js';
import { icon } from '../page/icons.js';

/** @param id of the heading, unique in the page */
export function card(id: string, title: string, ...children: Child[]): HTMLElement {
  return el('section', { class: 'card', 'aria-labelledby': id }, el('h2', { id }, title), children);
}

/** A card that is closed at first. @param id of the disclosure */
export function closedCard(id: string, title: string, ...children: Child[]): HTMLElement {
  return el(
    'details',
    { id, class: 'card disclosure' },
    el('summary', { id: `${id}-summary` }, el('h2', {}, title)),
    children,
  );
}

/** Rows that say in a line what they hold, and open to change it. */
export function rowsCard(...rows: readonly HTMLElement[]): HTMLElement {
  return el('div', { class: 'card rows' }, rows);
}

/** @param id of the disclosure @param value what it holds, in few words */
export function quietRow(id: string, title: string, value: string, ...children: Child[]): HTMLElement {
  return el(
    'details',
    { id, class: 'quiet' },
    el(
      'summary',
      { id: `${id}-summary` },
      el('h2', {}, title),
      el('span', { class: 'ellipsis', title: value }, value),
      icon('next'),
    ),
    el('div', { class: 'part' }, children),
  );
}

/** What few people need, closed at first. @param id of the disclosure */
export function closedPart(id: string, title: string, ...children: Child[]): HTMLElement {
  return el(
    'details',
    { id, class: 'disclosure' },
    el('summary', { id: `${id}-summary` }, title),
    el('div', { class: 'part' }, children),
  );
}

/** The first line of an item in a list: its name, cut where there is no room, and what stands beside it. */
export function itemHead(name: string, ...beside: Child[]): HTMLElement {
  return el('div', { class: 'item-head' }, el('strong', { class: 'ellipsis', title: name }, name), beside);
}

/** Facts as pairs of name and value. */
export function facts(pairs: readonly (readonly [string, Child])[]): HTMLElement {
  return el(
    'dl',
    { class: 'facts' },
    pairs.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  );
}
