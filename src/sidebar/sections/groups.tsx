/** Groups of tracked companies: add, list, make default, insert, remove. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { TRACKED_COMPANIES, writeFormula } from '../../contract/formula-question.js';
import type { TrackedCompanyEntry } from '../../contract/sidebar-api.js';
import { Actions, Button, Confirm, Form, Link, Notice } from '../controls/actions.js';
import { Card, Hint, ItemHead } from '../controls/card.js';
import { Select, TextField } from '../controls/fields.js';
import { tableStyle, valueWith } from '../draft/question-edit.js';
import { call, on, type Request } from '../page/action.js';
import { change, formFields, keepFocus, lookUps, separators, server, texts } from '../page/store.js';
import { insertFormula, Occupied } from './insertion.js';
import { groupChoice } from './suggestions.js';
import { openedGroup, Track } from './track.js';

/** The person chooses a name, or types one. */
const form = signal({ name: '', isTyped: false });

export function Groups() {
  const { groups: labels } = texts;
  const { groups } = server.value;
  const isEmpty = groups.length === 0;
  const listed = lookUps.value.groups()?.length ?? 0;
  const items = groups.map((name, index) => <GroupItem key={name} name={name} id={`group-${index}`} />);
  return (
    <>
      <Card id="groups-title" title={isEmpty && listed === 0 ? labels.emptyTitle : texts.sections.groups}>
        {isEmpty && <p class="lead">{listed === 0 ? labels.emptyText : labels.listed({ count: listed })}</p>}
        {!isEmpty && <ul class="plain-list">{items}</ul>}
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
      return texts.groups.added({ name });
    },
  );
}

function AddForm() {
  const { groups: labels, service, build } = texts;
  const { isTyped } = form.value;
  const listed = lookUps.value.groups();
  const left = listed?.map((group) => group.name).filter((group) => !server.value.groups.includes(group));
  const choices = [['', build.choose] as const, ...(left ?? []).map(groupChoice)];
  const type = (typed: string) => change(form, { name: typed, isTyped: typed !== '' });
  const field = formFields('groups', form);
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
        <Select {...field('name', service.group)} choices={choices} />
      ) : (
        <TextField {...field('name', labels.name)} hint={labels.nameHint} onChange={type} />
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
  const listed = on('companies', ({ companies }) => {
    openedGroup.value = { group: name, list: companies };
    return undefined;
  });
  const list = () => {
    if (isOpen) openedGroup.value = undefined;
    else void call(`${id}-companies`, (client) => client.listCompanies(name), listed);
  };
  const insert = () => insertFormula(`${id}-insert`, { formula, ...tableStyle(question) });
  const makeDefault: Request = (client) => client.setDefaultGroup(name);
  const removed = () => {
    openedGroup.value = undefined;
    return keepFocus('groups-name');
  };
  return (
    <li id={id} class="item">
      <ItemHead name={name}>{isDefault && <span class="badge">{labels.isDefault}</span>}</ItemHead>
      <Actions of={name}>
        <Button id={`${id}-companies`} label={labels.companies} onClick={list} />
        <Button id={`${id}-insert`} label={labels.insert} onClick={insert} />
        {!isDefault && <Link id={`${id}-default`} label={labels.makeDefault} request={makeDefault} />}
        <Confirm
          id={`${id}-remove`}
          actionId="groups"
          kind="link"
          label={removeIt}
          question={(hasAddress ? labels.removeAndForgetQuestion : labels.removeQuestion)({ name })}
          request={(client) => client.removeGroup(name)}
          done={removed}
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
  const items = found.map(({ id, name, domain }) => (
    <li key={id}>
      <span>{name}</span>
      <span class="hint">{domain}</span>
    </li>
  ));
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
        {items}
      </ul>
    </>
  );
}
