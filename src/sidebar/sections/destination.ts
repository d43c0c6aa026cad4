/** Where news go: this spreadsheet, where it is a web app, or an address. And what came back, in words. */
import { HERE, NEWS_TAB } from '../../contract/jobs.js';
import { asFields } from '../../contract/json.js';
import { selectField, textField } from '../controls/fields.js';
import type { Child } from '../page/element.js';
import type { Page } from '../page/page.js';

/** @param id of the field of the address */
export function destinationFields(
  page: Page,
  id: string,
  value: string,
  onChange: (callbackUrl: string) => void,
): Child[] {
  const { state, texts } = page;
  const { news } = texts;
  const isHere = value === HERE;
  return [
    (state.hasWebApp || isHere) &&
      selectField({
        id: `${id}-where`,
        label: news.destination,
        value: isHere ? HERE : '',
        choices: [
          { value: HERE, label: news.here },
          { value: '', label: news.elsewhere },
        ],
        onChange,
      }),
    !isHere &&
      textField({
        id,
        label: news.callback,
        hint: news.callbackHint,
        type: 'url',
        placeholder: 'https://',
        value,
        onInput: onChange,
      }),
  ];
}

/** The address of a group that nothing was pushed for yet. */
export function usualDestination({ callbacks, hasWebApp }: Page['state'], group: string): string {
  return callbacks[group] ?? (hasWebApp ? HERE : '');
}

/** As people read it. */
export function destinationName({ news }: Page['texts'], url: string): string {
  return url === HERE ? news.here : url;
}

/** What a receiver of this add-on has answered, in words; undefined for any other answer. */
export function receiptOf({ texts, format }: Page, answer: string): string | undefined {
  const { ok, added, changed, message } = fieldsOf(answer);
  if (ok === false && typeof message === 'string') return texts.news.notReceived(message);
  if (ok !== true || typeof added !== 'number' || typeof changed !== 'number') return undefined;
  return texts.news.received(format.count(added), changed === 0 ? '' : format.count(changed), NEWS_TAB);
}

function fieldsOf(answer: string) {
  try {
    return asFields(JSON.parse(answer));
  } catch {
    return {};
  }
}
