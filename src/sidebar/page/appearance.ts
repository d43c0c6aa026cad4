/** Makes the page light or dark as the person has chosen, and follows the system where they want that. */
import type { Appearance } from '../../contract/appearance.js';

/** @returns a function that takes the choice */
export function createAppearance(root: HTMLElement): (chosen: Appearance) => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let current: Appearance = 'light';
  const apply = () =>
    root.toggleAttribute('data-dark', current === 'dark' || (current === 'system' && system.matches));
  system.addEventListener('change', apply);
  return (chosen) => {
    current = chosen;
    apply();
  };
}
