/** Checks which domains of a pasted column a group tracks. */
import { signal } from '@preact/signals';
import type { Outcome } from '../../contract/sidebar-api.js';
import { Actions, Button, Form, Notice } from '../controls/actions.js';
import { Card, Hint, Names } from '../controls/card.js';
import { Select, TextField } from '../controls/fields.js';
import { usualGroup } from '../draft/sections.js';
import { call } from '../page/action.js';
import { change, editing, fieldsOf, server, texts } from '../page/store.js';

type Checked = Extract<Outcome, { kind: 'checked' }>;

/** The group is that of new formulas until another one is chosen. */
const form = signal({ group: '', pasted: '', checked: undefined as Checked | undefined });

export function DomainCheck() {
  const { groups } = texts;
  const { groups: known } = server.value;
  const { pasted, checked } = form.value;
  const group = usualGroup(server.value, form.value.group);
  const field = fieldsOf('check', { group, pasted }, editing(form, { checked: undefined }));
  const check = () =>
    void call(
      'check',
      (client) => client.checkDomains(group, pasted),
      ({ outcome }) => change(form, { checked: outcome?.kind === 'checked' ? outcome : undefined }),
    );
  return (
    <Card id="check-title" title={groups.checkTitle}>
      <Hint>{groups.checkText}</Hint>
      <Form id="check-form" onSubmit={check}>
        {known.length > 1 && <Select {...field('group', groups.checkGroup)} choices={known} />}
        <TextField {...field('pasted', groups.pasted)} placeholder="acme.example" rows={4} />
        <Actions>
          <Button id="check" label={groups.check} submit />
        </Actions>
      </Form>
      <Notice of="check" />
      {checked && <Result checked={checked} pasted={pasted} />}
    </Card>
  );
}

function Result({ checked, pasted }: { checked: Checked; pasted: string }) {
  const { groups } = texts;
  const { tracked, untracked, group } = checked;
  const unreadable = pasted.split(/\r?\n/).filter((line) => /\S/.test(line) && !/\S\.\S/.test(line));
  return (
    <div id="checked" role="status">
      <Domains
        id="untracked-title"
        title={groups.untracked({ count: untracked.length, group })}
        of={untracked}
      />
      <Domains
        id="unreadable-title"
        title={groups.unreadable({ count: unreadable.length })}
        of={unreadable}
      />
      <Domains id="tracked-title" title={groups.tracked({ count: tracked.length })} of={tracked} />
    </div>
  );
}

function Domains({ id, title, of }: { id: string; title: string; of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <h3 id={id}>{title}</h3>
      <Names labelledBy={id} names={of} />
    </>
  );
}
