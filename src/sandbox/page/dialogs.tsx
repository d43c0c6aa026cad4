/** Alerts and short messages of the script and of the page. */
import { type Signal, signal } from '@preact/signals';
import type { DialogRequest } from '../bridge/operations.js';
import type { FromHost } from '../server/protocol.js';

type Toast = Omit<FromHost & { type: 'toast' }, 'type'>;
type Question = DialogRequest & { readonly answer: (button: string) => void };

const toasts = signal<readonly Toast[]>([]);
const questions = signal<readonly Question[]>([]);

/** Shows a short message in the corner of the page; for negative seconds, until the person clicks it. */
export function showToast(toast: Toast): void {
  toasts.value = [...toasts.value, toast];
  if (toast.seconds >= 0) setTimeout(() => remove(toasts, toast), toast.seconds * 1000);
}

function remove<T>(list: Signal<readonly T[]>, item: T): void {
  list.value = list.value.filter((one) => one !== item);
}

export function Toasts() {
  return (
    <div id="toasts" role="status">
      {toasts.value.map((toast) => (
        <button
          key={toast}
          type="button"
          class="toast"
          onClick={() => remove(toasts, toast)}
          // the grid must not react to its keys
          onKeyDown={(event) => event.stopPropagation()}
        >
          <strong>{toast.title}</strong>
          {toast.message}
        </button>
      ))}
    </div>
  );
}

/** Calls `answer` with the pressed button, or with CLOSE if the person closes the dialog. */
export function askPerson(dialog: DialogRequest, answer: Question['answer']): void {
  questions.value = [...questions.value, { ...dialog, answer }];
}

/** The newest is above the others. */
export function Dialogs() {
  return questions.value.map((question) => (
    <dialog
      key={question}
      ref={showModal}
      aria-label={question.title || question.message}
      onClose={({ currentTarget }) => {
        remove(questions, question);
        question.answer(currentTarget.returnValue || 'CLOSE');
      }}
      // the grid must not react to the dialog's keys
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form method="dialog">
        <h2 hidden={question.title === ''}>{question.title}</h2>
        <p>{question.message}</p>
        <menu role="none">
          {question.buttons.map((value) => (
            <button key={value} type="submit" value={value}>
              {value === 'CANCEL' ? 'Cancel' : value}
            </button>
          ))}
        </menu>
      </form>
    </dialog>
  ));
}

function showModal(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
}
