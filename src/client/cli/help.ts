/** What `signals help` says. */
import { DATASETS } from '../../contract/datasets.js';
import { DATASET_OPTIONS, OWN_OPTIONS } from '../../contract/options.js';

export const HELP = `signals COMMAND [WORDS] [--option VALUE]

  ask DATASET [COMPANY...]       records; DATASET: expansions, hirings, exec-changes
  estimate DATASET [COMPANY...]  what that would bring and cost; free
  formula DATASET [COMPANY...]   the Google Sheets formula for the same question
  watch DATASET [COMPANY...]     what is new from now on, as NDJSON
  groups [GROUP]                 the groups, or the companies of one
  companies TEXT                 companies that a text finds
  account                        credits and caps of the key
  completion bash|zsh            a script for your shell
  help [DATASET]                 this, or the options of a dataset

Options of a question are those of the formula: --from -30d, --type "Data Centre", --columns date,company.
Settings:
  --max-credits N   the most that this may cost; needed for expansions
  --all             all records of the days, however many, in several requests
  --format F        table, csv, ndjson or json; by default table on a terminal, else csv
  --url ADDRESS     of the service; else SIGNALS_URL, else http://127.0.0.1:8787
  --key-file FILE   with mode 0600; else SIGNALS_API_KEY, SIGNALS_KEY_FILE, ~/.config/signals/key, a prompt
  --store FILE      where answers are kept, so that the same costs nothing twice; --no-store keeps none
  --time-zone NAME  in which "today" is a day
  --locale NAME     of the formula, such as de_DE
  --every TIME      between two looks of a watch, such as 15m
  --quiet           nothing on standard error but failures

Exit codes: 0 done, 1 failure, 2 usage or BAD_INPUT, 3 key, 4 credits or ceiling, 5 try again later, 130 interrupted.
`;

/** The options of a dataset, each with its meaning. */
export function optionHelp(dataset: keyof typeof DATASETS): string {
  const filters = Object.entries(DATASETS[dataset].filters).map(
    ([name, { description }]) => [name, description] as const,
  );
  const own = DATASET_OPTIONS.map((name) => [name, OWN_OPTIONS[name].description] as const);
  return [...filters, ...own]
    .map(([name, description]) => `  --${name.padEnd(18)} ${description}\n`)
    .join('');
}
