/** What a person without a key can do: try tables of sample records, and go to Connect. */
import { Actions, Button, Notice } from '../controls/actions.js';
import { Card, Hint } from '../controls/card.js';
import { STARTERS, sampleStarterOf } from '../draft/starters.js';
import { busy, go, texts, view } from '../page/store.js';
import { OwnRow } from './own-row.js';
import { MadeCard, made, makeStarter } from './start-made.js';

/** For the sections that a person without a key cannot use. */
export function Gate() {
  const { start, sections } = texts.value;
  const { section } = view.value;
  return (
    <>
      <Card id="gate-title" title={start.gateTitle}>
        <p>{start.gateText(sections[section])}</p>
        <Actions>
          <Button
            id="gate-connect"
            label={start.gateButton}
            kind="primary"
            onClick={() => go('connect', 'connect-address')}
          />
        </Actions>
      </Card>
      {section === 'build' && <Samples />}
    </>
  );
}

/** Tables of the records that ship with the add-on. */
export function Samples() {
  const { samples, tabs, making } = texts.value.start;
  if (made.value) return <MadeCard made={made.value} />;
  return (
    <>
      <h2 class="lead">{samples.title}</h2>
      <Hint>{samples.text}</Hint>
      {STARTERS.map((name) => (
        <OwnRow
          key={name}
          id={`starter-${name}`}
          icon="build"
          name={tabs[name]}
          text={busy.value === `starter-${name}` ? making : ''}
          onClick={() =>
            makeStarter(name, {
              starter: sampleStarterOf(name),
              tab: samples.tab(tabs[name]),
              isSample: true,
            })
          }
        />
      ))}
      <Notice of={STARTERS.map((name) => `starter-${name}`)} />
    </>
  );
}
