/** The form of Connect: address and key, each with what is wrong with it, in plain words. */
import { signal } from '@preact/signals';
import type { ErrorData } from '../../contract/error-texts.js';
import type { SidebarState } from '../../contract/sidebar-api.js';
import { Actions, Button, Form } from '../controls/actions.js';
import { Hint } from '../controls/card.js';
import { TextField } from '../controls/fields.js';
import { Icon } from '../controls/icon.js';
import { conditionOf, type FieldProblem, fieldProblemOf, isTrouble } from '../draft/remedies.js';
import { call, type Said } from '../page/action.js';
import { errorText } from '../page/error-text.js';
import { wordFor } from '../page/option-words.js';
import { busy, change, condition, formFields, go, notice, server, texts, view } from '../page/store.js';

const EMPTY = {
  isChanging: false,
  /** Undefined until it is typed: then it is as it is saved. */
  address: undefined as string | undefined,
  key: '',
  /** What is wrong with what was typed last. */
  refusal: undefined as FieldProblem | undefined,
};

export const connectForm = signal(EMPTY);

export function KeyForm() {
  const { connecting, retry, cancel } = texts;
  const { hasKey } = server.value;
  const stopChanging = () => change(connectForm, EMPTY, 'connect-change');
  const { address = server.value.baseUrl, key, refusal } = connectForm.value;
  const field = formFields('connect', connectForm, { address, key }, { refusal: undefined });
  const problemOf = (name: FieldProblem['field']) =>
    refusal?.field === name ? wordFor(connecting.problems[name], refusal.why) : undefined;
  // the key was read by the service: its address is right
  const answers = refusal?.why === 'refused' ? connecting.answers : undefined;
  const kept = refusal?.field === 'address' && key !== '' ? connecting.kept : undefined;
  const hasFailed = refusal !== undefined && ['refused', 'nothing', 'other'].includes(refusal.why);
  const tries = hasFailed || (condition.value === 'silent' && notice.value?.kind === 'bad');
  return (
    <Form id="connect-form" onSubmit={save}>
      <TextField
        {...field('address', texts.connect.address)}
        hint={answers ?? (refusal?.field === 'address' ? undefined : texts.connect.addressHint)}
        type="url"
        placeholder="https://api.example.com"
        problem={problemOf('address')}
      />
      <TextField
        {...field('key', texts.connect.key)}
        hint={kept ?? (hasKey && !hasFailed ? texts.connect.keyHint : undefined)}
        type="password"
        placeholder={connecting.keyPlaceholder}
        problem={problemOf('key')}
      />
      <Actions>
        <Button
          id="connect-save"
          label={tries ? retry : hasKey ? texts.connect.save : connecting.connect}
          kind="primary"
          submit
        />
        {hasKey && <Button id="connect-cancel" label={cancel} onClick={stopChanging} />}
      </Actions>
      {hasFailed && <Hint role="status">{connecting.nothingCharged}</Hint>}
      <p class="hint with-icon">
        <Icon name="lock" />
        <span>{connecting.safe}</span>
      </p>
    </Form>
  );
}

/** Opens the form: for another key where the service refuses this one. */
export function changeKey(): void {
  const field = condition.value === 'refused' ? 'connect-key' : 'connect-address';
  change(connectForm, { ...EMPTY, isChanging: true }, field);
}

/** Marks the field that is to blame and goes there. */
function mark(refusal: FieldProblem, others: Partial<typeof EMPTY> = {}): undefined {
  change(connectForm, { refusal, ...others }, `connect-${refusal.field}`);
}

function save(): undefined {
  if (busy.value !== '') return undefined;
  const { hasKey, baseUrl: saved } = server.value;
  const { address = saved, key } = connectForm.value;
  const [baseUrl, apiKey] = [address.trim(), key.trim()];
  const keeps = hasKey && sameAddress(baseUrl, saved);
  if (baseUrl === '') return mark({ field: 'address', why: 'missing' });
  if (apiKey === '' && !keeps) return mark({ field: 'key', why: 'missing' });
  let failure: ErrorData | undefined;
  let isSaved = false;
  void call(
    'connect-save',
    async (client) => {
      // tested first: a slip of the pen must not replace a pair that works, here and for all with whom it is shared
      const tested = await client.testConnection({ baseUrl, apiKey });
      failure = failureOf(tested);
      const isRead = !failure || conditionOf(failure) === 'answers';
      isSaved = isRead || (!hasKey && !fieldProblemOf(failure!));
      // what is said of a pair that is not saved is not said of the one that is
      const { outcome, ...unchanged } = tested;
      if (!isSaved || !outcome) return unchanged;
      return { ...(await client.saveConnection({ baseUrl, apiKey })), outcome };
    },
    (state) => {
      const refusal = failure && fieldProblemOf(failure);
      if (refusal) return mark(refusal, { isChanging: state.hasKey });
      if (isSaved) finish(!hasKey && !failure);
      return saidOf(failure);
    },
  );
}

/** @param isFirst whether it was the first key, which opens the way to a first table */
function finish(isFirst: boolean): void {
  change(connectForm, EMPTY, 'connect-test');
  if (isFirst && view.value.starting) go('build', 'starter-data-centres');
}

/** The add-on removes slashes at the end, and ignores the case of scheme and host. */
function sameAddress(typed: string, saved: string): boolean {
  return typed.replace(/\/+$/, '').toLowerCase() === saved.toLowerCase();
}

/** One free call. */
export function testConnection(): void {
  void call(
    'connect-test',
    (client) => client.testConnection(),
    (state) => {
      const failure = failureOf(state);
      const found = failure && conditionOf(failure);
      // the page has said it above
      return found && isTrouble(found) ? undefined : saidOf(failure);
    },
  );
}

/** Undefined where the service has accepted the key. */
function failureOf({ outcome }: SidebarState): ErrorData | undefined {
  return outcome?.kind === 'tested' && !outcome.ok ? outcome : undefined;
}

function saidOf(failure: ErrorData | undefined): Said {
  if (!failure) return { kind: 'good', text: texts.connect.tested };
  return { kind: 'bad', text: `${errorText(failure, texts)} ${texts.connecting.nothingCharged}` };
}
