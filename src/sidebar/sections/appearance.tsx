/** Appearance for this person, in every spreadsheet: light, dark or system, and stripes in new tables. */
import { useState } from 'preact/hooks';
import { APPEARANCES } from '../../contract/appearance.js';
import { Notice } from '../controls/actions.js';
import { Card } from '../controls/card.js';
import { named, Select, Switch } from '../controls/fields.js';
import { call } from '../page/action.js';
import { server, texts } from '../page/store.js';

const STRIPES = 'appearance-stripes';

export function AppearanceCard() {
  const { title, label, choices } = texts.appearance;
  const { appearance, stripes } = server.value;
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
          void call('appearance', (client) => client.saveAppearance(chosen, stripes)).then(() => redraw({}))
        }
      />
      <Switch
        id={STRIPES}
        label={texts.appearance.stripes}
        value={stripes}
        onChange={() => void call(STRIPES, (client) => client.saveAppearance(appearance, !stripes))}
      />
      <Notice of={['appearance', STRIPES]} />
    </Card>
  );
}
