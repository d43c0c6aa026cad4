/** Start: tables that one click creates, their prices and results, and a link to the builder; without a key, samples. */
import { signal } from '@preact/signals';
import { DEFAULT_LIMIT } from '../../contract/datasets.js';
import { INDUSTRIES } from '../../contract/enumerations.js';
import { Actions, Button, CardButton, Line, Link, Notice } from '../controls/actions.js';
import { Card, ClosedPart, Hint } from '../controls/card.js';
import { type Choice, Select, TextField } from '../controls/fields.js';
import { isPaid, mayNameMany } from '../draft/question-edit.js';
import { formulasUseOtherKey } from '../draft/sections.js';
import { runStarter, type StarterResult } from '../draft/settled-cell.js';
import { withCharts } from '../draft/starter-charts.js';
import {
  type ChoiceKind,
  formulasOf,
  PLANS,
  STARTERS,
  type Starter,
  type StarterName,
  sampleStarterOf,
  sheetOf,
  starterOf,
  TEMPLATES,
  watchListRows,
} from '../draft/starters.js';
import { call, type Request } from '../page/action.js';
import { joined } from '../page/format.js';
import { freshOffer } from '../page/forms.js';
import { industryName } from '../page/option-words.js';
import {
  busy,
  credits,
  formFields,
  go,
  keepFocus,
  limitOfToday,
  lookUps,
  matches,
  separators,
  server,
  texts,
  view,
} from '../page/store.js';
import { TroubleLine } from './health.js';
import { onSheetMade } from './insertion.js';
import { FreshOffer } from './keep-fresh.js';
import PICTURES from './pictures.json';
import { SentenceCard } from './sentence.js';
import { groupNames } from './suggestions.js';

const WATCH_LIST = 'starter-watchlist';

interface ShownResult extends StarterResult {
  readonly starter: Starter;
  /** True for the add-on's sample records, which cost nothing and need no refresh. */
  readonly isSample: boolean;
}

export const starterResult = signal<ShownResult | undefined>(undefined);

/** '' means all. An undefined group is the default group. */
const starterChoices = signal({ group: undefined as string | undefined, industry: '', place: '' });
/** The most records of a paid template, enough for a first look. */
const TEMPLATE_LIMIT = 25;
const INDUSTRY_CHOICES = INDUSTRIES.map((value): Choice => [value, industryName(value)]);

export function Start() {
  const { start } = texts;
  // a table of sample records is older than the key
  if (starterResult.value && !starterResult.value.isSample)
    return <StarterResultCard result={starterResult.value} />;
  const { remaining, budget } = limitOfToday();
  const cardOf = (name: StarterName) => <StarterCard key={name} name={name} />;
  const build = () => go('build', 'build-dataset', false);
  return (
    <>
      <TroubleLine />
      {/* the result of saving a key in Connect */}
      <Notice of="connect-save" />
      <SentenceCard />
      <h2 class="lead">{start.lead}</h2>
      {STARTERS.map(cardOf)}
      <ClosedPart id="templates" title={start.templates}>
        {TEMPLATES.map(cardOf)}
      </ClosedPart>
      <CardButton id="start-own" icon="build" name={start.own} text={start.ownText} onClick={build} />
      <CardButton
        id={WATCH_LIST}
        icon="groups"
        name={start.watchList.name}
        text={start.watchList.text({ credits: DEFAULT_LIMIT })}
        onClick={makeWatchList}
      />
      <Notice of={WATCH_LIST} isFree />
      <p class="hint centred" id="start-left">
        {start.left({ left: remaining, budget })}
      </p>
    </>
  );
}

function StarterCard({ name }: { name: StarterName }) {
  const { start } = texts;
  const id = `starter-${name}`;
  const { starter, price, isBlocked } = starterAndPrice(name);
  const isMaking = busy.value === id;
  const { picture, chooses } = PLANS[name];
  const paths = Object.entries(PICTURES[picture]).map(([tone, path]) => (
    <path key={tone} class={tone} d={path} />
  ));
  return (
    <section class="card starter" data-busy={isMaking || undefined}>
      <svg class="picture" viewBox="0 0 76 58" aria-hidden="true">
        {paths}
      </svg>
      <div>
        <Button
          id={id}
          class="starter-name"
          label={start.names[name]}
          isDisabled={isBlocked}
          describedBy={`${id}-price`}
          onClick={() => makeStarter(name, starter)}
        />
        {chooses && <ChoiceField name={name} />}
        <Hint id={`${id}-price`}>{isMaking ? start.making : price}</Hint>
      </div>
      <Notice of={id} isFree={!starter.questions.some(isPaid)} />
    </section>
  );
}

