/** What the page knows and shows. A component that reads a signal is drawn again when it changes. */
import { computed, type Signal, signal } from '@preact/signals';
import type { ErrorData } from '../../contract/error-texts.js';
import type { Estimate } from '../../contract/estimate.js';
import { type Separators, separatorsOf } from '../../contract/formula.js';
import type { SidebarState } from '../../contract/sidebar-api.js';
import type { DayAndSeparators } from '../draft/contradictions.js';
import type { ServiceCondition } from '../draft/remedies.js';
import {
  asksWithOther,
  isConnected,
  isUsable,
  payerOf,
  SECTIONS,
  type SectionName,
} from '../draft/sections.js';
import { todayIn } from '../draft/today.js';
import { type SidebarTexts, textsFor } from '../texts/language.js';
import { createFormat } from './format.js';
import { type LookUps, NO_LOOK_UPS } from './look-ups.js';

/** What an action has come to, shown where the notices of its id are. */
export interface Notice {
  readonly place: string;
  readonly kind: 'good' | 'warning' | 'bad';
  readonly text: string;
  /** An error has what it is, and the same call again. */
  readonly failed?: { readonly error: ErrorData; readonly retry?: () => void };
}

interface View {
  readonly section: SectionName;
  /** The section Build shows Start. */
  readonly starting: boolean;
  /** The button whose confirmation is open; empty for none. */
  readonly asking: string;
}

/** What the add-on said last: each call returns all of it. Nothing reads it before it is there. */
export const server = signal({} as SidebarState);
/** The person's language is known before a section is drawn. */
export let texts: SidebarTexts = textsFor('');

/** @param locale of the person */
export function speak(locale: string): void {
  texts = textsFor(locale);
}

export const view = signal<View>({ section: 'build', starting: false, asking: '' });
/** The id of the action that runs; empty for none. */
export const busy = signal('');
export const notice = signal<Notice | undefined>(undefined);
export const condition = signal<ServiceCondition>('unknown');
export const lookUps = signal<LookUps>(NO_LOOK_UPS);

const formats = computed(() => createFormat(server.value.userLocale, server.value.timeZone));
const separated = computed(() => separatorsOf(server.value.spreadsheetLocale));

export function format() {
  return formats.value;
}

/** The separators of formulas in this spreadsheet. */
export function separators(): Separators {
  return separated.value;
}

/** A number in the person's notation. */
export function count(value: number): string {
  return formats.value.count(value);
}

export function credits(value: number): string {
  return texts.credits({ count: value });
}

/** How many records a question finds, which for many the service says only roughly. */
export function matches({ matching, isExact }: Pick<Estimate, 'matching' | 'isExact'>): string {
  const { service } = texts;
  return (isExact ? service.matching : service.moreThan)({ count: matching });
}

/** Groups that a formula finds, as far as is known; undefined where the service does not tell them, or another key pays. */
function groupsOfFormulas(): readonly string[] | undefined {
  if (asksWithOther(server.value)) return undefined;
  const listed = lookUps.value.groups();
  return listed && [...server.value.groups, ...listed.map(({ name }) => name)];
}

/** What values are checked against. */
export function written(): DayAndSeparators {
  return { today: todayIn(server.value.timeZone), separators: separators(), groups: groupsOfFormulas };
}

/**
 * The most credits that formulas here may spend today: the spreadsheet's budget, or the cap of a shared key where that ends
 * first. What is left of it is no more than what is left of the month's budget.
 */
export function limitOfToday() {
  const { activity, sharing, rules } = server.value;
  const { today, month, budget: own } = activity;
  const ofMonth = rules.monthlyBudget ? rules.monthlyBudget - month : Number.POSITIVE_INFINITY;
  const budget = Math.min(own, sharing?.dailyCap ?? own);
  // who alone can raise it, where it is the cap of a colleague's key
  const isCap = payerOf(server.value) === 'sharer' && budget === sharing?.dailyCap;
  const sharer = isCap ? sharing.owner : undefined;
  return { today, budget, left: Math.max(0, Math.min(budget - today, ofMonth)), sharer };
}

/** What the menu opens to track companies: a part of the section with the groups. */
export const TRACK = 'track';

/** @param wanted the section that the menu opened; empty for none */
export function openView(state: SidebarState, wanted: string): void {
  const chosen = SECTIONS.find((name) => name === (wanted === TRACK ? 'groups' : wanted));
  const section = chosen && isUsable(chosen, state) ? chosen : isConnected(state) ? 'build' : 'connect';
  // who chooses the builder in the menu gets it
  const starting = chosen !== 'build' && state.jobs.length === 0 && state.activity.calls.length === 0;
  view.value = { section, starting, asking: '' };
  if (!isConnected(state)) keepFocus('connect-address');
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

/** The same for the fields of a form. @param others what else changes with each of them */
export function formFields<T extends object, V extends Partial<T> = T>(
  prefix: string,
  form: Signal<T>,
  values = form.value as unknown as V,
  others: Partial<T> = {},
) {
  return fieldProps(prefix, values, (changes) => change(form, { ...others, ...changes }));
}

/** Goes to a section. @param focus the element there that gets the focus */
export function go(section: SectionName, focus = `tab-${section}`, starting = view.value.starting): void {
  change(view, { section, starting, asking: '' }, focus);
}

let wanted = '';
let isPending = false;

/** Once the page is drawn: if the focused element no longer exists, the section gets the focus. @param id of another element that gets it */
export function keepFocus(id = ''): undefined {
  wanted = id || wanted;
  if (isPending) return undefined;
  isPending = true;
  const before = document.activeElement?.id ?? '';
  const restore = () => {
    isPending = false;
    const target = wanted || before;
    wanted = '';
    if (target === '' || document.activeElement?.id === target) return;
    const element = document.getElementById(target) ?? document.getElementById('section');
    element?.focus({ preventScroll: element.id === 'section' });
  };
  // the page is drawn in a microtask, which may be asked for after this one
  queueMicrotask(() => queueMicrotask(restore));
}
