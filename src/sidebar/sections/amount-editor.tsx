/** An amount: a comparison and one or two numbers. */
import { Select, TextField } from '../controls/fields.js';
import { COMPARISONS, type Comparison, readAmount, writeAmount } from '../draft/amount.js';
import { texts } from '../page/store.js';

interface AmountProps {
  readonly id: string;
  readonly text: string;
  readonly problem?: string | undefined;
  readonly setText: (text: string) => void;
}

export function AmountEditor({ id, text, problem, setText }: AmountProps) {
  const { build } = texts.value;
  const amount = readAmount(text);
  const common = { hint: build.amountHint, problem };
  return (
    <>
      <Select
        id={`${id}-comparison`}
        label={build.comparison}
        value={amount.comparison}
        choices={COMPARISONS.map((value) => ({ value, label: build.comparisons[value] }))}
        onChange={(chosen) => setText(writeAmount({ ...amount, comparison: chosen as Comparison }))}
      />
      <div class="row">
        <TextField
          {...common}
          id={id}
          label={build.amount}
          value={amount.from}
          onInput={(from) => setText(writeAmount({ ...amount, from }))}
        />
        {amount.comparison === 'between' && (
          <TextField
            {...common}
            id={`${id}-to`}
            label={build.upTo}
            value={amount.to}
            onInput={(to) => setText(writeAmount({ ...amount, to }))}
          />
        )}
      </div>
    </>
  );
}
