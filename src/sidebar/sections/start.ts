/** Start: three tables that one click makes, each with its price, and the way to one's own question. */
import { INDUSTRIES } from '../../contract/enumerations.js';
import { separatorsOf } from '../../contract/formula.js';
import { actions, button, noticeAt } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { selectField } from '../controls/fields.js';
import { makeTable } from '../draft/starter-run.js';
import {
  affordable,
  formulasOf,
  STARTERS,
  type Starter,
  type StarterName,
  sheetOf,
  starterOf,
  watchListRows,
} from '../draft/starters.js';
import { type Child, el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { Page } from '../page/page.js';
import { sheetMade } from './insertion.js';
import { sentenceCard } from './sentence.js';
import { madeSection } from './start-made.js';
import { starterPicture } from './starter-picture.js';

const WATCH_LIST = 'starter-watchlist';

export function startSection(page: Page): Child[] {
  const { draft, texts, format, state } = page;
  const { start } = texts;
  if (draft.made) return madeSection(page, draft.made);
  const { today, budget } = state.activity;
  return [
    // for a person who comes from Connect
    noticeAt(page, 'connect-save'),
    sentenceCard(page),
    el('h2', { class: 'lead' }, start.lead),
    STARTERS.map((name) => starterCard(page, name)),
    ownRow(page, 'start-own', 'build', start.own, start.ownText, () =>
      page.edit({ starting: false, focus: 'build-dataset' }),
    ),
    ownRow(page, WATCH_LIST, 'groups', start.watchList.name, start.watchList.text, () => watchList(page)),
    noticeAt(page, WATCH_LIST),
    el(
      'p',
      { class: 'hint centred', id: 'start-left' },
      start.left(format.count(Math.max(0, budget - today)), format.count(budget)),
    ),
  ];
}

function starterCard(page: Page, name: StarterName): HTMLElement {
  const { draft, texts, busy, state } = page;
  const { start } = texts;
  const id = `starter-${name}`;
  const limit = affordable(state.activity);
  const isPaid = name === 'data-centres';
  const waits = busy !== '' || (isPaid && limit <= 0);
  const starter = starterOf(name, {
    group: draft.starterGroup,
    industry: draft.starterIndustry,
    limit: Math.max(1, limit),
  });
  return el(
    'section',
    { class: 'card starter', 'data-busy': busy === id, 'data-waits': busy !== '' && busy !== id },
    starterPicture(name),
    el(
      'div',
      {},
      el(
        'button',
        {
          id,
          type: 'button',
          class: 'starter-name',
          'aria-disabled': waits ? 'true' : undefined,
          'aria-describedby': `${id}-price`,
          onclick: () => !waits && make(page, name, starter),
        },
        start.names[name],
      ),
      name === 'hiring' && groupChoice(page),
      name === 'executives' && industryChoice(page),
      el(
        'p',
        { id: `${id}-price`, class: 'hint' },
        busy === id ? start.making : price(page, starter, isPaid),
      ),
    ),
    noticeAt(page, id),
  );
}

/** What it costs at most, by the estimate where there is one: "38 records · you pay 24 credits". */
function price(page: Page, starter: Starter, isPaid: boolean): string {
  const { texts, format, service, state } = page;
  const { start } = texts;
  if (!isPaid) return start.free;
  const limit = affordable(state.activity);
  if (limit <= 0) return start.noBudget;
  const [formula = ''] = formulasOf(starter, separatorsOf(state.spreadsheetLocale));
  const estimate = service.estimate(formula, limit);
  if (!estimate) return start.atMost(texts.credits(format.count(limit)));
  const { returned, matching, isExact, credits } = estimate;
  const found = texts.service.matching(format.count(matching), isExact);
  const cut = returned < matching ? [start.newest(format.count(returned))] : [];
  return [found, ...cut, start.price(texts.credits(format.count(credits)))].join(' · ');
}

/** All tracked companies, or those of a group. */
function groupChoice(page: Page): HTMLElement {
  const { draft, state, service, texts } = page;
  const names = new Set([...state.groups, ...(service.groups() ?? []).map(({ name }) => name)]);
  return selectField({
    id: 'starter-group',
    label: texts.start.accounts,
    labelUnseen: true,
    value: draft.starterGroup,
    choices: [
      { value: '', label: texts.start.allAccounts },
      ...[...names].map((name) => ({ value: name, label: name })),
    ],
    onChange: (starterGroup) => page.edit({ starterGroup }),
  });
}

function industryChoice(page: Page): HTMLElement {
  const { draft, texts } = page;
  return selectField({
    id: 'starter-industry',
    label: texts.start.industry,
    labelUnseen: true,
    value: draft.starterIndustry,
    choices: [
      { value: '', label: texts.start.allIndustries },
      ...INDUSTRIES.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
    ],
    onChange: (starterIndustry) => page.edit({ starterIndustry }),
  });
}

function make(page: Page, name: StarterName, starter: Starter): void {
  const separators = separatorsOf(page.state.spreadsheetLocale);
  const sheet = sheetOf(page.texts.start.tabs[name], starter, separators);
  let made: Awaited<ReturnType<typeof makeTable>>['made'];
  void page.call(
    `starter-${name}`,
    async (client) => {
      const run = await makeTable(client, { sheet, formulas: formulasOf(starter, separators) });
      made = run.made;
      return run.state;
    },
    () =>
      made
        ? {
            draft: {
              made: { ...made, ...(starter.questions.length === 1 && { question: starter.questions[0] }) },
              focus: 'made-open',
              ...(!made.failed && !page.draft.fresh && { fresh: 'offered' }),
            },
          }
        : {},
  );
}

function watchList(page: Page): void {
  const { start } = page.texts;
  const rows = watchListRows(start.watchList, separatorsOf(page.state.spreadsheetLocale));
  void page.call(
    WATCH_LIST,
    (client) => client.insertSheet({ name: start.watchList.name, rows }),
    sheetMade(page),
  );
}

function ownRow(
  page: Page,
  id: string,
  picture: 'build' | 'groups',
  name: string,
  text: string,
  onClick: () => void,
): HTMLElement {
  return el(
    'button',
    {
      id,
      type: 'button',
      class: 'card own-row',
      'data-busy': page.busy === id,
      'aria-disabled': page.busy !== '' ? 'true' : undefined,
      onclick: () => page.busy === '' && onClick(),
    },
    icon(picture),
    el('span', {}, el('strong', {}, name), el('br', {}), el('span', { class: 'hint' }, text)),
    icon('next'),
  );
}

/** For the sections that a person without a key cannot use. */
export function gate(page: Page): HTMLElement {
  const { start, sections } = page.texts;
  return card(
    'gate-title',
    start.gateTitle,
    el('p', {}, start.gateText(sections[page.draft.section])),
    actions(
      button(page, {
        id: 'gate-connect',
        label: start.gateButton,
        kind: 'primary',
        onClick: () => page.edit({ section: 'connect', focus: 'connect-address' }),
      }),
    ),
  );
}
