/** A button that copies a text that the page shows, such as a secret that is shown once. */
import { notice, texts } from '../page/store.js';
import { Button, Notice } from './actions.js';

/** @param source id of the element with the text; it stays selected, for where the browser refuses */
export function CopyButton({ source }: { source: string }) {
  const { copy } = texts.value;
  const place = `${source}-copy`;
  const press = () => {
    const shown = document.getElementById(source);
    if (shown) getSelection()?.selectAllChildren(shown);
    // needs no permission of the frame, which Google does not give
    const isCopied = document.execCommand('copy');
    notice.value = isCopied
      ? { place, kind: 'good', text: copy.copied }
      : { place, kind: 'warning', text: copy.refused };
  };
  return (
    <>
      <Button id={place} label={copy.label} onClick={press} />
      <Notice of={place} />
    </>
  );
}
