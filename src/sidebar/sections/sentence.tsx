/** The sentence box: fills the fields of the builder, and shows which words it understood. */
import { batch } from '@preact/signals';
import { ownValue as wordFor } from '../../contract/options.js';
import { Actions, Button, Icon } from '../controls/actions.js';
import { Card, Hint } from '../controls/card.js';
import { TextField } from '../controls/fields.js';
import { queryOf } from '../draft/query.js';
import { optionOf, valueWith, withOption } from '../draft/question-edit.js';
import { omittedWords, type Reading, readSentence, type UnclearWords } from '../draft/sentence-question.js';
import { builder, editBuilder } from '../page/forms.js';
import { change, keepFocus, texts, validationContext, view } from '../page/store.js';
import { groupNames } from './suggestions.js';

const READ = 'sentence-read';
/** The functions that a sentence can mean. */
const DATA = ['EXPANSIONS', 'HIRINGS', 'EXEC_CHANGES'];

export function SentenceCard() {
  const { sentence: words } = texts.build;
  const { sentence, reading } = builder.value;
  const readAll = () => read(builder.value.sentence);
  const type = (typed: string) => editBuilder({ sentence: typed });
  return (
    <Card id="sentence-title" title={words.title}>
      <TextField
        id="sentence"
        label={words.label}
        hideLabel
        placeholder={words.example}
        rows={2}
        value={sentence}
        onChange={type}
        onEnter={readAll}
      />
      {sentence.trim() !== '' && <Button id={READ} label={words.read} onClick={readAll} />}
      <div id="sentence-result" role="status">
        {/* a result applies only to its own sentence */}
        {reading?.sentence === sentence && <Result sentence={sentence} reading={reading} />}
      </div>
    </Card>
  );
}

/** @param before the reading of a sentence with more words: if it meant the same, the fields stay */
function read(sentence: string, before?: Reading): undefined {
  if (sentence.trim() === '') return keepFocus('sentence');
  const { today } = validationContext();
  const reading = { ...readSentence(sentence, { groups: groupNames(), today }), sentence };
  const shown = { sentence, reading };
  if (before && JSON.stringify(before.question) === JSON.stringify(reading.question))
    return editBuilder({ sentence, reading: { ...reading, anyCurrency: before.anyCurrency } }, READ);
  // a sentence without an understood word changes no field
  if (reading.understood.length === 0) return editBuilder(shown, READ);
  batch(() => {
    change(view, { starting: false });
    editBuilder({ ...shown, ...queryOf(reading.question), opened: undefined, preview: undefined }, READ);
  });
}

type ResultProps = { sentence: string; reading: Reading };

function Result(props: ResultProps) {
  const { sentence: words, datasets } = texts.build;
  const { reading, sentence } = props;
  const { functionName } = reading.question;
  const isEmpty = reading.understood.length === 0;
  const omitted = omittedWords(reading);
  const notes = [
    reading.isFunctionAssumed && words.what({ name: wordFor(datasets, functionName) ?? '' }),
    !reading.hasDays && functionName !== 'TRACKED_COMPANIES' && words.usualDays,
    reading.anyCurrency && words.anyCurrency,
    // the filter `countries` compares headquarters: its functions have no other places
    optionOf(reading.question, 'countries') && words.headquarters,
  ];
  const boxes = reading.unclear.map((unclear, index) => (
    <UnclearWordsBox key={unclear.at} sentence={sentence} unclear={unclear} index={index} />
  ));
  return (
    <>
      <Marked {...props} />
      <Hint>{reading.unclear.length === 0 && !isEmpty ? words.whole : words.marked}</Hint>
      {!isEmpty && notes.map((note) => note && <Hint key={note}>{note}</Hint>)}
      {!isEmpty && reading.isFunctionAssumed && <Actions>{otherData(props)}</Actions>}
      {!isEmpty && reading.anyCurrency && <Actions>{currencies(props)}</Actions>}
      {boxes}
      <Actions>{omitted.length > 1 && offerWithout('leave-all', words.leaveAll, sentence, omitted)}</Actions>
    </>
  );
}

/** A button that changes how the sentence is read. */
function offer(id: string, label: string, take: () => void) {
  return <Button key={id} id={`sentence-${id}`} label={label} onClick={take} />;
}

/** Offers the other functions, if no word names one: puts the missing word before the sentence. */
function otherData({ sentence, reading }: ResultProps) {
  const { datasets, sentence: labels } = texts.build;
  const others = DATA.filter((name) => name !== reading.question.functionName);
  const readAs = (name: string) => read(`${wordFor(labels.words, name)}: ${sentence}`);
  return others.map((name) => offer(`what-${name}`, wordFor(datasets, name) ?? name, () => readAs(name)));
}

/** Offers currencies. The question takes any until the person chooses one. */
function currencies({ sentence, reading }: ResultProps) {
  const choose = (currency: string) => {
    const question = withOption(builder.value.question, 'currency', valueWith(currency));
    editBuilder({ question, reading: { ...reading, sentence, anyCurrency: false } }, READ);
  };
  return ['USD', 'EUR', 'GBP'].map((name) => offer(name, name, () => choose(name)));
}

type Words = readonly { readonly at: number; readonly end: number }[];

/** Offers to read the sentence without some of its words, if others are left. */
function offerWithout(id: string, label: string, sentence: string, words: Words) {
  const rest = words.reduceRight((text, { at, end }) => `${text.slice(0, at)}${text.slice(end)}`, sentence);
  const tidy = rest.replace(/\s+/g, ' ').trim();
  return tidy !== '' && offer(id, label, () => read(tidy, builder.value.reading));
}

/** The sentence with its understood words underlined and its omitted words marked. */
function Marked({ sentence, reading }: ResultProps) {
  const understood = reading.understood.map(({ at, end }) => ({ at, end, Mark: 'ins' as const }));
  const omitted = omittedWords(reading).map(({ at, end }) => ({ at, end, Mark: 'mark' as const }));
  const all = [...understood, ...omitted].sort((a, b) => a.at - b.at);
  return (
    <p id="sentence-marked" class="marked">
      {all.map(({ at, end, Mark }, index) => [
        sentence.slice(all[index - 1]?.end ?? 0, at),
        <Mark key={at}>{sentence.slice(at, end)}</Mark>,
      ])}
      {sentence.slice(all.at(-1)?.end ?? 0)}
    </p>
  );
}

type UnclearProps = { sentence: string; unclear: UnclearWords; index: number };

function UnclearWordsBox({ sentence, unclear, index }: UnclearProps) {
  const { at, end, words, assumed, isName } = unclear;
  const { datasets, sentence: labels } = texts.build;
  const readWith = (other: string) => read(`${sentence.slice(0, at)}${other}${sentence.slice(end)}`);
  const taken =
    assumed === words
      ? (isName ? labels.place : labels.asCompany)({ words })
      : labels.supposed({ words, value: wordFor(datasets, assumed) ?? assumed });
  return (
    <div class="question">
      <p>
        <Icon name="warning" />
        <span>{assumed === '' ? labels.unknown({ words }) : taken}</span>
      </p>
      <Actions>
        {isName && offer(`company-${index}`, labels.company({ words }), () => readWith(`"${words}"`))}
        {offerWithout(`leave-${index}`, labels.leaveOut({ words }), sentence, [unclear])}
      </Actions>
    </div>
  );
}
