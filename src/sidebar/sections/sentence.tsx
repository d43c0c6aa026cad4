/** The sentence box: fills the fields of the builder, and shows what it has understood and what not. */
import { batch } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Actions, Button } from '../controls/actions.js';
import { Card, Hint } from '../controls/card.js';
import { TextArea } from '../controls/fields.js';
import { Icon } from '../controls/icon.js';
import { queryOf } from '../draft/query.js';
import { valueWith, withOption } from '../draft/question-edit.js';
import { createLists } from '../draft/sentence.js';
import { type Doubt, leftOut, type Reading, readSentence } from '../draft/sentence-question.js';
import { builder, editBuilder } from '../page/forms.js';
import { change, keepFocus, lookUps, server, texts, view, written } from '../page/store.js';

const READ = 'sentence-read';
/** What a sentence can be about. */
const DATA = ['EXPANSIONS', 'HIRINGS', 'EXEC_CHANGES'];

export function SentenceCard() {
  const { sentence: words } = texts.value.build;
  const { sentence, reading } = builder.value;
  const readAll = () => read(builder.value.sentence);
  return (
    <Card id="sentence-title" title={words.title}>
      <TextArea
        id="sentence"
        label={words.label}
        labelUnseen
        rows={2}
        value={sentence}
        placeholder={words.example}
        onInput={(typed) => editBuilder({ sentence: typed })}
        onEnter={readAll}
      />
      {sentence.trim() !== '' && (
        <Actions>
          <Button id={READ} label={words.read} onClick={readAll} />
        </Actions>
      )}
      <div id="sentence-result" role="status">
        {/* it does not apply to another sentence */}
        {reading?.sentence === sentence && <Result sentence={sentence} reading={reading} />}
      </div>
    </Card>
  );
}

function read(sentence: string): void {
  if (sentence.trim() === '') {
    keepFocus('sentence');
    return;
  }
  const listed = (lookUps.value.groups() ?? []).map(({ name }) => name);
  const groups = [...new Set([...server.value.groups, ...listed])];
  const reading = readSentence(sentence, createLists(), { groups, today: written().today });
  const shown = { sentence, reading: { ...reading, sentence } };
  // a sentence of which nothing is understood changes nothing
  if (reading.understood.length === 0) {
    editBuilder(shown, READ);
    return;
  }
  batch(() => {
    change(view, { starting: false });
    editBuilder({ ...shown, ...queryOf(reading.question), opened: undefined, preview: undefined }, READ);
  });
}

interface ResultProps {
  readonly sentence: string;
  readonly reading: Reading;
}

function Result(props: ResultProps) {
  const { build } = texts.value;
  const { sentence: words } = build;
  const { reading, sentence } = props;
  const { functionName } = reading.question;
  const isEmpty = reading.understood.length === 0;
  const notes = [
    reading.isWhatSupposed && words.what(build.datasets[functionName] ?? ''),
    !reading.hasDays && functionName !== 'TRACKED_COMPANIES' && words.usualDays,
    reading.anyCurrency && words.anyCurrency,
    reading.headquarters && words.headquarters,
  ];
  return (
    <>
      <Marked {...props} />
      <Hint>{reading.doubts.length === 0 && !isEmpty ? words.whole : words.marked}</Hint>
      {!isEmpty && notes.map((note) => note && <Hint key={note}>{note}</Hint>)}
      {!isEmpty && reading.isWhatSupposed && <OtherData {...props} />}
      {!isEmpty && reading.anyCurrency && <Currencies {...props} />}
      {reading.doubts.map((doubt, index) => (
        <DoubtBox key={doubt.at} sentence={sentence} doubt={doubt} index={index} />
      ))}
      <LeaveAll {...props} />
    </>
  );
}

/** What else may be meant where no word says it: the word that is missing is put before the sentence. */
function OtherData({ sentence, reading }: ResultProps) {
  const { build } = texts.value;
  const others = DATA.filter((name) => name !== reading.question.functionName);
  return (
    <Actions>
      {others.map((name) => (
        <Button
          key={name}
          id={`sentence-what-${name}`}
          label={build.datasets[name] ?? name}
          onClick={() => read(`${build.sentence.words[name]}: ${sentence}`)}
        />
      ))}
    </Actions>
  );
}

/** Any currency is asked for until the person says which. */
function Currencies({ sentence, reading }: ResultProps) {
  const choose = (currency: string) => {
    const question = withOption(builder.value.question, 'currency', valueWith(currency));
    editBuilder({ question, reading: { ...reading, sentence, anyCurrency: false } }, READ);
  };
  return (
    <Actions>
      {['USD', 'EUR', 'GBP'].map((currency) => (
        <Button
          key={currency}
          id={`sentence-${currency}`}
          label={currency}
          onClick={() => choose(currency)}
        />
      ))}
    </Actions>
  );
}

/** The sentence with lines under what is understood. */
function Marked({ sentence, reading }: ResultProps) {
  const all = [
    ...reading.understood.map(({ at, end }) => ({ at, end, isUnderstood: true })),
    ...leftOut(reading).map(({ at, end }) => ({ at, end, isUnderstood: false })),
  ].sort((a, b) => a.at - b.at);
  let from = 0;
  const pieces: ComponentChildren[] = [];
  for (const { at, end, isUnderstood } of all) {
    const words = sentence.slice(at, end);
    pieces.push(
      sentence.slice(from, at),
      isUnderstood ? <ins key={at}>{words}</ins> : <mark key={at}>{words}</mark>,
    );
    from = end;
  }
  return (
    <p id="sentence-marked" class="marked">
      {pieces}
      {sentence.slice(from)}
    </p>
  );
}

/** The sentence without some of its words. */
function without(sentence: string, words: readonly { readonly at: number; readonly end: number }[]): string {
  const rest = words.reduceRight((text, { at, end }) => `${text.slice(0, at)}${text.slice(end)}`, sentence);
  return rest.replace(/\s+/g, ' ').trim();
}

/** One click for all words that are left out. */
function LeaveAll({ sentence, reading }: ResultProps) {
  const left = leftOut(reading);
  const rest = without(sentence, left);
  if (left.length < 2 || rest === '') return null;
  const label = texts.value.build.sentence.leaveAll;
  return (
    <Actions>
      <Button id="sentence-leave-all" label={label} onClick={() => read(rest)} />
    </Actions>
  );
}

function DoubtBox({ sentence, doubt, index }: { sentence: string; doubt: Doubt; index: number }) {
  const { at, end, words, supposed, instead, isName } = doubt;
  const { build } = texts.value;
  const { sentence: said } = build;
  const readWith = (other: string) => read(`${sentence.slice(0, at)}${other}${sentence.slice(end)}`);
  const rest = without(sentence, [doubt]);
  const taken = isName ? said.place(words) : said.supposed(words, build.datasets[supposed] ?? supposed);
  return (
    <div class="question">
      <p>
        <Icon name="warning" />
        <span>{supposed === '' ? said.unknown(words) : taken}</span>
      </p>
      <Actions>
        {instead.map((one, number) => (
          <Button
            key={one}
            id={`sentence-instead-${index}-${number}`}
            label={`“${one}”`}
            onClick={() => readWith(one)}
          />
        ))}
        {isName && (
          <Button
            id={`sentence-company-${index}`}
            label={said.company(words)}
            onClick={() => readWith(`"${words}"`)}
          />
        )}
        {rest !== '' && (
          <Button id={`sentence-leave-${index}`} label={said.leaveOut(words)} onClick={() => read(rest)} />
        )}
      </Actions>
    </div>
  );
}
