/** Buttons with the calls that they make, forms, confirmations and notices. */
import type { ComponentChildren, HTMLAttributes, RenderableProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { chargeOf, REMEDY_TARGETS, type Remedy, remediesFor } from '../draft/remedies.js';
import { call, type Done, type Request } from '../page/action.js';
import { errorText } from '../page/error-text.js';
import { busy, change, go, keepFocus, notice, server, texts, view } from '../page/store.js';
import PATHS from './icons.json';

type IconName = keyof typeof PATHS;
type NoticeState = NonNullable<typeof notice.value>;

/** Lines of 1.6 on a grid of 20, in the text colour. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width={20} height={20} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The effect of a click: a call, whose result the notice of the same id shows, or `onClick`. */
interface Action {
  readonly request?: Request;
  readonly done?: Done;
  /** True if the call spends credits at a shown price. */
  readonly isPriced?: boolean;
  readonly onClick?: () => void;
}

interface ButtonProps extends Action {
  /** Its call has the same id: the button shows a spinner while the call runs. */
  readonly id: string;
  readonly label: string;
  /** Shown in place of the label. */
  readonly icon?: IconName;
  /** Distinguishes buttons with the same label, for screen readers. */
  readonly target?: string | undefined;
  readonly kind?: 'primary' | 'plain' | 'danger' | 'link';
  /** In place of the look of its kind. */
  readonly class?: string;
  readonly submit?: boolean;
  /** True if something is missing before it can be clicked; `describedBy` names what. */
  readonly isDisabled?: boolean;
  readonly describedBy?: string | undefined;
  /** The cost, in small print below the label. */
  readonly note?: string | undefined;
  /** True if it works during a call. */
  readonly always?: boolean;
  /** Shown in place of the label. */
  readonly children?: ComponentChildren;
}

/** During a call, it stays in the tab order but does nothing. */
export function Button({ id, label, icon, target, kind = 'plain', note, ...others }: ButtonProps) {
  const { submit, describedBy, isDisabled: isMissing = false, always = false } = others;
  const { class: look = `button ${icon ? 'icon-only' : kind}`, children = label } = others;
  const isInactive = isMissing || (busy.value !== '' && !always);
  return (
    <button
      id={id}
      key={id}
      class={look}
      type={submit ? 'submit' : 'button'}
      title={icon && label}
      aria-label={icon ? label : target && `${label}: ${target}`}
      aria-disabled={isInactive ? 'true' : undefined}
      aria-describedby={describedBy}
      data-busy={busy.value === id || undefined}
      data-missing={isMissing || undefined}
      onClick={() => !isInactive && runAction(id, others)}
    >
      {icon ? <Icon name={icon} /> : children}
      {note && [' ', <small key="note">{note}</small>]}
    </button>
  );
}

/** A button that looks like a link. */
export function Link(props: Omit<ButtonProps, 'kind'>) {
  return <Button {...props} kind="link" />;
}

function runAction(actionId: string, { request, done, isPriced, onClick }: Action): void {
  if (request) void call(actionId, request, done, isPriced);
  else onClick?.();
}

type CardButtonProps = Record<'id' | 'name' | 'text', string> & { icon: IconName; onClick: () => void };

/** A card that is a button, with a picture, a name and a line of text. */
export function CardButton({ icon, name, text, ...button }: CardButtonProps) {
  return (
    <Button {...button} label={name} class="card own-row">
      <Icon name={icon} />
      <span>
        <strong>{name}</strong>
        {text !== '' && <br />}
        {text !== '' && <span class="hint">{text}</span>}
      </span>
      <Icon name="next" />
    </Button>
  );
}

/** @param of the name of the list's item that the buttons are for: those of other items have the same labels */
export function Actions({ of, children }: RenderableProps<{ of?: string }>) {
  const group = of !== undefined && { role: 'group' as const, 'aria-label': of };
  return (
    <div class="actions" {...group}>
      {children}
    </div>
  );
}

type FormProps = RenderableProps<{ id: string; row?: boolean; isValidated?: boolean; onSubmit: () => void }>;

/**
 * The page, not the browser, reports the problems of its fields.
 * @param isValidated true if a field with a problem gets the focus in place of a submission
 */
export function Form({ id, row, isValidated, onSubmit, children }: FormProps) {
  const submit = (event: Event & { readonly currentTarget: Element }) => {
    event.preventDefault();
    const wrong = isValidated && event.currentTarget.querySelector('[aria-invalid]');
    return wrong ? keepFocus(wrong.id) : onSubmit();
  };
  return (
    <form id={id} key={id} class={row ? 'row' : undefined} noValidate onSubmit={submit}>
      {children}
    </form>
  );
}

/** @param children the buttons that answer it */
export function Question({ text, children }: RenderableProps<{ text: string }>) {
  return (
    <div class="question" role="group" aria-label={text}>
      <p>{text}</p>
      <Actions>{children}</Actions>
    </div>
  );
}

interface ConfirmProps extends Action {
  /** The id of the button that asks. */
  readonly id: string;
  /** The id of the call, if its notice is elsewhere. */
  readonly actionId?: string;
  readonly label: string;
  readonly question: string;
  /** Its label by default. */
  readonly yes?: string;
  readonly kind?: 'plain' | 'link';
}

/**
 * A button that asks for confirmation before it does something that cannot be undone. A question whose words
 * change, because the state has changed, closes: the person has not read the new one.
 */
export function Confirm(props: ConfirmProps) {
  const { id, actionId = id, label, question, yes = label, kind = 'plain' } = props;
  const asking = `${id}: ${question}`;
  if (view.value.asking !== asking) {
    const ask = () => change(view, { asking }, `${id}-no`);
    return <Button id={id} label={label} kind={kind} onClick={ask} />;
  }
  const close = () => change(view, { asking: '' }, id);
  const confirm = () => {
    close();
    runAction(actionId, props);
  };
  return (
    <Question text={question}>
      <Button id={`${id}-yes`} label={yes} kind="danger" onClick={confirm} />
      <Button id={`${id}-no`} label={texts.cancel} onClick={close} />
    </Question>
  );
}

type LineProps = HTMLAttributes<HTMLParagraphElement> & { kind: 'good' | 'warning' | 'bad' };

/** A line with an icon before it. */
export function Line({ kind, children, ...others }: LineProps) {
  return (
    <p class={`notice ${kind}`} {...others}>
      <Icon name={kind === 'good' ? 'good' : 'warning'} />
      <span>{children}</span>
    </p>
  );
}

/** The last notice on the screen: a section that opens again does not announce it again. */
let announced: NoticeState | undefined;

/** The result of the last call of one of these ids. @param isFree true if none of them costs credits */
export function Notice({ of, isFree }: { of: string | readonly string[]; isFree?: boolean }) {
  const { actionId, kind, text, failed } = notice.value ?? { actionId: '' };
  const [before] = useState(announced);
  const isOld = notice.value === before;
  const isBad = kind === 'bad';
  const shown = kind && [of].flat().includes(actionId) && (
    <Line kind={kind} role={isBad && !isOld ? 'alert' : undefined}>
      {text}
      {failed && <RemedyButtons actionId={actionId} isFree={isFree} {...failed} />}
    </Line>
  );
  // render the region before its text: a screen reader announces only what is added to it later
  const [isThere, setThere] = useState(!shown || isOld);
  useEffect(() => {
    setThere(true);
    if (shown) announced = notice.peek();
  });
  return (
    <>
      <div class="said" role="status">
        {isThere && !isBad && shown}
      </div>
      {isBad && shown}
    </>
  );
}

/** A stored error: its text, its cost, and the buttons that help. */
export function StoredError(props: Omit<RemedyProps, 'retry'>) {
  return (
    <Line kind="bad">
      {errorText(props.error, texts)}
      <RemedyButtons {...props} />
    </Line>
  );
}

type RemedyProps = { actionId: string; isFree?: boolean | undefined } & NonNullable<NoticeState['failed']>;

function RemedyButtons({ actionId, isFree, error, retry }: RemedyProps) {
  const { labels, charges } = texts.remedies;
  const charge = chargeOf(error, actionId, isFree);
  const isUseful = (one: Remedy) => {
    if (one === 'retry') return retry !== undefined;
    if (one === 'held') return charge !== 'none' && server.value.activity.held.length > 0;
    // a job has no limit
    if (one === 'limit') return charge !== 'kept';
    return view.value.section !== one;
  };
  const applyRemedy = (one: Remedy) => {
    if (one === 'retry') return retry?.();
    const { section, focus, starting } = REMEDY_TARGETS[one];
    go(section, focus, starting);
  };
  const buttons = remediesFor(error)
    .filter(isUseful)
    .map((one) => (
      <Button key={one} id={`${actionId}-${one}`} label={labels[one]} onClick={() => applyRemedy(one)} />
    ));
  return (
    <>
      {charge && [<br key="break" />, charges[charge]]}
      {buttons.length > 0 && <span class="actions">{buttons}</span>}
    </>
  );
}
