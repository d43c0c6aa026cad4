/** Start: tables that one click makes, each with its price, and the way to one's own question. */
import { signal } from '@preact/signals';
import { DEFAULT_LIMIT } from '../../contract/datasets.js';
import { INDUSTRIES } from '../../contract/enumerations.js';
import { flag, Notice } from '../controls/actions.js';
import { ClosedPart, Hint } from '../controls/card.js';
import { asChoice, Select, TextField } from '../controls/fields.js';
import { limitOfToday } from '../draft/limit-of-today.js';
import { isPaid as isPaidQuestion } from '../draft/question-edit.js';
import {
  affordable,
  formulasOf,
  neededFor,
  STARTERS,
  type Starter,
  type StarterName,
  starterOf,
  TEMPLATES,
  watchListRows,
} from '../draft/starters.js';
import { call } from '../page/action.js';
import { industryName } from '../page/option-words.js';
import { busy, change, count, credits, lookUps, separators, server, texts, view } from '../page/store.js';
import { TroubleLine } from './connect.js';
import { onSheetMade } from './insertion.js';
import { OwnRow } from './own-row.js';
import { SentenceCard } from './sentence.js';
import { MadeCard, made, makeStarter } from './start-made.js';
import { StarterPicture } from './starter-picture.js';

const WATCH_LIST = 'starter-watchlist';

/** Of the starters; empty for all, and the group that of new formulas until another one is chosen. */
const choice = signal<{ readonly group?: string; readonly industry: string; readonly place: string }>({
  industry: '',
  place: '',
});
/** The most records of a paid template: enough to see what it is worth. */
const TEMPLATE_LIMIT = 25;

const OF_GROUPS: readonly StarterName[] = ['hiring', 'accounts', 'suppliers'];
const OF_INDUSTRIES: readonly StarterName[] = ['executives', 'board'];

export function Start() {
  const { start } = texts.value;
  // one of sample records was made before there was a key
  if (made.value && !made.value.isSample) return <MadeCard made={made.value} />;
  const { left, budget } = limitOfToday(server.value);
  return (
    <>
      <TroubleLine />
      {/* for a person who comes from Connect */}
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
      <OwnRow
        id="start-own"
        icon="build"
        name={start.own}
        text={start.ownText}
        onClick={() => change(view, { starting: false }, 'build-dataset')}
      />
      <OwnRow
        id={WATCH_LIST}
        icon="groups"
        name={start.watchList.name}
        text={start.watchList.text(start.price(credits(DEFAULT_LIMIT)))}
        onClick={makeWatchList}
      />
      <Notice of={WATCH_LIST} />
      <p class="hint centred" id="start-left">
        {start.left(count(left), count(budget))}
      </p>
    </>
  );
}

function StarterCard({ name }: { name: StarterName }) {
  const { start } = texts.value;
  const { group = server.value.defaultGroup, industry, place } = choice.value;
  const id = `starter-${name}`;
  const isTemplate = name !== 'data-centres';
  const left = affordable(limitOfToday(server.value));
  const limit = isTemplate ? Math.min(TEMPLATE_LIMIT, left) : left;
  const starter = starterOf(name, { group, industry, place: place.trim(), limit: Math.max(1, limit) });
  const isPaid = starter.questions.some(isPaidQuestion);
  const needed = neededFor(name);
  const lacks = (needed === 'group' && group === '') || (needed === 'place' && place.trim() === '');
  const waits = busy.value !== '' || lacks || (isPaid && limit <= 0);
  return (
    <section
      class="card starter"
      data-busy={flag(busy.value === id)}
      data-waits={flag(busy.value !== '' && busy.value !== id)}
    >
      <StarterPicture name={name} />
      <div>
        <button
          id={id}
          type="button"
          class="starter-name"
          aria-disabled={waits ? 'true' : undefined}
          aria-describedby={`${id}-price`}
          onClick={() => !waits && makeStarter(name, { starter, tab: start.tabs[name] })}
        >
          {start.names[name]}
        </button>
        {OF_GROUPS.includes(name) && <GroupChoice name={name} group={group} />}
        {OF_INDUSTRIES.includes(name) && <IndustryChoice name={name} />}
        {name === 'territory' && <PlaceField />}
        <Hint id={`${id}-price`}>
          {busy.value === id
            ? start.making
            : lacks
              ? start.chooseFirst
              : isPaid
                ? price(starter, limit, isTemplate)
                : start.free}
        </Hint>
      </div>
      <Notice of={id} />
    </section>
  );
}

/** What it costs at most, by the estimate where there is one: "38 records · you pay 24 credits". */
function price(starter: Starter, limit: number, isTemplate: boolean): string {
  const { start, service } = texts.value;
  if (limit <= 0) return start.noBudget;
  const [formula = ''] = formulasOf(starter, separators());
  // one is estimated: six more would keep the service busy for what few people open
  if (isTemplate) return start.atMost(credits(limit));
  const estimate = lookUps.value.estimate(formula, limit);
  if (!estimate) return start.atMost(credits(limit));
  const { returned, matching, isExact } = estimate;
  const cut = returned < matching ? [start.newest(count(returned))] : [];
  const found = service.matching(count(matching), isExact);
  return [found, ...cut, start.price(credits(estimate.credits))].join(' · ');
}

/** All tracked companies, or those of a group. */
function GroupChoice({ name, group }: { name: StarterName; group: string }) {
  const { start } = texts.value;
  const listed = (lookUps.value.groups() ?? []).map(({ name }) => name);
  const names = [...new Set([...server.value.groups, ...listed])];
  return (
    <Select
      id={name === 'hiring' ? 'starter-group' : `starter-${name}-group`}
      label={start.accounts}
      labelUnseen
      value={group}
      choices={[
        { value: '', label: name === 'accounts' ? texts.value.build.choose : start.allAccounts },
        ...names.map(asChoice),
      ]}
      onChange={(chosen) => change(choice, { group: chosen })}
    />
  );
}

function PlaceField() {
  const { start } = texts.value;
  return (
    <TextField
      id="starter-place"
      label={start.place}
      labelUnseen
      placeholder={start.placeExample}
      value={choice.value.place}
      onInput={(place) => change(choice, { place })}
    />
  );
}

function IndustryChoice({ name }: { name: StarterName }) {
  const { start } = texts.value;
  const industries = INDUSTRIES.map((value) => ({ value, label: industryName(value) }));
  return (
    <Select
      id={name === 'executives' ? 'starter-industry' : `starter-${name}-industry`}
      label={start.industry}
      labelUnseen
      value={choice.value.industry}
      choices={[{ value: '', label: start.allIndustries }, ...industries]}
      onChange={(industry) => change(choice, { industry })}
    />
  );
}

function makeWatchList(): void {
  const { watchList } = texts.value.start;
  const rows = watchListRows(watchList, separators());
  void call(WATCH_LIST, (client) => client.insertSheet({ name: watchList.name, rows }), onSheetMade);
}
