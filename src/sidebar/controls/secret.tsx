/** A text that is shown once, with a button that copies it. */
import { notice, texts } from '../page/store.js';
import { Button, Notice } from './actions.js';
import { Code, Hint } from './card.js';

interface SecretProps {
  readonly id: string;
  readonly label: string;
  /** What to do with it. */
  readonly hint: string;
  readonly text: string;
}

export function Secret({ id, label, hint, text }: SecretProps) {
  const place = `${id}-copy`;
  const press = () => {
    // it stays selected, for where the browser refuses
    const shown = document.getElementById(id);
    if (shown) getSelection()?.selectAllChildren(shown);
    // needs no permission of the frame, which Google does not give
    const isCopied = document.execCommand('copy');
    notice.value = isCopied
      ? { place, kind: 'good', text: texts.copy.copied }
      : { place, kind: 'warning', text: texts.copy.refused };
  };
  return (
    <>
      <Hint>{hint}</Hint>
      <Code id={id} label={label}>
        {text}
      </Code>
      <Button id={place} label={texts.copy.label} onClick={press} />
      <Notice of={place} />
    </>
  );
}
