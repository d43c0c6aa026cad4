/** Adds the companies of the selected column to a group: match, confirm, change, and take back. */
import { signal } from '@preact/signals';
import type { KnownCompany } from '../../contract/match-answer.js';
import type { SidebarState } from '../../contract/sidebar-api.js';
import {
  type ChangedGroup,
  compareIds,
  type GroupChange,
  isGroupName,
  type MatchedColumn,
} from '../../contract/tracking.js';
import { Actions, Button, Confirm, Line, Notice } from '../controls/actions.js';
import { Card, Hint } from '../controls/card.js';
import { NameList } from '../controls/name-list.js';
import {
  chosenIds,
  companiesById,
  type LeftOut,
  leftOut,
  type TrackedText,
  trackedTexts,
  undoOf,
} from '../draft/tracking.js';
import { call, type Said } from '../page/action.js';
import { shownCompany, shownText } from '../page/service-answers.js';
import { change, count, lookUps, server, texts } from '../page/store.js';
import { TrackGroup } from './track-group.js';
import { TrackMatches } from './track-matches.js';

/** What a change has come to, and what takes it back. */
interface LastChange {
  readonly group: string;
  readonly changed: ChangedGroup;
  readonly left: LeftOut;
  /** Whether the group was one of this spreadsheet before. */
  readonly wasListed: boolean;
  readonly wasNew: boolean;
}

interface Comparison {
  readonly both: readonly string[];
  readonly onlyListed: readonly string[];
  readonly onlyInGroup: readonly string[];
}

interface Tracking {
  readonly column?: MatchedColumn;
  readonly texts: readonly TrackedText[];
  /** The chosen group; undefined until one is chosen, empty for a new one. */
  readonly group?: string;
  /** Of a new group, as it is typed. */
  readonly name: string;
  readonly last?: LastChange | undefined;
  readonly comparison?: Comparison | undefined;
  /** Whether the service has been found to change no groups. */
  readonly lacks: boolean;
}

const tracking = signal<Tracking>({ texts: [], name: '', lacks: false });
/** Names of companies that were once matched, for what is told of them later. */
const known = new Map<string, KnownCompany>();

const namesOf = (ids: readonly string[]) => ids.map((id) => shownCompany(known.get(id) ?? { id }));

/** Matches the selected column. */
export function readColumn(): void {
  void call(
    'track-read',
    (client) => client.matchColumn(),
    ({ outcome }) => {
      if (outcome?.kind !== 'matched') return undefined;
      const matched = trackedTexts(outcome);
      for (const [id, company] of companiesById(matched)) known.set(id, company);
      change(tracking, { column: outcome, texts: matched, last: undefined, comparison: undefined });
      return undefined;
    },
  );
}

/** @param changed called after a change of a group */
export function Track({ changed }: { changed: () => void }) {
  const said = texts.value.track;
  const { column } = tracking.value;
  return (
    <Card id="track-title" title={said.title}>
      <Hint>{said.intro}</Hint>
      <Actions>
        <Button
          id="track-read"
          label={column ? said.readAgain : said.read}
          kind={column ? 'plain' : 'primary'}
          onClick={readColumn}
        />
      </Actions>
      <Notice of="track-read" />
      {column && !column.matches && <Line kind="warning">{said.noMatching}</Line>}
      {column?.matches && <Matched column={column} changed={changed} />}
    </Card>
  );
}

function Matched({ column, changed }: { column: MatchedColumn; changed: () => void }) {
  const said = texts.value.track;
  const { texts: matched, name, comparison, last } = tracking.value;
  const ids = chosenIds(matched);
  const group = chosenGroup();
  const obstacle = obstacleOf();
  const isNew = group === '';
  const target = isNew ? name : group;
  const edit = (add: readonly string[], remove: readonly string[]) => () =>
    alter(target, { add, remove }, changed);
  return (
    <>
      <p role="status">{said.found(column.place, count(chosenCount(matched)), count(matched.length))}</p>
      {column.left > 0 && <Line kind="warning">{said.left(count(column.left))}</Line>}
      <TrackMatches texts={matched} choose={(texts) => change(tracking, { texts, comparison: undefined })} />
      <TrackGroup
        group={group}
        name={name}
        choose={(wanted) => change(tracking, { group: wanted, comparison: undefined })}
        rename={(typed) => change(tracking, { name: typed })}
      />
      {obstacle && (
        <Line kind="warning" id="track-obstacle">
          {obstacle}
        </Line>
      )}
      <Actions>
        <Button
          id="track-add"
          kind="primary"
          label={said.add(count(ids.length))}
          waits={obstacle !== '' || ids.length === 0 || (isNew && !isGroupName(name))}
          onClick={edit(ids, [])}
        />
        {!isNew && <Button id="track-compare" label={said.compare} onClick={() => compare(group, ids)} />}
        {!isNew && obstacle === '' && ids.length > 0 && (
          <Confirm
            id="track-remove"
            label={said.remove(count(ids.length))}
            question={said.removeQuestion(count(ids.length), group)}
            yes={said.remove(count(ids.length))}
            onClick={edit([], ids)}
          />
        )}
        {last && <Button id="track-undo" label={said.undo} onClick={() => undo(last, changed)} />}
      </Actions>
      <Notice of={['track-add', 'track-remove', 'track-undo', 'track-compare']} />
      {last && <Changed {...last} />}
      {comparison && <Compared {...comparison} />}
    </>
  );
}

