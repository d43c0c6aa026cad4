/** What the person has typed and chosen in the page, and the add-on does not know yet. A failed call loses none of it. */
import type { AlertSecret } from '../../contract/alerts.js';
import type { BuilderQuestion, BuilderValue, OpenedFormula } from '../../contract/formula-question.js';
import type {
  CellReference,
  CellState,
  Preview,
  PushedNews,
  SidebarState,
  TrackedCompanyEntry,
} from '../../contract/sidebar-api.js';
import type { JobDraft } from './job-draft.js';
import { type CompanyMode, newQuestion } from './question-edit.js';
import type { Reading } from './sentence-question.js';
import type { MadeTable } from './starter-run.js';

export const SECTIONS = ['build', 'groups', 'news', 'jobs', 'activity', 'connect'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** The field of the form Connect that an error is about, and why. */
export interface FieldProblem {
  readonly field: 'address' | 'key';
  readonly why: 'missing' | 'malformed' | 'refused' | 'nothing' | 'other';
}

/** What a starter has made, and the question that it asks where that is one. */
export interface Made extends MadeTable {
  readonly question?: BuilderQuestion | undefined;
}

export interface Draft {
  readonly section: SectionName;
  /** Whether the section Build shows Start. */
  readonly starting: boolean;
  readonly made?: Made | undefined;
  /** Of the starters; empty for all. */
  readonly starterGroup: string;
  readonly starterIndustry: string;
  /** The button whose confirmation is open; empty for none. */
  readonly asking: string;
  /** The element that gets the focus when the page is drawn next; empty for none. */
  readonly focus: string;

  readonly changingKey: boolean;
  readonly address: string;
  readonly key: string;
  /** What is wrong with what was typed last. */
  readonly refusal?: FieldProblem | undefined;
  readonly lending: boolean;
  readonly payerName: string;
  readonly dailyCap: string;

  readonly groupName: string;
  /** Whether the name is being typed, not chosen. */
  readonly groupTyped: boolean;
  readonly companies?: { readonly group: string; readonly list: readonly TrackedCompanyEntry[] } | undefined;
  readonly companySearch: string;
  readonly checkGroup: string;
  readonly pasted: string;
  readonly checked?:
    | { readonly tracked: readonly string[]; readonly untracked: readonly string[] }
    | undefined;

  /** The sentence in the box of the builder. */
  readonly sentence: string;
  /** What was read from the sentence, and the sentence that it was. */
  readonly reading?: (Reading & { readonly sentence: string }) | undefined;
  readonly question: BuilderQuestion;
  /** The question before its function was changed, so that trying other functions loses nothing. */
  readonly origin?: BuilderQuestion | undefined;
  /** The filter that is open to be changed, `+` for the names of those that can be added; empty for none. */
  readonly filter: string;
  readonly companyMode: CompanyMode;
  /** The companies of the other modes, in case the person returns to them. */
  readonly companiesOf: Partial<Readonly<Record<CompanyMode, BuilderValue>>>;
  /** The formula that the question was read from, and its cell. */
  readonly opened?:
    | { readonly formula: OpenedFormula; readonly text: string; readonly cell: CellReference }
    | undefined;
  /** Texts typed into the fields of lists, by option. */
  readonly typed: Readonly<Record<string, string>>;
  readonly occupied?: CellState | undefined;
  readonly preview?: Preview | undefined;
  readonly templateName: string;
  /** Whether keeping formulas fresh has been offered, after an insert, and declined. */
  readonly fresh?: 'offered' | 'declined';
  /** The job that keeps them fresh, until it is saved. */
  readonly freshJob?: JobDraft | undefined;

  readonly newsGroup: string;
  readonly newsDays: string;
  /** Undefined until it is typed: then the group's saved address is used. */
  readonly callback?: string | undefined;
  readonly pushedAlready?: PushedNews | undefined;
  readonly answer?: { readonly group: string; readonly text: string } | undefined;

  /** The job that is being created or changed; undefined while the list is shown. */
  readonly job?: JobDraft | undefined;
  /** The run that this page has started, while it lasts: days done and days to do where it has days. */
  readonly running?:
    | {
        readonly job: string;
        readonly share: readonly [number, number] | undefined;
        readonly text: string;
        readonly isCancelled: boolean;
        cancel(): void;
      }
    | undefined;
  /** The tokens of cancelled runs, by job: they resume. */
  readonly stopped: Readonly<Record<string, string>>;
  /** Whether the form has been submitted with an alert that lacks its address. */
  readonly alertsChecked?: boolean;
  /** Of webhooks that were just saved: they are shown only once. */
  readonly alertSecrets?: readonly AlertSecret[];
  /** The receiver's address while the page is open: it is shown only once. */
  readonly receiver?: { readonly address: string; readonly query: string } | undefined;

  readonly budget?: string | undefined;
  readonly mode?: 'daily' | 'manual' | 'live' | undefined;
  readonly minutes?: string | undefined;
}

/** Whether there is a key to ask with: the person's own, a shared one, or one that formulas here use. */
export function isConnected({ hasKey, sharing, formulaKey }: SidebarState): boolean {
  return hasKey || sharing !== undefined || formulaKey === 'other';
}

/** Whether a section is of use: without a key only Connect, and what there is to see or to end. */
export function isUsable(section: SectionName, state: SidebarState): boolean {
  return (
    section === 'connect' ||
    isConnected(state) ||
    (section === 'jobs' && state.jobs.length > 0) ||
    (section === 'activity' && state.activity.calls.length > 0)
  );
}

/** @param wanted the section that the menu opened; empty for none */
export function createDraft(state: SidebarState, wanted: string): Draft {
  const chosen = SECTIONS.find((name) => name === wanted);
  const section = chosen && isUsable(chosen, state) ? chosen : isConnected(state) ? 'build' : 'connect';
  const [first = ''] = state.groups;
  const group = state.defaultGroup || first;
  return {
    section,
    // who chooses the builder in the menu gets it
    starting: chosen !== 'build' && state.jobs.length === 0 && state.activity.calls.length === 0,
    starterGroup: state.defaultGroup,
    starterIndustry: '',
    asking: '',
    focus: isConnected(state) ? '' : 'connect-address',
    changingKey: false,
    address: state.baseUrl,
    key: '',
    lending: false,
    payerName: '',
    dailyCap: '200',
    groupName: '',
    groupTyped: false,
    companySearch: '',
    checkGroup: group,
    pasted: '',
    ...newBuild(state.defaultGroup),
    templateName: '',
    stopped: {},
    newsGroup: group,
    newsDays: '1',
  };
}

/** An empty builder. @param group the group of new formulas; empty for none */
export function newBuild(group: string) {
  return {
    question: newQuestion('EXPANSIONS', group),
    companyMode: group === '' ? 'all' : 'group',
    origin: undefined,
    companiesOf: {},
    filter: '',
    opened: undefined,
    sentence: '',
    reading: undefined,
    typed: {},
    occupied: undefined,
    preview: undefined,
  } as const satisfies Partial<Draft>;
}
