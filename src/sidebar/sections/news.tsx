/** News: makes the service post a group's news to an address, and shows the answer. */
import { signal } from '@preact/signals';
import { MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { HERE, NEWS_TAB } from '../../contract/jobs.js';
import { asFields, isObject, readJson } from '../../contract/json.js';
import { Button, Confirm, Form, Notice } from '../controls/actions.js';
import { Card, Hint, Row, Secret } from '../controls/card.js';
import { type Choice, named, Select, TextField } from '../controls/fields.js';
import { callbackOf, defaultGroupOf } from '../draft/sections.js';
import { call, type Message, on } from '../page/action.js';
import { shownText } from '../page/service-answers.js';
import { change, fieldProps, go, server, texts } from '../page/store.js';

const form = signal({
  group: '',
  days: '1',
  /** Undefined for the group's saved address, until the person types another one. */
  callbackUrl: undefined as string | undefined,
});

export function News() {
  const { groups } = server.value;
  if (groups.length === 0) {
    const toGroups = () => go('groups', 'groups-name');
    return (
      <Card id="news-title" title={texts.news.title}>
        <p class="lead">{texts.news.noGroups}</p>
        <Button id="news-groups" label={texts.remedies.labels.groups} kind="primary" onClick={toGroups} />
      </Card>
    );
  }
  const edit = (changes: Partial<Push>) => {
    const typed = changes.group ? { callbackUrl: undefined } : {};
    change(form, { group: chosen().group, ...typed, ...changes });
  };
  return (
    <Card id="news-title" title={texts.news.title}>
      <Hint>{texts.news.text}</Hint>
      <Form id="news-form" onSubmit={push}>
        <NewsFields id="news" groups={groups} values={chosen()} edit={edit} />
        <Button id="news-push" label={texts.news.push} kind="primary" submit />
      </Form>
      <Notice of="news-push" />
    </Card>
  );
}

function chosen() {
  const { days, callbackUrl } = form.value;
  const group = defaultGroupOf(server.value, form.value.group);
  // an address that was typed for a group that a colleague has removed is not for another one
  const typed = group === (form.value.group ?? group) ? callbackUrl : undefined;
  return { group, days, callbackUrl: typed ?? callbackOf(server.value, group) };
}

function push(): void {
  const { days, ...others } = chosen();
  const push = { ...others, days: Number(days) };
  const asked = form.value;
  void call(
    'news-push',
    (client) => client.pushNews(push),
    on('pushed', ({ response, group }) => {
      // an address that a person has typed meanwhile stays
      if (form.value === asked) change(form, { callbackUrl: undefined });
      return pushedMessage(group, response);
    }),
  );
}

type Push = Readonly<Record<'group' | 'days' | 'callbackUrl', string>>;

interface PushProps {
  /** The start of the fields' ids. */
  readonly id: string;
  readonly groups: readonly (string | Choice)[];
  readonly values: Push;
  readonly edit: (changes: Partial<Push>) => void;
}

/** The news to push, and their destination: this spreadsheet, if it is a web app, or an address. */
export function NewsFields({ id, groups, values, edit }: PushProps) {
  const { news: labels } = texts;
  const field = fieldProps(id, values, edit);
  const address = field('callbackUrl', labels.callback, 'callback');
  const isHere = values.callbackUrl === HERE;
  const days = Array.from({ length: MAX_NEWS_DAYS }, (_, index): Choice => {
    const count = index + 1;
    return [String(count), labels.dayCount({ count })];
  });
  return (
    <>
      <Select {...field('group', labels.group)} choices={groups} />
      <Select {...field('days', labels.days)} choices={days} />
      {(server.value.hasWebApp || isHere) && (
        <Select
          {...address}
          id={`${address.id}-where`}
          label={labels.destination}
          value={isHere ? HERE : ''}
          choices={named({ [HERE]: labels.here, '': labels.elsewhere })}
        />
      )}
      {!isHere && <TextField {...address} hint={labels.callbackHint} type="url" placeholder="https://" />}
    </>
  );
}

/** The result in words: of a receiver of this add-on, else what the address has answered. */
function pushedMessage(group: string, answer: string): Message {
  const { notReceived, received, pushed } = texts.news;
  const { ok, added, changed, message } = asFields(readJson(answer, isObject));
  if (ok === false && typeof message === 'string')
    return { kind: 'warning', text: notReceived({ why: message }) };
  if (ok === true && typeof added === 'number' && typeof changed === 'number')
    return received({ added, changed, tab: NEWS_TAB });
  return pushed({ group, answer: shownText(answer) || '–' });
}

/** The address while the page is open. It is shown only once. */
const createdReceiver = signal<{ readonly address?: string; readonly query?: string }>({});

/** An address of this spreadsheet for pushed news, if its script is deployed as a web app. */
export function ReceiverCard() {
  const { title, text, appendIt, copyIt, make, question } = texts.receiver;
  const { address, query } = createdReceiver.value;
  const hint = address === '' ? appendIt : copyIt;
  return (
    <div class="card rows">
      <Row id="receiver" title={title} value="">
        <Hint>{text}</Hint>
        {query && <Secret id="receiver-address" label={title} hint={hint} text={`${address}${query}`} />}
        <Confirm
          id="receiver-make"
          label={make}
          question={question}
          request={(client) => client.makeReceiver()}
          done={on('receiver', (made) => change(createdReceiver, made))}
        />
        <Notice of="receiver-make" />
      </Row>
    </div>
  );
}
