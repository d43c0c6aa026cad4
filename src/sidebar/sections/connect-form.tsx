/** The form of Connect: address and key, each with what is wrong with it, in plain words. */
import { signal } from '@preact/signals';
import type { ErrorData } from '../../contract/error-texts.js';
import type { SidebarState } from '../../contract/sidebar-api.js';
import { Actions, Button, Form } from '../controls/actions.js';
import { TextField } from '../controls/fields.js';
import { Icon } from '../controls/icon.js';
import type { FieldProblem } from '../draft/remedies.js';
import { call, type Said } from '../page/action.js';
import { conditionOf, fieldProblemOf, isTrouble } from '../page/condition.js';
import { errorText } from '../page/error-text.js';
import { busy, change, condition, go, notice, server, texts, view } from '../page/store.js';

interface ConnectForm {
  readonly isChanging: boolean;
  /** Undefined until it is typed: then it is as it is saved. */
  readonly address?: string | undefined;
  readonly key: string;
  /** What is wrong with what was typed last. */
  readonly refusal?: FieldProblem | undefined;
}

const EMPTY: ConnectForm = { isChanging: false, address: undefined, key: '', refusal: undefined };

export const connectForm = signal<ConnectForm>(EMPTY);

export function KeyForm() {
  const { connect, connecting, retry, cancel } = texts.value;
  const { hasKey } = server.value;
  const { address = server.value.baseUrl, key, refusal } = connectForm.value;
  const problemOf = (field: FieldProblem['field']) =>
    refusal?.field === field ? connecting.problems[field][refusal.why] : undefined;
  // the key was read by the service: its address is right
  const answers = refusal?.why === 'refused' ? connecting.answers : undefined;
  const kept = refusal?.field === 'address' && key !== '' ? connecting.kept : undefined;
  const hasFailed = refusal !== undefined && ['refused', 'nothing', 'other'].includes(refusal.why);
  const tries = hasFailed || (condition.value === 'silent' && notice.value?.kind === 'bad');
  return (
    <Form id="connect-form" onSubmit={save}>
      <TextField
        id="connect-address"
        label={connect.address}
        hint={answers ?? (refusal?.field === 'address' ? undefined : connect.addressHint)}
        type="url"
        placeholder="https://api.example.com"
        value={address}
        problem={problemOf('address')}
        onInput={(typed) => change(connectForm, { address: typed, refusal: undefined })}
      />
      <TextField
        id="connect-key"
        label={connect.key}
        hint={kept ?? (hasKey && !hasFailed ? connect.keyHint : undefined)}
        type="password"
        placeholder={connecting.keyPlaceholder}
        value={key}
        problem={problemOf('key')}
        onInput={(typed) => change(connectForm, { key: typed, refusal: undefined })}
      />
      <Actions>
        <Button
          id="connect-save"
          label={tries ? retry : hasKey ? connect.save : connecting.connect}
          kind="primary"
          submit
        />
        {hasKey && (
          <Button
            id="connect-cancel"
            label={cancel}
            onClick={() => change(connectForm, EMPTY, 'connect-change')}
          />
        )}
      </Actions>
      {hasFailed && (
        <p class="hint" role="status">
          {connecting.nothingCharged}
        </p>
      )}
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
function mark(refusal: FieldProblem, others: Partial<ConnectForm> = {}): void {
  change(connectForm, { refusal, ...others }, `connect-${refusal.field}`);
}

function save(): void {
  if (busy.value !== '') return;
  const { hasKey, baseUrl: saved } = server.value;
  const { address = saved, key } = connectForm.value;
  const [baseUrl, apiKey] = [address.trim(), key.trim()];
  const keeps = hasKey && sameAddress(baseUrl, saved);
  if (baseUrl === '' || (apiKey === '' && !keeps)) {
    mark({ field: baseUrl === '' ? 'address' : 'key', why: 'missing' });
    return;
  }
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
      if (refusal) {
        mark(refusal, { isChanging: state.hasKey });
        return undefined;
      }
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
  const { connect, connecting } = texts.value;
  if (!failure) return { kind: 'good', text: connect.tested };
  return { kind: 'bad', text: `${errorText(failure, texts.value)} ${connecting.nothingCharged}` };
}
