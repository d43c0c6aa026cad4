/** The form of Connect: address and key, each with its problem in plain words. */
import { signal } from '@preact/signals';
import type { ErrorData } from '../../contract/error-texts.js';
import { ownValue as wordFor } from '../../contract/options.js';
import type { SidebarState } from '../../contract/sidebar-api.js';
import { Actions, Button, Form, Icon } from '../controls/actions.js';
import { Hint } from '../controls/card.js';
import { TextField } from '../controls/fields.js';
import { type FieldProblem, fieldProblemOf, isServiceTrouble, serviceStatusOf } from '../draft/remedies.js';
import { call, type Done, type Message, type Request } from '../page/action.js';
import { errorText } from '../page/error-text.js';
import { busy, change, formFields, go, server, serviceStatus, texts, view } from '../page/store.js';

const EMPTY = {
  isChanging: false,
  /** Undefined for the saved address, until the person types another one. */
  address: undefined as string | undefined,
  key: '',
  /** The problem of the last input. */
  refusal: undefined as FieldProblem | undefined,
};

export const connectForm = signal(EMPTY);

export function KeyForm() {
  const { connect, connecting, cancel } = texts;
  const { hasKey } = server.value;
  const stopChanging = () => change(connectForm, EMPTY, 'connect-change');
  const { address = server.value.baseUrl, key, refusal } = connectForm.value;
  const field = formFields('connect', connectForm, { address, key }, { refusal: undefined });
  const problemOf = (name: FieldProblem['field']) =>
    refusal?.field === name ? wordFor(connecting.problems[name], refusal.why) : undefined;
  const hasFailed = refusal !== undefined && ['refused', 'nothing', 'other'].includes(refusal.why);
  return (
    <Form id="connect-form" onSubmit={save}>
      <TextField
        {...field('address', connect.address)}
        type="url"
        placeholder="https://api.example.com"
        hint={connect.addressHint}
        problem={problemOf('address')}
      />
      <TextField
        {...field('key', connect.key)}
        type="password"
        placeholder={connecting.keyPlaceholder}
        hint={hasKey ? connect.keyHint : undefined}
        problem={problemOf('key')}
      />
      <Actions>
        <Button id="connect-save" label={hasKey ? connect.save : connecting.connect} kind="primary" submit />
        {hasKey && <Button id="connect-cancel" label={cancel} onClick={stopChanging} />}
      </Actions>
      {hasFailed && <Hint role="status">{texts.remedies.charges.none}</Hint>}
      <p class="hint with-icon">
        <Icon name="lock" />
        <span>{connecting.safe}</span>
      </p>
    </Form>
  );
}

/** Opens the form, at the key if the service refuses the saved one. */
export function changeKey(): void {
  const field = serviceStatus.value === 'refused' ? 'connect-key' : 'connect-address';
  change(connectForm, { ...EMPTY, isChanging: true }, field);
}

/** Shows a problem at its field and moves the focus there. */
function mark(refusal: FieldProblem, others: Partial<typeof EMPTY> = {}): undefined {
  change(connectForm, { refusal, ...others }, `connect-${refusal.field}`);
}

function save(): undefined {
  if (busy.value !== '') return undefined;
  const { hasKey, baseUrl: saved } = server.value;
  const { value: asked } = connectForm;
  const { address = saved, key } = asked;
  const [baseUrl, apiKey] = [address.trim(), key.trim()];
  // the add-on removes slashes at the end, and ignores the case of scheme and host
  const keeps = hasKey && baseUrl.replace(/\/+$/, '').toLowerCase() === saved.toLowerCase();
  if (baseUrl === '') return mark({ field: 'address', why: 'missing' });
  if (apiKey === '' && !keeps) return mark({ field: 'key', why: 'missing' });
  let failure: ErrorData | undefined;
  let isSaved = false;
  void call(
    'connect-save',
    async (client) => {
      // test first: a typing mistake must not replace a pair that works, and that others may share
      const tested = await client.testConnection({ baseUrl, apiKey });
      failure = failureOf(tested);
      const isRead = !failure || serviceStatusOf(failure) === 'answers';
      isSaved = isRead || (!hasKey && !fieldProblemOf(failure!));
      // drop the outcome for a pair that is not saved: it does not describe the saved one
      const { outcome, ...unchanged } = tested;
      if (!isSaved || !outcome) return unchanged;
      return { ...(await client.saveConnection({ baseUrl, apiKey })), outcome };
    },
    (state) => {
      const refusal = failure && fieldProblemOf(failure);
      // keep what the person has typed meanwhile: it is neither refused nor saved
      if (connectForm.value !== asked) {
        if (state.hasKey) change(connectForm, { isChanging: true });
        return testMessage(failure);
      }
      if (refusal) return mark(refusal, { isChanging: state.hasKey });
      if (isSaved) {
        change(connectForm, EMPTY, 'connect-test');
        // a first table, after the first key
        if (!hasKey && !failure && view.value.starting) go('build', 'starter-data-centres');
      }
      return testMessage(failure);
    },
  );
}

/** Tests the saved connection with one free call. */
export const TEST: { readonly request: Request; readonly done: Done } = {
  request: (client) => client.testConnection(),
  done(state) {
    const failure = failureOf(state);
    const found = failure && serviceStatusOf(failure);
    // the page already shows this above
    return found && isServiceTrouble(found) ? undefined : testMessage(failure);
  },
};

/** Undefined if the service accepted the key. */
function failureOf({ outcome }: SidebarState): ErrorData | undefined {
  return outcome?.kind === 'tested' ? outcome.failure : undefined;
}

function testMessage(failure: ErrorData | undefined): Message {
  if (!failure) return texts.connect.tested;
  return { kind: 'bad', text: `${errorText(failure, texts)} ${texts.remedies.charges.none}` };
}
