/** Start: tables that one click creates, each with its price, and a link to the builder. */
import { signal } from '@preact/signals';
import { DEFAULT_LIMIT } from '../../contract/datasets.js';
import { INDUSTRIES } from '../../contract/enumerations.js';
import { CardButton, flag, Notice } from '../controls/actions.js';
import { ClosedPart, Hint } from '../controls/card.js';
import { type Choice, Select, TextField } from '../controls/fields.js';
import { isPaid as isPaidQuestion, mayNameMany } from '../draft/question-edit.js';
import { formulasUseOtherKey } from '../draft/sections.js';
import {
  type ChoiceKind,
  chartsOf,
  formulasOf,
  PLANS,
  STARTERS,
  type Starter,
  type StarterName,
  starterOf,
  TEMPLATES,
  watchListRows,
} from '../draft/starters.js';
import { call } from '../page/action.js';
import { industryName } from '../page/option-words.js';
import {
  busy,
  change,
  formFields,
  limitOfToday,
  lookUps,
  matches,
  separators,
  server,
  texts,
  view,
} from '../page/store.js';
import { TroubleLine } from './connect.js';
import { onSheetMade } from './insertion.js';
import PICTURES from './pictures.json';
import { SentenceCard } from './sentence.js';
import { makeStarter, noBudgetText, StarterResultCard, starterResult } from './start-made.js';
import { groupNames } from './suggestions.js';

const WATCH_LIST = 'starter-watchlist';

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
  return (
    <>
      <TroubleLine />
      {/* the result of saving a key in Connect */}
      <Notice of="connect-save" />
      <SentenceCard />
      <h2 class="lead">{start.lead}</h2>
      {STARTERS.map((name) => (
        <StarterCard key={name} name={name} />
      ))}
      <ClosedPart id="templates" title={start.templates}>
        {TEMPLATES.map((name) => (
          <StarterCard key={name} name={name} />
        ))}
      </ClosedPart>
      <CardButton
        id="start-own"
        icon="build"
        name={start.own}
        text={start.ownText}
        onClick={() => change(view, { starting: false }, 'build-dataset')}
      />
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
  const place = starterChoices.value.place.trim();
  const { starter, price, isBlocked } = starterAndPrice(name, {
    ...starterChoices.value,
    group: chosenGroup(),
    place,
  });
  const make = () => makeStarter(name, { starter, tab: start.tabs[name], charts: chartsOf(name, place) });
  const isMaking = busy.value === id;
  const isDisabled = isBlocked || busy.value !== '';
  return (
    <section
      class="card starter"
      data-busy={flag(isMaking)}
      data-waits={flag(busy.value !== '' && !isMaking)}
    >
      <svg class="picture" viewBox="0 0 76 58" aria-hidden="true">
        {PICTURES[PLANS[name].picture].map(([tone, path]) => (
          <path key={path} class={tone} d={path} />
        ))}
      </svg>
      <div>
        <button
          id={id}
          type="button"
          class="starter-name"
          aria-disabled={isDisabled ? 'true' : undefined}
          aria-describedby={`${id}-price`}
          onClick={() => !isDisabled && make()}
        >
          {start.names[name]}
        </button>
        {PLANS[name].chooses && <ChoiceField name={name} />}
        <Hint id={`${id}-price`}>{isMaking ? start.making : price}</Hint>
      </div>
      <Notice of={id} isFree={!starter.questions.some(isPaidQuestion)} />
    </section>
  );
}

/** The field for the choice before the click. */
function ChoiceField({ name }: { name: StarterName }) {
  const { start, build } = texts;
  const { chooses, needsChoice } = PLANS[name];
  const field = formFields(`starter-${name}`, starterChoices, {
    ...starterChoices.value,
    group: chosenGroup(),
  });
  if (chooses === 'place')
    return <TextField {...field('place', start.place)} hideLabel placeholder={start.placeExample} />;
  const choices =
    chooses === 'group'
      ? [['', needsChoice ? build.choose : start.allAccounts] as const, ...groupNames(chosenGroup())]
      : [['', start.allIndustries] as const, ...INDUSTRY_CHOICES];
  const props = chooses === 'group' ? field('group', start.accounts) : field('industry', start.industry);
  return <Select {...props} hideLabel choices={choices} />;
}

function chosenGroup(): string {
  return starterChoices.value.group ?? server.value.defaultGroup;
}

/** Returns a click's starter, its price in words, and true if something is missing before the click. */
function starterAndPrice(name: StarterName, chosen: Readonly<Record<ChoiceKind, string>>) {
  const { chooses, needsChoice = false } = PLANS[name];
  const isTemplate = name !== 'data-centres';
  const left = Math.min(DEFAULT_LIMIT, limitOfToday().remaining);
  const limit = isTemplate ? Math.min(TEMPLATE_LIMIT, left) : left;
  const starter = starterOf(name, { ...chosen, limit: Math.max(1, limit) });
  const isPaid = starter.questions.some(isPaidQuestion);
  if (needsChoice && chooses && chosen[chooses] === '')
    return { starter, price: texts.start.chooseFirst, isBlocked: true };
  if (!isPaid) return { starter, price: texts.start.free, isBlocked: false };
  return { starter, price: priceOf(starter, limit, isTemplate), isBlocked: limit <= 0 };
}

/** Returns the greatest price, by the estimate if there is one: "38 records · you pay 24 credits". */
function priceOf(starter: Starter, limit: number, isTemplate: boolean): string {
  if (limit <= 0) return noBudgetText();
  const [formula = ''] = formulasOf(starter, separators());
  // only one has an estimate: six more requests would be for templates that few people open
  const estimate = isTemplate ? undefined : lookUps.value.estimate(formula, limit);
  const upperBound = texts.start.atMost({ credits: limit });
  if (!estimate)
    return starter.questions.some(mayNameMany) ? `${upperBound} · ${texts.build.manyCompanies}` : upperBound;
  const { returned, matching } = estimate;
  const truncated = returned < matching ? [texts.start.newest({ count: returned })] : [];
  const { noCost, atMost } = texts.build;
  // the estimate knows what another key owns, and the formulas' key may own nothing
  const due = formulasUseOtherKey(server.value) ? returned : estimate.credits;
  const cost = due === 0 ? noCost : atMost({ count: due });
  return [matches(estimate), ...truncated, cost].join(' · ');
}

function makeWatchList(): void {
  const { watchList } = texts.start;
  const rows = watchListRows(watchList, separators());
  void call(WATCH_LIST, (client) => client.insertSheet({ name: watchList.name, rows }), onSheetMade);
}
