/** Adds the companies of the selected column to a group: match, confirm, change, and undo. */
import { signal } from '@preact/signals';
import type { TrackedCompanyEntry } from '../../contract/sidebar-api.js';
import {
  CHANGE_RESULTS,
  type ChangedGroup,
  type GroupChange,
  isGroupName,
  type MatchedColumn,
} from '../../contract/tracking.js';
import { Actions, Button, Confirm, Line, Notice } from '../controls/actions.js';
import { Card, Hint, NameList } from '../controls/card.js';
import { Select, TextField } from '../controls/fields.js';
import { questionWith } from '../draft/question-edit.js';
import { defaultGroupOf } from '../draft/sections.js';
import {
  chosenIds,
  companiesIn,
  compareWithGroup,
  type TrackedText,
  trackedTexts,
} from '../draft/tracking.js';
import { call, on } from '../page/action.js';
import { builderOf, editBuilder } from '../page/forms.js';
import { shownCompany } from '../page/service-answers.js';
import { change, connection, formFields, go, lookUps, server, texts } from '../page/store.js';
import { groupChoices } from './suggestions.js';
import { TrackMatches } from './track-matches.js';

/** The result of a change, with the data that undo it. */
interface LastChange {
  readonly group: string;
  readonly changed: ChangedGroup;
  /** True if this spreadsheet already had the group. */
  readonly wasListed: boolean;
}

const UNDO = 'track-undo';

const NOTHING = {
  column: undefined as MatchedColumn | undefined,
  texts: [] as readonly TrackedText[],
  /** Undefined until one is chosen, empty for a new one. */
  group: undefined as string | undefined,
  /** The name of a new group, as it is typed; undefined until it is typed or missing. */
  name: undefined as string | undefined,
  last: undefined as LastChange | undefined,
  /** The companies of the group, once the column is compared with it. */
  members: undefined as readonly TrackedCompanyEntry[] | undefined,
  /** The group whose companies are listed in the section, until they change. */
  opened: undefined as { readonly group: string; readonly list: readonly TrackedCompanyEntry[] } | undefined,
};
export const tracking = signal(NOTHING);

// companies and groups of another service mean nothing
connection.subscribe(() => {
  tracking.value = NOTHING;
});

/** Returns the companies as the page shows them, with the names that the service has for them here. */
function namesOf(ids: readonly string[]): readonly string[] {
  const { texts: matched, members = [] } = tracking.value;
  const known = new Map([...members, ...companiesIn(matched)].map((company) => [company.id, company]));
  return ids.map((id) => shownCompany(known.get(id) ?? { id }));
}

/** Matches the selected column. */
export function readColumn(): void {
  void call(
    'track-read',
    (client) => client.matchColumn(),
    on('matched', (column) =>
      change(tracking, { column, texts: trackedTexts(column), last: undefined, members: undefined }),
    ),
  );
}

export function Track() {
  const { column } = tracking.value;
  const { title, intro, read, readAgain, noMatching } = texts.track;
  const kind = column ? 'plain' : 'primary';
  return (
    <Card id="track-title" title={title}>
      <Hint>{intro}</Hint>
      <Actions>
        <Button id="track-read" label={column ? readAgain : read} kind={kind} onClick={readColumn} />
      </Actions>
      <Notice of="track-read" />
      {column && !column.matches && <Line kind="warning">{noMatching}</Line>}
      {column?.matches && <Matched column={column} />}
    </Card>
  );
}

function Matched({ column }: { column: MatchedColumn }) {
  const labels = texts.track;
  const { texts: matched, name = '', last } = tracking.value;
  const isUndoable = last && last.changed.added.length + last.changed.removed.length > 0;
  const { place, left, unreadable } = column;
  // those that the service matches, whether or not the person leaves them out
  const found = matched.filter(({ match }) => match.company).length;
  const ids = chosenIds(matched);
  const count = ids.length;
  const group = chosenGroup();
  const obstacle = obstacleOf();
  const isNew = group === '';
  const nameGroup = () => change(tracking, { name }, 'track-name');
  const add = () => changeGroup('track-add', isNew ? name : group, { add: ids, remove: [] }, true);
  const remove = () => changeGroup('track-remove', group, { add: [], remove: ids });
  const question = labels.removeQuestion({ count, group });
  return (
    <>
      <p role="status">{labels.found({ place, count: found, of: matched.length })}</p>
      {left > 0 && <Line kind="warning">{labels.left({ count: left })}</Line>}
      {unreadable > 0 && <Line kind="warning">{labels.unreadable({ count: unreadable })}</Line>}
      <TrackMatches texts={matched} choose={(texts) => change(tracking, { texts, members: undefined })} />
      <GroupFields group={group} />
      {obstacle && (
        <Line kind="warning" id="track-obstacle">
          {obstacle}
        </Line>
      )}
      <Actions>
        <Button
          id="track-add"
          kind="primary"
          label={labels.add({ count })}
          isDisabled={obstacle !== '' || count === 0}
          describedBy={obstacle === '' ? undefined : 'track-obstacle'}
          onClick={isNew && !isGroupName(name) ? nameGroup : add}
        />
        {!isNew && <Button id="track-compare" label={labels.compare} onClick={() => compare(group)} />}
        {!isNew && obstacle === '' && count > 0 && (
          <Confirm id="track-remove" label={labels.remove({ count })} question={question} onClick={remove} />
        )}
        {isUndoable && <Button id={UNDO} label={labels.undo} onClick={() => undo(last)} />}
        {last && <Button id="track-ask" label={labels.ask} onClick={() => askAbout(last.group)} />}
      </Actions>
      <Notice of={['track-add', 'track-remove', UNDO, 'track-compare']} />
      {last && <Changed {...last} />}
      <Compared />
    </>
  );
}

