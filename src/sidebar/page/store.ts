/** The state of the page. A component that reads a signal renders again when the signal changes. */
import { computed, type Signal, signal } from '@preact/signals';
import type { ErrorData } from '../../contract/error-texts.js';
import type { Estimate } from '../../contract/estimate.js';
import { type Separators, separatorsOf } from '../../contract/formula.js';
import type { SidebarState } from '../../contract/sidebar-api.js';
import type { ServiceStatus } from '../draft/remedies.js';
import { formulasUseOtherKey, payerOf, type SectionName } from '../draft/sections.js';
import { dayIn } from '../draft/today.js';
import type { ValidationContext } from '../draft/validation-issues.js';
import { type SidebarTexts, textsFor } from '../texts/language.js';
import { createFormat } from './format.js';
import type { LookUps } from './look-ups.js';

/** The result of an action, shown by the notices with its id. */
export interface Notice {
  readonly actionId: string;
  readonly kind: 'good' | 'warning' | 'bad';
  readonly text: string;
  /** The error, and a function that repeats the call. */
  readonly failed?: { readonly error: ErrorData; readonly retry?: () => void };
}

interface View {
  readonly section: SectionName;
  /** True if the section Build shows Start. */
  readonly starting: boolean;
  /** The confirmation that is open: the id of its button, with its question if that can change; empty for none. */
  readonly asking: string;
}

/** The last state of the add-on, which each call returns. Nothing reads it or the look-ups before the first one. */
export const server = signal({} as SidebarState);
/** The texts of the person's language, which is known before a section renders. */
export let texts: SidebarTexts = textsFor('');

export function setLanguage(locale: string): void {
  texts = textsFor(locale);
}

export const view = signal<View>({ section: 'build', starting: false, asking: '' });
/** The id of the action that runs; empty for none. */
export const busy = signal('');
export const notice = signal<Notice | undefined>(undefined);
export const serviceStatus = signal<ServiceStatus>('unknown');
export const lookUps = signal({} as LookUps);

/** Identifies the service and the key of the page; empty without a key. */
export const connection = computed(() => {
  const { hasKey, baseUrl, keyEnding, sharing } = server.value;
  const shared = sharing && [sharing.baseUrl, sharing.keyEnding];
  return hasKey || sharing ? JSON.stringify([baseUrl, keyEnding, shared]) : '';
});

const formats = computed(() => createFormat(server.value.userLocale, server.value.timeZone));

export const format = () => formats.value;
/** The separators of formulas in this spreadsheet. */
export const separators = (): Separators => separatorsOf(server.value.spreadsheetLocale);
export const credits = (value: number): string => texts.credits({ count: value });

/** Returns the number of matching records as text. Of many, the service knows only the minimum. */
export function matches({ matching, isExact }: Pick<Estimate, 'matching' | 'isExact'>): string {
  const { service } = texts;
  return (isExact ? service.matching : service.moreThan)({ count: matching });
}

/** Returns the groups that formulas can use; undefined if the service lists none, or another key pays. */
function groupsOfFormulas(): readonly string[] | undefined {
  if (formulasUseOtherKey(server.value)) return undefined;
  const listed = lookUps.value.groups();
  return listed && [...server.value.groups, ...listed.map(({ name }) => name)];
}

export function validationContext(): ValidationContext {
  return { today: dayIn(server.value.timeZone), separators: separators(), groups: groupsOfFormulas };
}

/**
 * Returns the most credits that formulas here may spend today: the spreadsheet's budget, or the cap of a
 * shared key if that is lower. `remaining` is at most what is left of the month's budget.
 */
export function limitOfToday() {
  const { activity, sharing, rules } = server.value;
  const { dailyBudget, monthlyBudget } = rules;
  const leftOfMonth = monthlyBudget ? monthlyBudget - activity.month : Number.POSITIVE_INFINITY;
  const budget = Math.min(dailyBudget, sharing?.dailyCap ?? dailyBudget);
  const remaining = Math.max(0, Math.min(budget - activity.today, leftOfMonth));
  // the only person who can raise it, if it is the cap of a colleague's key
  const isCap = payerOf(server.value) === 'shared' && budget === sharing?.dailyCap;
  const sharer = isCap ? sharing.owner : undefined;
  return { budget, remaining, isMonthUsed: leftOfMonth <= 0, sharer };
}

/** "958 left today", of the budget or of what a colleague shares. */
export function leftOfToday(): string {
  const { remaining: count, sharer } = limitOfToday();
  return sharer === undefined ? texts.build.leftToday({ count }) : texts.build.leftOf({ count, sharer });
}

/** Changes a form, and keeps the focus where it is or moves it. */
export function change<T extends object>(form: Signal<T>, changes: Partial<T>, focus = ''): undefined {
  form.value = { ...form.value, ...changes };
  keepFocus(focus);
}

/**
 * Makes the props of fields by their names.
 * @param prefix of their ids, which end with their names: newRows has the id job-new-rows
 * @param values that the fields show
 */
export function fieldProps<T extends object>(
  prefix: string,
  values: T,
  edit: (changes: NoInfer<Partial<T>>) => void,
) {
  return <K extends keyof T & string>(name: K, label: string, ending: string = name) => ({
    id: `${prefix}-${ending.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`,
    label,
    value: values[name],
    onChange: (value: T[K]) => edit({ [name]: value } as unknown as Partial<T>),
  });
}

/** Does the same for the fields of a form. @param others further changes with each of them */
export function formFields<T extends object, V extends Partial<T> = T>(
  prefix: string,
  form: Signal<T>,
  values = form.value as unknown as V,
  others: Partial<T> = {},
) {
  return fieldProps(prefix, values, (changes) => change(form, { ...others, ...changes }));
}

/** Goes to the top of a section. @param focus the element there that gets the focus */
export function go(section: SectionName, focus = `tab-${section}`, starting = view.value.starting): void {
  change(view, { section, starting, asking: '' }, focus);
  document.documentElement.scrollTop = 0;
}

let focusId = '';
let isFocusQueued = false;

/**
 * After rendering, moves the focus to the element `id`, or to the section if the focused element is gone. It
 * opens the closed part with the element.
 */
export function keepFocus(id = ''): undefined {
  focusId = id || focusId;
  if (isFocusQueued) return undefined;
  isFocusQueued = true;
  const before = document.activeElement?.id ?? '';
  const restore = () => {
    isFocusQueued = false;
    const target = focusId || before;
    focusId = '';
    if (target === '' || document.activeElement?.id === target) return;
    const isLost = document.activeElement === document.body;
    const element = document.getElementById(target) ?? (isLost ? document.getElementById('section') : null);
    element?.closest('details:not([open]) > :not(summary)')?.parentElement?.setAttribute('open', '');
    element?.focus({ preventScroll: element.id === 'section' });
  };
  // the page renders in a microtask, which may be queued after this one
  queueMicrotask(() => queueMicrotask(restore));
}
