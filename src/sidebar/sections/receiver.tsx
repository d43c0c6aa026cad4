/** The receiver: an address of this spreadsheet for pushed news, if its script is deployed as a web app. */
import { signal } from '@preact/signals';
import { Actions, Confirm, Notice } from '../controls/actions.js';
import { ClosedCard, Code, Hint } from '../controls/card.js';
import { CopyButton } from '../controls/copy.js';
import type { Done } from '../page/action.js';
import { texts } from '../page/store.js';

/** The address while the page is open: it is shown only once. */
const made = signal<{ readonly address: string; readonly query: string } | undefined>(undefined);

const onMade: Done = ({ outcome }) => {
  made.value = outcome?.kind === 'receiver' ? outcome : undefined;
  return undefined;
};

export function ReceiverCard() {
  const { receiver } = texts.value;
  return (
    <ClosedCard id="receiver" title={receiver.title}>
      <Hint>{receiver.text}</Hint>
      {made.value && (
        <>
          <Hint>{made.value.address === '' ? receiver.appendIt : receiver.copyIt}</Hint>
          <Code id="receiver-address" label={receiver.title}>
            {made.value.address + made.value.query}
          </Code>
          <CopyButton source="receiver-address" />
        </>
      )}
      <Actions>
        <Confirm
          id="receiver-make"
          label={receiver.make}
          question={receiver.question}
          yes={receiver.make}
          request={(client) => client.makeReceiver()}
          done={onMade}
        />
      </Actions>
      <Notice of="receiver-make" />
    </ClosedCard>
  );
}
