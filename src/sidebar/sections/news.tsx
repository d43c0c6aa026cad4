/** News: makes the service post a group's news to an address, and shows the answer. */
import { signal } from '@preact/signals';
import { MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { HERE } from '../../contract/jobs.js';
import type { PushedNews } from '../../contract/sidebar-api.js';
import { Actions, Button, Form, Notice, Question } from '../controls/actions.js';
import { Card, Hint, ItemHead } from '../controls/card.js';
import { asChoice, Select } from '../controls/fields.js';
import { call } from '../page/action.js';
import { change, count, format, go, server, texts } from '../page/store.js';
import { Destination, receiptOf } from './destination.js';

interface NewsForm {
  readonly group: string;
  readonly days: string;
  /** Undefined until it is typed: then the group's saved address is used. */
  readonly callback?: string | undefined;
  readonly already?: PushedNews | undefined;
  readonly answer?: string | undefined;
}

const form = signal<NewsForm>({ group: '', days: '1' });
/** What is said of one push is not said of another. */
const FORGOTTEN = { already: undefined, answer: undefined };

export function News() {
  const { news } = texts.value;
  const { groups, pushes } = server.value;
  if (groups.length === 0) {
    return (
      <Card id="news-title" title={news.title}>
        <p class="lead">{news.noGroups}</p>
        <Actions>
          <Button
            id="news-groups"
            label={news.toGroups}
            kind="primary"
            onClick={() => go('groups', 'groups-name')}
          />
        </Actions>
      </Card>
    );
  }
  return (
    <>
      <Card id="news-title" title={news.title}>
        <Hint>{news.text}</Hint>
        <PushForm />
        <Already />
        <Notice of="news-push" />
        <Answer />
      </Card>
      {pushes.length > 0 && <Earlier />}
    </>
  );
}

/** Of how many days news can be pushed. */
export function dayChoices() {
  const days = Array.from({ length: MAX_NEWS_DAYS }, (_, index) => index + 1);
  return days.map((day) => ({ value: String(day), label: texts.value.news.dayCount(count(day)) }));
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
      return { kind: 'good', text: texts.value.news.pushed(outcome.group) };
    },
  );
}

function PushForm() {
  const { news } = texts.value;
  const { group, callbackUrl } = chosen();
  return (
    <Form id="news-form" onSubmit={() => push(false)}>
      <Select
        id="news-group"
        label={news.group}
        value={group}
        choices={server.value.groups.map(asChoice)}
        onChange={(name) => change(form, { group: name, callback: undefined, ...FORGOTTEN })}
      />
      <Select
        id="news-days"
        label={news.days}
        value={form.value.days}
        choices={dayChoices()}
        onChange={(days) => change(form, { days, ...FORGOTTEN })}
      />
      <Destination
        id="news-callback"
        value={callbackUrl}
        onChange={(callback) => change(form, { callback, ...FORGOTTEN })}
      />
      <Actions>
        <Button id="news-push" label={news.push} kind="primary" submit />
      </Actions>
    </Form>
  );
}

function Already() {
  const { news, cancel } = texts.value;
  const { already } = form.value;
  if (!already) return null;
  return (
    <Question text={news.already(format().moment(already.at))}>
      <Button id="news-again" label={news.again} kind="danger" onClick={() => push(true)} />
      <Button
        id="news-keep"
        label={cancel}
        onClick={() => change(form, { already: undefined }, 'news-push')}
      />
    </Question>
  );
}

function Answer() {
  const { news } = texts.value;
  const { answer } = form.value;
  if (answer === undefined) return null;
  const receipt = receiptOf(answer);
  if (receipt !== undefined) return <p id="news-receipt">{receipt}</p>;
  return (
    <>
      <h3 id="answer-title">{news.answer}</h3>
      {answer === '' ? (
        <Hint>{news.noAnswer}</Hint>
      ) : (
        <pre id="news-answer" class="code" tabIndex={0} role="group" aria-labelledby="answer-title">
          {answer}
        </pre>
      )}
    </>
  );
}

function Earlier() {
  const { news } = texts.value;
  return (
    <Card id="pushes-title" title={news.earlier}>
      <ul class="plain-list">
        {server.value.pushes.map(({ at, group, days, callbackUrl, result }) => (
          <li key={`${at} ${group}`} class="item">
            <ItemHead name={group}>
              <span class="hint">{format().moment(at)}</span>
            </ItemHead>
            <p class="hint wrap">{`${news.dayCount(count(days))} · ${news.results[result]}`}</p>
            <p class="hint wrap">{callbackUrl === HERE ? news.here : callbackUrl}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
