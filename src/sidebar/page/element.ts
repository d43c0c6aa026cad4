/** Creates elements. Texts become text nodes, never markup; handlers are properties, so that `patch` can copy them. */

export type Child = Node | string | false | undefined | readonly Child[];

export interface ElementProperties {
  readonly [attribute: string]: string | number | boolean | ((event: Event) => void) | undefined;
}

/** Properties of controls that change after the attribute of that name was set. */
const LIVE = ['value', 'checked'];

/**
 * @param properties attributes by name; `on…` handlers and the live values of controls are set as properties; true is
 *   an attribute without value, false and undefined are omitted
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: ElementProperties,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, properties, children);
  return element;
}

/** The same for SVG elements. */
export function svg(tag: string, properties: ElementProperties, ...children: Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(element, properties, children);
  return element;
}

function fill(element: Element, properties: ElementProperties, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false || LIVE.includes(name)) continue;
    if (typeof value === 'function') Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
  // a select accepts a value only if it has that option
  for (const name of LIVE)
    if (properties[name] !== undefined) Object.assign(element, { [name]: properties[name] });
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === false || child === undefined) continue;
    if (isList(child)) append(element, child);
    else element.append(child);
  }
}

function isList(child: Exclude<Child, false | undefined>): child is readonly Child[] {
  return Array.isArray(child);
}
