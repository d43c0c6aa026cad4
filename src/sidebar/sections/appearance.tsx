/** Appearance for this person, in every spreadsheet: light, dark or system. */
import { useState } from 'preact/hooks';
import { APPEARANCES } from '../../contract/appearance.js';
import { Notice } from '../controls/actions.js';
import { Card } from '../controls/card.js';
import { named, Select } from '../controls/fields.js';
import { call } from '../page/action.js';
import { server, texts } from '../page/store.js';

export function AppearanceCard() {
  const { title, label, choices } = texts.appearance;
  const { appearance } = server.value;
  const [, redraw] = useState({});
  return (
    <Card id="appearance-title" title={title}>
      <Select
        id="appearance"
        label={label}
        value={appearance}
        choices={named(choices, APPEARANCES)}
        // a choice that is not saved is undone on the screen
        onChange={(chosen) =>
          void call('appearance', (client) => client.saveAppearance(chosen)).then(() => redraw({}))
        }
      />
      <Notice of="appearance" />
    </Card>
  );
}
