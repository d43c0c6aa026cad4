/** Updates the page to a newly drawn one and keeps its elements: focus, selection and composed text survive. */

const HANDLERS = [
  'onclick',
  'oninput',
  'onchange',
  'onkeydown',
  'onsubmit',
  'ondragstart',
  'ondragover',
  'ondrop',
] as const;

/** Makes `live` look like `fresh`. Siblings are matched by their id, else by their place and kind. */
export function patch(live: Element, fresh: Element): void {
  patchAttributes(live, fresh);
  if (live instanceof HTMLElement && fresh instanceof HTMLElement) {
    for (const name of HANDLERS) Object.assign(live, { [name]: fresh[name] });
  }
  patchChildren(live, fresh);
  patchValue(live, fresh);
}

function patchAttributes(live: Element, fresh: Element): void {
  for (const { name } of [...live.attributes]) {
    // the person decides whether details are open
    const kept = name === 'open' && live instanceof HTMLDetailsElement;
    if (!kept && !fresh.hasAttribute(name)) live.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
}

function patchChildren(live: Element, fresh: Element): void {
  let next = live.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const match = findMatch(live, next, wanted);
    if (!match) live.insertBefore(wanted, next);
    else {
      if (match === next) next = next.nextSibling;
      else live.insertBefore(match, next);
      if (match instanceof Element && wanted instanceof Element) patch(match, wanted);
      else if (match.nodeValue !== wanted.nodeValue) match.nodeValue = wanted.nodeValue;
    }
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

/** A child of `live`, from `next` on, that can become the wanted one. */
function findMatch(live: Element, next: ChildNode | null, wanted: ChildNode): ChildNode | null {
  if (wanted instanceof Element && wanted.id !== '') {
    const same = [...live.children].find((child) => child.id === wanted.id);
    return same?.nodeName === wanted.nodeName ? same : null;
  }
  const fits = next?.nodeName === wanted.nodeName && !(next instanceof Element && next.id !== '');
  return fits ? next : null;
}

function patchValue(live: Element, fresh: Element): void {
  if (live instanceof HTMLInputElement && fresh instanceof HTMLInputElement) {
    if (live.value !== fresh.value) live.value = fresh.value;
    live.checked = fresh.checked;
  } else if (
    (live instanceof HTMLSelectElement && fresh instanceof HTMLSelectElement) ||
    (live instanceof HTMLTextAreaElement && fresh instanceof HTMLTextAreaElement)
  ) {
    if (live.value !== fresh.value) live.value = fresh.value;
  }
}