/** The field for the choice before the click. */
function ChoiceField({ name }: { name: StarterName }) {
  const { start, build } = texts;
  const { chooses, needsChoice } = PLANS[name];
  const { group } = chosen();
  const field = formFields(`starter-${name}`, starterChoices, { ...starterChoices.value, group });
  if (chooses === 'place')
    return <TextField {...field('place', start.place)} hideLabel placeholder={start.placeExample} />;
  if (chooses === 'industry') {
    const industries = [['', start.allIndustries] as const, ...INDUSTRY_CHOICES];
    return <Select {...field('industry', start.industry)} hideLabel choices={industries} />;
  }
  const groups = [['', needsChoice ? build.choose : start.allAccounts] as const, ...groupNames(group)];
  return <Select {...field('group', start.accounts)} hideLabel choices={groups} />;
}

/** The choices before the click. */
function chosen(): Readonly<Record<ChoiceKind, string>> {
  const { group = server.value.defaultGroup, industry, place } = starterChoices.value;
  return { group, industry, place: place.trim() };
}

/** Returns a click's starter, its price in words, and true if something is missing before the click. */
function starterAndPrice(name: StarterName) {
  const { chooses, needsChoice = false } = PLANS[name];
  const choices = chosen();
  const isTemplate = name !== 'data-centres';
  const limit = Math.min(isTemplate ? TEMPLATE_LIMIT : DEFAULT_LIMIT, limitOfToday().remaining);
  const starter = starterOf(name, { ...choices, limit: Math.max(1, limit) });
  if (needsChoice && chooses && choices[chooses] === '')
    return { starter, price: texts.start.chooseFirst, isBlocked: true };
  if (!starter.questions.some(isPaid)) return { starter, price: texts.start.free, isBlocked: false };
  return { starter, price: priceOf(starter, limit, isTemplate), isBlocked: limit <= 0 };
}

/** Returns the greatest price, by the estimate if there is one: "38 records · you pay 24 credits". */
function priceOf(starter: Starter, limit: number, isTemplate: boolean): string {
  if (limit <= 0) return noBudgetText();
  const [formula = ''] = formulasOf(starter, separators());
  // templates have no estimate: they would take six more requests, and few people open them
  const estimate = isTemplate ? undefined : lookUps.value.estimate(formula, limit);
  const { noCost, atMost, manyCompanies } = texts.build;
  if (!estimate) {
    const mayCostMore = starter.questions.some(mayNameMany) && manyCompanies;
    return joined([texts.start.atMost({ credits: limit }), mayCostMore]);
  }
  const { returned, matching, changes, most } = estimate;
  const truncated = returned < matching && texts.start.newest({ count: returned });
  // the estimate is for the page's key; the key of the formulas may own other records
  const due = formulasUseOtherKey(server.value) ? returned + changes : most;
  return joined([matches(estimate), truncated, due === 0 ? noCost : atMost({ count: due })]);
}

/** Says which budget is used up, and what to do. */
function noBudgetText(): string {
  return limitOfToday().isMonthUsed ? texts.start.noMonthBudget : texts.start.noBudget;
}

/** Creates the tab of a starter, and shows the result. */
function makeStarter(name: StarterName, starter: Starter, isSample = false): void {
  const { tabs, samples, charts: words } = texts.start;
  const tab = isSample ? samples.tab({ name: tabs[name] }) : tabs[name];
  const sheet = withCharts(sheetOf(tab, starter, separators()), starter, separators(), words);
  const formulas = formulasOf(starter, separators());
  const lastCallAt = Math.max(0, ...server.value.activity.calls.map(({ at }) => at));
  let result: StarterResult | undefined;
  void call(
    `starter-${name}`,
    async (client) => {
      const run = await runStarter(client, { sheet, formulas, lastCallAt });
      result = run.result;
      return run.state;
    },
    () => {
      if (!result) return undefined;
      starterResult.value = { ...result, starter, isSample };
      if (!result.failed && !isSample) freshOffer.value ??= 'offered';
      return keepFocus('made-open');
    },
    !isSample && starter.questions.some(isPaid),
  );
}

