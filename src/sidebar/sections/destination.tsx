/** Where news go: this spreadsheet, where it is a web app, or an address. And what came back, in words. */
import { HERE, NEWS_TAB } from '../../contract/jobs.js';
import { asFields } from '../../contract/json.js';
import { Select, TextField } from '../controls/fields.js';
import { count, server, texts } from '../page/store.js';

interface DestinationProps {
  /** Of the field of the address. */
  readonly id: string;
  readonly value: string;
  readonly onChange: (callbackUrl: string) => void;
}

export function Destination({ id, value, onChange }: DestinationProps) {
  const { news } = texts.value;
  const isHere = value === HERE;
  const places = [
    { value: HERE, label: news.here },
    { value: '', label: news.elsewhere },
  ];
  return (
    <>
      {(server.value.hasWebApp || isHere) && (
        <Select
          id={`${id}-where`}
          label={news.destination}
          value={isHere ? HERE : ''}
          choices={places}
          onChange={onChange}
        />
      )}
      {!isHere && (
        <TextField
          id={id}
          label={news.callback}
          hint={news.callbackHint}
          type="url"
          placeholder="https://"
          value={value}
          onInput={onChange}
        />
      )}
    </>
  );
}

/** What a receiver of this add-on has answered, in words; undefined for any other answer. */
export function receiptOf(answer: string): string | undefined {
  const { news } = texts.value;
  const { ok, added, changed, message } = fieldsOf(answer);
  if (ok === false && typeof message === 'string') return news.notReceived(message);
  if (ok !== true || typeof added !== 'number' || typeof changed !== 'number') return undefined;
  return news.received(count(added), changed === 0 ? '' : count(changed), NEWS_TAB);
}

function fieldsOf(answer: string) {
  try {
    return asFields(JSON.parse(answer));
  } catch {
    return {};
  }
}