function Changed({ changed, left }: LastChange) {
  const said = texts.value.track;
  return (
    <div id="track-changed" class="part">
      <NameList id="track-added" title={said.added} names={namesOf(changed.added)} />
      <NameList id="track-already" title={said.already} names={namesOf(changed.already)} />
      <NameList id="track-removed" title={said.removed} names={namesOf(changed.removed)} />
      <NameList id="track-absent" title={said.absent} names={namesOf(changed.absent)} />
      <NameList id="track-unknown" title={said.unknown} names={namesOf(changed.unknown)} />
      <NameList id="track-left" title={said.none} names={left.none.map(shownText)} />
      <NameList id="track-skipped" title={said.skipped} names={left.skipped.map(shownText)} />
      <Hint>{said.refresh}</Hint>
    </div>
  );
}

function Compared({ both, onlyListed, onlyInGroup }: Comparison) {
  const said = texts.value.track;
  return (
    <div id="track-compared" class="part" role="status">
      <NameList id="track-only-listed" title={said.onlyListed} names={onlyListed} isOpen />
      <NameList id="track-only-group" title={said.onlyInGroup} names={onlyInGroup} isOpen />
      <NameList id="track-both" title={said.both} names={both} />
    </div>
  );
}

/** The group that is chosen, else that of new formulas, else any; empty for a new one. */
function chosenGroup(): string {
  const { group } = tracking.value;
  const { defaultGroup, groups } = server.value;
  return group ?? (groups.includes(defaultGroup) ? defaultGroup : (groups[0] ?? ''));
}

/** Why groups cannot be changed; empty where they can, as far as is known. */
function obstacleOf(): string {
  const said = texts.value.track;
  if (!server.value.hasKey) return said.noOwnKey;
  const account = lookUps.value.account();
  if (tracking.value.lacks || (account && account.mayEditGroups === undefined)) return said.lacks;
  return account?.mayEditGroups === false ? said.mayNot : '';
}

function chosenCount(matched: readonly TrackedText[]): number {
  return matched.filter(({ chosen }) => chosen !== '').length;
}

/** The place of a call is its button, so that Retry presses it again. */
function alter(group: string, wanted: Required<GroupChange>, changed: () => void): void {
  const wasListed = server.value.groups.includes(group);
  const left = leftOut(tracking.value.texts);
  const wasNew = chosenGroup() === '';
  void call(
    wanted.add.length > 0 ? 'track-add' : 'track-remove',
    (client) => client.changeGroup(group, wanted, wanted.add.length > 0 || wasListed),
    (state) =>
      learn(state, changed, (result) => {
        change(tracking, { group, name: '', last: { group, changed: result, left, wasListed, wasNew } });
        return { kind: 'good', text: texts.value.track.done(group, summaryOf(result)) };
      }),
  );
}

function undo({ group, changed: before, wasListed, wasNew }: LastChange, changed: () => void): void {
  void call(
    'track-undo',
    (client) => client.changeGroup(group, undoOf(before), wasListed),
    (state) =>
      learn(state, changed, (result) => {
        change(tracking, { last: undefined, ...(wasNew && { group: '', name: group }) }, 'track-add');
        return { kind: 'good', text: texts.value.track.undone(group, summaryOf(result)) };
      }),
  );
}

function learn(
  { outcome }: SidebarState,
  changed: () => void,
  done: (result: ChangedGroup) => Said,
): Said | undefined {
  if (outcome?.kind !== 'group-changed') return undefined;
  if (!outcome.changed) {
    change(tracking, { lacks: true });
    return undefined;
  }
  change(tracking, { comparison: undefined });
  lookUps.value.renewGroups();
  changed();
  return done(outcome.changed);
}

function compare(group: string, ids: readonly string[]): void {
  void call(
    'track-compare',
    (client) => client.listCompanies(group),
    ({ outcome }) => {
      if (outcome?.kind !== 'companies') return undefined;
      for (const company of outcome.companies) if (!known.has(company.id)) known.set(company.id, company);
      const compared = compareIds(
        ids,
        outcome.companies.map(({ id }) => id),
      );
      change(tracking, {
        comparison: {
          both: namesOf(compared.both),
          onlyListed: namesOf(compared.onlyListed),
          onlyInGroup: namesOf(compared.onlyInGroup),
        },
      });
      return undefined;
    },
  );
}

function summaryOf({ added, already, removed, absent, unknown }: ChangedGroup): string {
  const said = texts.value.track;
  const parts = [
    [said.added, added],
    [said.already, already],
    [said.removed, removed],
    [said.absent, absent],
    [said.unknown, unknown],
  ] as const;
  return parts
    .filter(([, ids]) => ids.length > 0)
    .map(([tell, ids]) => tell(count(ids.length)))
    .join(', ');
}
