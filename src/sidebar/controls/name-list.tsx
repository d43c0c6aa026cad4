/** Names under a title with their number; nothing where there are none. */
import { count } from '../page/store.js';

interface NameListProps {
  readonly id: string;
  readonly title: (count: string) => string;
  readonly names: readonly string[];
  readonly isOpen?: boolean;
}

export function NameList({ id, title, names, isOpen = false }: NameListProps) {
  if (names.length === 0) return null;
  return (
    <details id={id} class="disclosure" open={isOpen}>
      <summary id={`${id}-summary`}>{title(count(names.length))}</summary>
      <ul class="plain-list companies" tabIndex={0} aria-labelledby={`${id}-summary`}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
