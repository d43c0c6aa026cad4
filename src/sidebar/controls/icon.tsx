/** The icons of the page: lines of 1.6 on a grid of 20, in the text colour. */
import PATHS from './icons.json';

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width={20} height={20} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