/** The tab that was created: its rows, its credits and the next steps. */
function StarterResultCard({ result: table }: { result: ShownResult }) {
  const { start } = texts;
  const { tab, failed, rows, isSample, starter } = table;
  const title = failed ? start.failed({ tab }) : rows === 0 ? start.nothing({ tab }) : start.made({ tab });
  const open: Request = (client) => client.openTab(tab);
  const another = () => {
    starterResult.value = undefined;
    keepFocus('starter-data-centres');
  };
  return (
    <Card id="made-title" title={title}>
      <Line id="made" kind={failed ? 'bad' : rows ? 'good' : 'warning'} role="status">
        {receipt(table)}
      </Line>
      {starter.charts.length > 0 && !failed && <Hint id="made-charts">{start.charts.beside}</Hint>}
      <Actions>
        <Button id="made-open" label={texts.jobs.openTab} kind="primary" describedBy="made" request={open} />
        <Link id="made-another" label={start.another} onClick={another} />
      </Actions>
      <Notice of="made-open" />
      {!failed && !isSample && <FreshOffer />}
    </Card>
  );
}

/** "38 rows · 24 credits · 934 left today" */
function receipt({ rows, credits: paid, failed, isSample, starter }: ShownResult): string {
  const { start, build, remedies } = texts;
  const { remaining } = limitOfToday();
  const perhaps = paid === undefined && starter.questions.some(isPaid) && remedies.charges.perhaps;
  if (failed) {
    const cost = paid ? start.charged({ credits: paid }) : perhaps || remedies.charges.none;
    return [remaining === 0 ? noBudgetText() : start.why, cost].join(' ');
  }
  // a table of several questions shows a record of two of them once
  const countText = starter.questions.length > 1 && rows ? start.rowsAtMost : start.rows;
  const rowsText = rows === undefined ? start.notYet : countText({ count: rows });
  if (isSample) return joined([rowsText, build.noCost]);
  if (paid === undefined) return joined([rowsText, perhaps], '. ');
  const cost = paid === 0 ? build.noCost : credits(paid);
  return joined([rowsText, cost, build.leftToday({ count: remaining })]);
}

function makeWatchList(): void {
  const { watchList } = texts.start;
  const rows = watchListRows(watchList, separators());
  void call(WATCH_LIST, (client) => client.insertSheet({ name: watchList.name, rows }), onSheetMade);
}

/** Replaces the sections that a person without a key cannot use. */
export function KeyNeeded() {
  const { section } = view.value;
  const connect = () => go('connect', 'connect-address');
  return (
    <>
      <Card id="gate-title" title={texts.start.gateTitle}>
        <p>{texts.start.gateText({ section: texts.sections[section] })}</p>
        <Actions>
          <Button id="gate-connect" label={texts.connecting.connect} kind="primary" onClick={connect} />
        </Actions>
      </Card>
      {section === 'build' && <Samples />}
    </>
  );
}

/** Tables of the records that ship with the add-on. */
export function Samples() {
  const { samples, tabs, making } = texts.start;
  if (starterResult.value) return <StarterResultCard result={starterResult.value} />;
  const buttons = STARTERS.map((name) => {
    const id = `starter-${name}`;
    const make = () => makeStarter(name, sampleStarterOf(name), true);
    const text = busy.value === id ? making : '';
    return <CardButton key={name} id={id} icon="build" name={tabs[name]} text={text} onClick={make} />;
  });
  return (
    <>
      <h2 class="lead">{samples.title}</h2>
      <Hint>{samples.text}</Hint>
      {buttons}
      <Notice of={STARTERS.map((name) => `starter-${name}`)} isFree />
    </>
  );
}
