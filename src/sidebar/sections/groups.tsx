/** Groups of tracked companies: add, list, make default, insert, remove. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { TRACKED_COMPANIES, writeFormula } from '../../contract/formula-question.js';
import { lookOf } from '../../contract/looks.js';
import type { TrackedCompanyEntry } from '../../contract/sidebar-api.js';
import { Actions, Button, Confirm, Form, Notice } from '../controls/actions.js';
import { Card, Hint, ItemHead } from '../controls/card.js';
import { Select, TextField } from '../controls/fields.js';
import { valueWith } from '../draft/question-edit.js';
import { call } from '../page/action.js';
import { change, count, keepFocus, lookUps, separators, server, texts } from '../page/store.js';
import { DomainCheck } from './domain-check.js';
import { groupChoice } from './group-choices.js';
import { insertFormula, Occupied } from './insertion.js';
import { Track } from './track.js';

/** The search finds more. */
const SHOWN_COMPANIES = 50;
const LOOK = lookOf(['name', 'domain', 'id']);

/** Whether the name is being typed, not chosen. */
const form = signal({ name: '', isTyped: false });
const opened = signal<{ readonly group: string; readonly list: readonly TrackedCompanyEntry[] } | undefined>(
  undefined,
);

export function Groups() {
  const { groups: said } = texts.value;
  const { groups } = server.value;
  const isEmpty = groups.length === 0;
  const listed = lookUps.value.groups()?.length ?? 0;
  return (
    <>
      <Card id="groups-title" title={isEmpty && listed === 0 ? said.emptyTitle : said.title}>
        {isEmpty && <p class="lead">{listed === 0 ? said.emptyText : said.listed(count(listed))}</p>}
        {!isEmpty && (
          <ul class="plain-list">
            {groups.map((name, index) => (
              <GroupItem key={name} name={name} id={`group-${index}`} />
            ))}
          </ul>
        )}
        <AddForm />
        <Notice of={['groups-add', 'groups']} />
      </Card>
      <Track
        changed={() => {
          opened.value = undefined;
        }}
      />
      {!isEmpty && <DomainCheck />}
    </>
  );
}

function add(): void {
  const name = form.value.name.trim();
  if (name === '') {
    keepFocus('groups-name');
    return;
  }
  void call(
    'groups-add',
    (client) => client.addGroup(name),
    () => {
      change(form, { name: '', isTyped: false }, 'groups-name');
      return { kind: 'good', text: texts.value.groups.added(name) };
    },
  );
}

function AddForm() {
  const { groups: said, service, build } = texts.value;
  const { name, isTyped } = form.value;
  const listed = lookUps.value.groups();
  const left = listed?.map((group) => group.name).filter((group) => !server.value.groups.includes(group));
  if (left?.length === 0 && !isTyped) {
    return (
      <p id="groups-name" class="hint" tabIndex={-1}>
        {listed?.length === 0 ? service.noGroups : service.allAdded}
      </p>
    );
  }
  return (
    <Form id="groups-form" row onSubmit={add}>
      {/* what is being typed stays in its field */}
      {left && !isTyped ? (
        <Select
          id="groups-name"
          label={service.group}
          value={name}
          choices={[{ value: '', label: build.choose }, ...left.map(groupChoice)]}
          onChange={(chosen) => change(form, { name: chosen })}
        />
      ) : (
        <TextField
          id="groups-name"
          label={said.name}
          hint={said.nameHint}
          value={name}
          onInput={(typed) => change(form, { name: typed, isTyped: typed !== '' })}
        />
      )}
      <Button id="groups-add" label={said.add} kind="primary" submit />
    </Form>
  );
}

function GroupItem({ name, id }: { name: string; id: string }) {
  const { groups: said, removeIt } = texts.value;
  const isDefault = server.value.defaultGroup === name;
  const isOpen = opened.value?.group === name;
  const formula = writeFormula(
    { functionName: TRACKED_COMPANIES, first: valueWith(name), parts: [] },
    separators(),
  );
  const list = () => {
    if (isOpen) {
      opened.value = undefined;
      return;
    }
    void call(
      `${id}-companies`,
      (client) => client.listCompanies(name),
      ({ outcome }) => {
        if (outcome?.kind === 'companies') opened.value = { group: name, list: outcome.companies };
        return undefined;
      },
    );
  };
  return (
    <li id={id} class="item">
      <ItemHead name={name}>{isDefault && <span class="badge">{said.isDefault}</span>}</ItemHead>
      <Actions>
        <Button id={`${id}-companies`} label={said.companies} onClick={list} />
        <Button
          id={`${id}-insert`}
          label={said.insert}
          onClick={() => insertFormula(`${id}-insert`, { formula, replace: false, ...LOOK })}
        />
        {!isDefault && (
          <Button
            id={`${id}-default`}
            kind="link"
            label={said.makeDefault}
            request={(client) => client.setDefaultGroup(name)}
          />
        )}
        <Confirm
          id={`${id}-remove`}
          place="groups"
          kind="link"
          label={removeIt}
          question={said.removeQuestion(name)}
          yes={removeIt}
          request={(client) => client.removeGroup(name)}
          done={() => {
            opened.value = undefined;
            keepFocus('groups-name');
            return undefined;
          }}
        />
      </Actions>
      <Notice of={[`${id}-companies`, `${id}-insert`, `${id}-default`]} />
      <Occupied place={`${id}-insert`} formula={formula} />
      {isOpen && opened.value && <Companies list={opened.value.list} />}
    </li>
  );
}

function Companies({ list }: { list: readonly TrackedCompanyEntry[] }) {
  const { groups: said } = texts.value;
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = list.filter(({ name, domain, id }) =>
    [name, domain, id].some((text) => text.toLowerCase().includes(wanted)),
  );
  const rest = found.length - SHOWN_COMPANIES;
  return (
    <>
      <TextField id="company-search" label={said.search} type="search" value={search} onInput={setSearch} />
      <p class="hint" role="status">
        {found.length === 0 ? said.none : said.count(count(found.length), count(list.length))}
      </p>
      <ul class="plain-list companies" tabIndex={0} aria-label={said.companies}>
        {found.slice(0, SHOWN_COMPANIES).map(({ id, name, domain }) => (
          <li key={id}>
            <span>{name}</span>
            <span class="hint">{domain}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && <Hint>{said.more(count(rest))}</Hint>}
    </>
  );
}
