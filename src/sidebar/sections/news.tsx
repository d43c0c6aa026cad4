/** News: makes the service post a group's news to an address, and shows the answer. */
import { signal } from '@preact/signals';
import { MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { HERE, NEWS_TAB } from '../../contract/jobs.js';
import { asFields, isObject, readJson } from '../../contract/json.js';
import type { PushedNews } from '../../contract/pushed-news.js';
import { Actions, Button, Confirm, Form, Notice, Question } from '../controls/actions.js';
import { Card, ClosedCard, Hint, ItemHead, Secret } from '../controls/card.js';
import { type Choice, Select, TextField } from '../controls/fields.js';
import { call } from '../page/action.js';
import { bound, change, format, go, server, texts } from '../page/store.js';

const form = signal({
  group: '',
  days: '1',
  /** Undefined until it is typed: then the group's saved address is used. */
  callback: undefined as string | undefined,
  already: undefined as PushedNews | undefined,
  answer: undefined as string | undefined,
});
/** What is said of one push is not said of another. */
const FORGOTTEN = { already: undefined, answer: undefined };

export function News() {
  const { groups, pushes } = server.value;
  if (groups.length === 0) {
    const toGroups = () => go('groups', 'groups-name');
    return (
      <Card id="news-title" title={texts.news.title}>
        <p class="lead">{texts.news.noGroups}</p>
        <Actions>
          <Button id="news-groups" label={texts.news.toGroups} kind="primary" onClick={toGroups} />
        </Actions>
      </Card>
    );
  }
  return (
    <>
      <Card id="news-title" title={texts.news.title}>
        <Hint>{texts.news.text}</Hint>
        <PushForm />
        <Already />
        <Notice of="news-push" />
        <Answer />
      </Card>
      {pushes.length > 0 && <Earlier />}
    </>
  );
}

/** The numbers of days whose news can be pushed. */
export function dayChoices(): Choice[] {
  return Array.from({ length: MAX_NEWS_DAYS }, (_, index) => [
    String(index + 1),
    texts.news.dayCount({ count: index + 1 }),
  ]);
}

function chosen() {
  const { groups, defaultGroup, callbacks, hasWebApp } = server.value;
  const { days, callback } = form.value;
  const group = [form.value.group, defaultGroup].find((name) => groups.includes(name)) ?? groups[0] ?? '';
  const usual = callbacks[group] ?? (hasWebApp ? HERE : '');
  return { group, days: Number(days), callbackUrl: callback ?? usual };
}

function push(again: boolean): void {
  const asked = { ...chosen(), again };
  void call(
    'news-push',
    (client) => client.pushNews(asked),
    ({ outcome }) => {
      if (outcome?.kind === 'pushed-already')
        change(form, { already: outcome.push, answer: undefined }, 'news-keep');
      if (outcome?.kind !== 'pushed') return undefined;
      change(form, { already: undefined, callback: undefined, answer: outcome.response });
      return { kind: 'good', text: texts.news.pushed({ group: outcome.group }) };
    },
  );
}

function PushForm() {
  const { group, callbackUrl } = chosen();
  return (
    <Form id="news-form" onSubmit={() => push(false)}>
      <Select
        id="news-group"
        label={texts.news.group}
        {...bound(form, 'group', { callback: undefined, ...FORGOTTEN })}
        value={group}
        choices={server.value.groups}
      />
      <Select
        id="news-days"
        label={texts.news.days}
        choices={dayChoices()}
        {...bound(form, 'days', FORGOTTEN)}
      />
      <Destination id="news-callback" {...bound(form, 'callback', FORGOTTEN)} value={callbackUrl} />
      <Actions>
        <Button id="news-push" label={texts.news.push} kind="primary" submit />
      </Actions>
    </Form>
  );
}

interface DestinationProps {
  /** The id of the field of the address. */
  readonly id: string;
  readonly value: string;
  readonly onChange: (callbackUrl: string) => void;
}

/** News go to this spreadsheet, where it is a web app, or to an address. */
export function Destination({ id, value, onChange }: DestinationProps) {
  const isHere = value === HERE;
  return (
    <>
      {(server.value.hasWebApp || isHere) && (
        <Select
          id={`${id}-where`}
          label={texts.news.destination}
          value={isHere ? HERE : ''}
          choices={[
            [HERE, texts.news.here],
            ['', texts.news.elsewhere],
          ]}
          onChange={onChange}
        />
      )}
      {!isHere && (
        <TextField
          id={id}
          label={texts.news.callback}
          hint={texts.news.callbackHint}
          type="url"
          placeholder="https://"
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
}

function Already() {
  const { cancel } = texts;
  const { already } = form.value;
  if (!already) return null;
  const keep = () => change(form, { already: undefined }, 'news-push');
  return (
    <Question text={texts.news.already({ at: format().moment(already.at) })}>
      <Button id="news-again" label={texts.news.again} kind="danger" onClick={() => push(true)} />
      <Button id="news-keep" label={cancel} onClick={keep} />
    </Question>
  );
}

/** What a receiver of this add-on has answered, in words; undefined for any other answer. */
function receiptOf(answer: string): string | undefined {
  const { ok, added, changed, message } = asFields(readJson(answer, isObject));
  if (ok === false && typeof message === 'string') return texts.news.notReceived({ why: message });
  if (ok !== true || typeof added !== 'number' || typeof changed !== 'number') return undefined;
  return texts.news.received({ added, changed, tab: NEWS_TAB });
}

function Answer() {
  const { answer } = form.value;
  if (answer === undefined) return null;
  const receipt = receiptOf(answer);
  if (receipt !== undefined) return <p id="news-receipt">{receipt}</p>;
  return (
    <>
      <h3 id="answer-title">{texts.news.answer}</h3>
      {answer === '' ? (
        <Hint>{texts.news.noAnswer}</Hint>
      ) : (
        <pre id="news-answer" class="code" tabIndex={0} role="group" aria-labelledby="answer-title">
          {answer}
        </pre>
      )}
    </>
  );
}

function Earlier() {
  return (
    <Card id="pushes-title" title={texts.news.earlier}>
      <ul class="plain-list">
        {server.value.pushes.map(({ at, group, days, callbackUrl, result }) => (
          <li key={`${at} ${group}`} class="item">
            <ItemHead name={group}>
              <span class="hint">{format().moment(at)}</span>
            </ItemHead>
            <Hint>{`${texts.news.dayCount({ count: days })} · ${texts.news.results[result]}`}</Hint>
            <Hint>{callbackUrl === HERE ? texts.news.here : callbackUrl}</Hint>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The address while the page is open: it is shown only once. */
const made = signal<{ readonly address: string; readonly query: string } | undefined>(undefined);

/** An address of this spreadsheet for pushed news, if its script is deployed as a web app. */
export function ReceiverCard() {
  const { receiver } = texts;
  return (
    <ClosedCard id="receiver" title={receiver.title}>
      <Hint>{receiver.text}</Hint>
      {made.value && (
        <Secret
          id="receiver-address"
          label={receiver.title}
          hint={made.value.address === '' ? receiver.appendIt : receiver.copyIt}
          text={made.value.address + made.value.query}
        />
      )}
      <Actions>
        <Confirm
          id="receiver-make"
          label={receiver.make}
          question={receiver.question}
          yes={receiver.make}
          request={(client) => client.makeReceiver()}
          done={({ outcome }) => {
            made.value = outcome?.kind === 'receiver' ? outcome : undefined;
            return undefined;
          }}
        />
      </Actions>
      <Notice of="receiver-make" />
    </ClosedCard>
  );
}
