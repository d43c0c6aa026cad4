/** Groups of tracked companies: add, list, make default, insert, remove. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { TRACKED_COMPANIES, writeFormula } from '../../contract/formula-question.js';
import type { TrackedCompanyEntry } from '../../contract/sidebar-api.js';
import { tableStyleOf } from '../../contract/table-style.js';
import { Actions, Button, Confirm, Form, Notice } from '../controls/actions.js';
import { Card, Hint, ItemHead } from '../controls/card.js';
import { Select, TextField } from '../controls/fields.js';
import { columnsFor, valueWith } from '../draft/question-edit.js';
import { call } from '../page/action.js';
import { change, formFields, keepFocus, lookUps, separators, server, texts } from '../page/store.js';
import { insertFormula, Occupied } from './insertion.js';
import { groupChoice } from './suggestions.js';
import { openedGroup, Track } from './track.js';

const LOOK = tableStyleOf(columnsFor({ functionName: TRACKED_COMPANIES, parts: [] }).defaults);

/** The person chooses a name, or types one. */
const form = signal({ name: '', isTyped: false });

export function Groups() {
  const { groups: labels } = texts;
  const { groups } = server.value;
  const isEmpty = groups.length === 0;
  const listed = lookUps.value.groups()?.length ?? 0;
  return (
    <>
      <Card id="groups-title" title={isEmpty && listed === 0 ? labels.emptyTitle : labels.title}>
        {isEmpty && <p class="lead">{listed === 0 ? labels.emptyText : labels.listed({ count: listed })}</p>}
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
      <Track />
    </>
  );
}

function add(): undefined {
  const name = form.value.name.trim();
  if (name === '') return keepFocus('groups-name');
  void call(
    'groups-add',
    (client) => client.addGroup(name),
    () => {
      // a name that a person has typed meanwhile stays
      if (form.value.name.trim() === name) change(form, { name: '', isTyped: false }, 'groups-name');
      return { kind: 'good', text: texts.groups.added({ name }) };
    },
  );
}

function AddForm() {
  const { groups: labels, service, build } = texts;
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
      {/* keep the text field while the person types */}
      {left && !isTyped ? (
        <Select
          {...formFields('groups', form)('name', service.group)}
          choices={[['', build.choose], ...left.map(groupChoice)]}
        />
      ) : (
        <TextField
          id="groups-name"
          label={labels.name}
          hint={labels.nameHint}
          value={name}
          onChange={(typed) => change(form, { name: typed, isTyped: typed !== '' })}
        />
      )}
      <Button id="groups-add" label={labels.add} kind="primary" submit />
    </Form>
  );
}

function GroupItem({ name, id }: { name: string; id: string }) {
  const { groups: labels, removeIt } = texts;
  const isDefault = server.value.defaultGroup === name;
  const isOpen = openedGroup.value?.group === name;
  const hasAddress = server.value.callbacks[name] !== undefined;
  const question = { functionName: TRACKED_COMPANIES, first: valueWith(name), parts: [] };
  const formula = writeFormula(question, separators());
  const list = () => {
    if (isOpen) openedGroup.value = undefined;
    else
      void call(
        `${id}-companies`,
        (client) => client.listCompanies(name),
        ({ outcome }) => {
          if (outcome?.kind === 'companies') openedGroup.value = { group: name, list: outcome.companies };
          return undefined;
        },
      );
  };
  return (
    <li id={id} class="item">
      <ItemHead name={name}>{isDefault && <span class="badge">{labels.isDefault}</span>}</ItemHead>
      <Actions>
        <Button id={`${id}-companies`} label={labels.companies} onClick={list} />
        <Button
          id={`${id}-insert`}
          label={labels.insert}
          onClick={() => insertFormula(`${id}-insert`, { formula, ...LOOK })}
        />
        {!isDefault && (
          <Button
            id={`${id}-default`}
            kind="link"
            label={labels.makeDefault}
            request={(client) => client.setDefaultGroup(name)}
          />
        )}
        <Confirm
          id={`${id}-remove`}
          actionId="groups"
          kind="link"
          label={removeIt}
          question={(hasAddress ? labels.removeAndForgetQuestion : labels.removeQuestion)({ name })}
          request={(client) => client.removeGroup(name)}
          done={() => {
            openedGroup.value = undefined;
            return keepFocus('groups-name');
          }}
        />
      </Actions>
      <Notice of={[`${id}-companies`, `${id}-insert`, `${id}-default`]} />
      <Occupied actionId={`${id}-insert`} formula={formula} />
      {isOpen && openedGroup.value && <Companies list={openedGroup.value.list} />}
    </li>
  );
}

function Companies({ list }: { list: readonly TrackedCompanyEntry[] }) {
  const { groups: labels } = texts;
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = list.filter(({ name, domain, id }) =>
    [name, domain, id].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <TextField
        id="company-search"
        label={labels.search}
        type="search"
        value={search}
        onChange={setSearch}
      />
      <Hint role="status">{found.length > 0 ? labels.counted({ all: found.length }) : labels.none}</Hint>
      <ul class="plain-list companies" tabIndex={0} aria-label={labels.companies}>
        {found.map(({ id, name, domain }) => (
          <li key={id}>
            <span>{name}</span>
            <span class="hint">{domain}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