/** Opens the builder with what the group's companies have announced in the last quarter. */
function askAbout(group: string): void {
  editBuilder(builderOf(questionWith('EXPANSIONS', { group, startDate: '-90d' })));
  go('build', 'build-insert', false);
}

/** The group that companies are added to: an existing one, or a new one. */
function GroupFields({ group }: { group: string }) {
  const { name } = tracking.value;
  const choices = groupChoices(group);
  const field = formFields('track', tracking, { group, name: name ?? '' }, { members: undefined });
  return (
    <>
      {choices.length > 0 && (
        <Select {...field('group', texts.track.group)} choices={[...choices, ['', texts.track.newGroup]]} />
      )}
      {group === '' && (
        <TextField
          {...field('name', texts.track.newName)}
          onChange={(typed) => change(tracking, { name: typed.trim(), members: undefined })}
          problem={name === undefined || isGroupName(name) ? '' : texts.track.badName}
        />
      )}
    </>
  );
}

function Changed({ changed }: LastChange) {
  const results = CHANGE_RESULTS.map((name) => (
    <NameList key={name} id={`track-${name}`} title={texts.track[name]} names={namesOf(changed[name])} />
  ));
  return (
    <div id="track-changed" class="part">
      {results}
      <Hint>{texts.track.refresh}</Hint>
    </div>
  );
}

function Compared() {
  const { column, texts: matched, members } = tracking.value;
  if (!column || !members) return null;
  const ids = members.map(({ id }) => id);
  const { both, onlyListed, onlyInGroup } = compareWithGroup(column.left, matched, ids);
  return (
    <div id="track-compared" class="part" role="status">
      <NameList id="track-only-listed" title={texts.track.onlyListed} names={namesOf(onlyListed)} isOpen />
      <NameList id="track-only-group" title={texts.track.onlyInGroup} names={namesOf(onlyInGroup)} isOpen />
      <NameList id="track-both" title={texts.track.both} names={namesOf(both)} />
    </div>
  );
}

/** Empty for a new one. */
function chosenGroup(): string {
  return tracking.value.group ?? defaultGroupOf(server.value);
}

/** Returns the reason why groups cannot be changed; empty if none is known. */
function obstacleOf(): string {
  if (!server.value.hasKey) return texts.track.noOwnKey;
  const account = lookUps.value.account();
  if (account && account.mayEditGroups === undefined) return texts.track.lacks;
  return account?.mayEditGroups === false ? texts.track.mayNot : '';
}

/**
 * @param actionId the button, which Retry clicks again
 * @param isListed true if this spreadsheet has the group afterwards; as before by default
 */
function changeGroup(actionId: string, group: string, companies: GroupChange, isListed?: boolean): void {
  const wasListed = server.value.groups.includes(group);
  const isUndo = actionId === UNDO;
  void call(
    actionId,
    (client) => client.changeGroup(group, companies, isListed ?? wasListed),
    on('group-changed', ({ changed }) => {
      if (!changed) return { kind: 'warning', text: texts.track.lacks };
      lookUps.value.renewGroups();
      // a group or a name that a person has chosen meanwhile stays
      const isMade = !tracking.value.group && tracking.value.name === group;
      const chosen = isMade ? { group, name: undefined } : {};
      const last = isUndo ? undefined : { group, changed, wasListed };
      // the button of Undo disappears
      const focus = isUndo ? 'track-add' : '';
      change(tracking, { ...chosen, last, members: undefined, opened: undefined }, focus);
      const found = CHANGE_RESULTS.filter((name) => changed[name].length > 0);
      const what = found.map((name) => texts.track[name]({ count: changed[name].length })).join(', ');
      return (isUndo ? texts.track.undone : texts.track.done)({ group, what });
    }),
  );
}

function undo({ group, changed, wasListed }: LastChange): void {
  // only what the change did: a company that was there already stays
  changeGroup(UNDO, group, { add: changed.removed, remove: changed.added }, wasListed);
}

function compare(group: string): void {
  void call(
    'track-compare',
    (client) => client.listCompanies(group),
    on('companies', ({ companies }) =>
      chosenGroup() === group ? change(tracking, { members: companies }) : undefined,
    ),
  );
}
