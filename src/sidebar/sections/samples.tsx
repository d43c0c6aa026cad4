/** What a person without a key can do: try tables of sample records, and go to Connect. */
import { Actions, Button, Notice, OwnRow } from '../controls/actions.js';
import { Card, Hint } from '../controls/card.js';
import { STARTERS, type StarterName, sampleStarterOf } from '../draft/starters.js';
import { busy, go, texts, view } from '../page/store.js';
import { MadeCard, made, makeStarter } from './start-made.js';

/** For the sections that a person without a key cannot use. */
export function Gate() {
  const { section } = view.value;
  const connect = () => go('connect', 'connect-address');
  return (
    <>
      <Card id="gate-title" title={texts.start.gateTitle}>
        <p>{texts.start.gateText({ section: texts.sections[section] })}</p>
        <Actions>
          <Button id="gate-connect" label={texts.start.gateButton} kind="primary" onClick={connect} />
        </Actions>
      </Card>
      {section === 'build' && <Samples />}
    </>
  );
}

/** Tables of the records that ship with the add-on. */
export function Samples() {
  const { samples, tabs, making } = texts.start;
  if (made.value) return <MadeCard made={made.value} />;
  const make = (name: StarterName) =>
    makeStarter(name, {
      starter: sampleStarterOf(name),
      tab: samples.tab({ name: tabs[name] }),
      isSample: true,
    });
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
          onClick={() => make(name)}
        />
      ))}
      <Notice of={STARTERS.map((name) => `starter-${name}`)} />
    </>
  );
}
