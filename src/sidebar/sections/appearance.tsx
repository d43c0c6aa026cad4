/** Appearance, for this person in every spreadsheet: light, dark or as the system, and stripes in new tables. */
import { APPEARANCES, appearanceOf } from '../../contract/appearance.js';
import { Notice } from '../controls/actions.js';
import { Card } from '../controls/card.js';
import { Select } from '../controls/fields.js';
import { Switch } from '../controls/switch.js';
import { call } from '../page/action.js';
import { server, texts } from '../page/store.js';

export function AppearanceCard() {
  const { title, label, choices } = texts.value.appearance;
  const { appearance, stripes } = server.value;
  return (
    <Card id="appearance-title" title={title}>
      <Select
        id="appearance"
        label={label}
        value={appearance}
        choices={APPEARANCES.map((value) => ({ value, label: choices[value] }))}
        onChange={(value) =>
          void call('appearance', (client) => client.saveAppearance(appearanceOf(value), stripes))
        }
      />
      <Stripes id="appearance-stripes" />
      <Notice of="appearance" />
    </Card>
  );
}

/** Whether new tables are striped: what is there already stays as it is. */
export function Stripes({ id }: { id: string }) {
  const { appearance, stripes } = server.value;
  return (
    <>
      <Switch
        id={id}
        label={texts.value.appearance.stripes}
        isOn={stripes}
        onTurn={() => void call(id, (client) => client.saveAppearance(appearance, !stripes))}
      />
      <Notice of={id} />
    </>
  );
}
