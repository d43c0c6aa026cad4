/** Groups of tracked companies: add, list, make default, remove. */
import { signal } from '@preact/signals';
import { Actions, Button, Confirm, Form, Link, Notice } from '../controls/actions.js';
import { Card, Hint, Item, NameList } from '../controls/card.js';
import { TextField } from '../controls/fields.js';
import { call, on, type Request } from '../page/action.js';
import { shownCompany } from '../page/service-answers.js';
import { change, formFields, keepFocus, lookUps, server, texts } from '../page/store.js';
import { Track, tracking } from './track.js';

const form = signal({ name: '' });

export function Groups() {
  const { groups: labels } = texts;
  const { groups } = server.value;
  const isEmpty = groups.length === 0;
  const names = lookUps.value.groups()?.map(({ name }) => name);
  const listed = names?.length ?? 0;
  const suggestions = names?.filter((name) => !groups.includes(name));
  const field = formFields('groups', form)('name', labels.name);
  const items = groups.map((name, index) => <GroupItem key={name} name={name} id={`group-${index}`} />);
  return (
    <>
      <Card id="groups-title" title={isEmpty && listed === 0 ? labels.emptyTitle : texts.sections.groups}>
        {isEmpty && <p class="lead">{listed === 0 ? labels.emptyText : labels.listed({ count: listed })}</p>}
        {!isEmpty && <ul class="plain-list">{items}</ul>}
        <Form id="groups-form" row onSubmit={add}>
          <TextField {...field} hint={labels.nameHint} suggestions={suggestions} />
          <Button id="groups-add" label={labels.add} kind="primary" submit />
        </Form>
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
      if (form.value.name.trim() === name) change(form, { name: '' }, 'groups-name');
      return texts.groups.added({ name });
    },
  );
}

function GroupItem({ name, id }: { name: string; id: string }) {
  const { groups: labels, removeIt } = texts;
  const { opened } = tracking.value;
  const isDefault = server.value.defaultGroup === name;
  const hasAddress = server.value.callbacks[name] !== undefined;
  const list: Request = (client) => client.listCompanies(name);
  const listed = on('companies', ({ companies }) =>
    change(tracking, { opened: { group: name, list: companies } }),
  );
  const makeDefault: Request = (client) => client.setDefaultGroup(name);
  const companies = opened?.group === name ? opened.list.map((one) => shownCompany(one)) : undefined;
  const removed = () => change(tracking, { opened: undefined }, 'groups-name');
  return (
    <Item id={id} name={name} beside={isDefault && <span class="badge">{labels.isDefault}</span>}>
      <Actions of={name}>
        <Button id={`${id}-companies`} label={labels.companies} request={list} done={listed} />
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
      <Notice of={[`${id}-companies`, `${id}-default`]} />
      {companies?.length === 0 && <Hint role="status">{labels.none}</Hint>}
      {companies && <NameList id="group-companies" title={labels.counted} names={companies} isOpen />}
    </Item>
  );
}
