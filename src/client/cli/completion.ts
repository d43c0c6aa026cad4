/** Scripts that complete commands, datasets, options and allowed values in bash and zsh. */
import { DATASETS } from '../../contract/datasets.js';
import type { Filter } from '../../contract/filters.js';
import { DATASET_OPTIONS, OPTION_ALIASES } from '../../contract/options.js';
import { DATASET_NAMES, FLAGS, FORMATS, VALUED } from './arguments.js';
import { COMMANDS } from './commands.js';

const commands = () => [...Object.keys(COMMANDS), 'completion', 'help'];

function optionWords(): string[] {
  const filters = Object.values(DATASETS).flatMap((dataset) => Object.keys(dataset.filters));
  const names = [...filters, ...DATASET_OPTIONS, ...Object.keys(OPTION_ALIASES), ...VALUED, ...FLAGS];
  return [...new Set(names)].map((name) => `--${name}`).sort();
}

/** Allowed values, one a line, by the options that take them. */
function values(): [string, readonly string[]][] {
  const filters = Object.values(DATASETS).flatMap((dataset) => Object.entries<Filter>(dataset.filters));
  const found = filters.flatMap(([name, { values: all }]): [string, readonly string[]][] => {
    const short = Object.keys(OPTION_ALIASES).filter((alias) => OPTION_ALIASES[alias]?.includes(name));
    return all ? [name, ...short].map((one): [string, readonly string[]] => [one, all]) : [];
  });
  return [...new Map<string, readonly string[]>([...found, ['format', FORMATS]])];
}

function quoted(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`;
}

/** Shells whose completion is not set up yet get it, as far as their own files can be trusted. */
const FOR_ZSH = `(( $+functions[compdef] )) || { autoload -U compinit && compinit -i -D; }
autoload -U bashcompinit && bashcompinit
`;

/** @param shell bash or zsh; undefined for another one */
export function completionFor(shell: string): string | undefined {
  if (shell !== 'bash' && shell !== 'zsh') return undefined;
  const cases = values()
    .map(([name, all]) => `    --${name}) choices=${quoted(all.join('\n'))} ;;\n`)
    .join('');
  const script = `_signals() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" choices='' before='' quote=''
  # --format=csv is three words in bash, and one in zsh
  if [[ "$current" == '=' ]]; then current=''
  elif [[ "$previous" == '=' ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"
  elif [[ "$current" == --*=* ]]; then previous="\${current%%=*}" before="\${current%%=*}=" current="\${current#*=}"
  fi
  # after an opening quote the shell writes the rest as it is
  case "$current" in [\\"\\']*) quote="\${current:0:1}" current="\${current:1}" ;; esac
  case "$previous" in
    signals) choices=${quoted(commands().join('\n'))} ;;
    ask|estimate|formula|watch|help) choices=${quoted(DATASET_NAMES.join('\n'))} ;;
    completion) choices=$'bash\\nzsh' ;;
    --store|--key-file) COMPREPLY=($(compgen -f -- "$current")); return ;;
${cases}    *) choices=${quoted(optionWords().join('\n'))} ;;
  esac
  local IFS=$'\\n' choice
  COMPREPLY=()
  for choice in $choices; do
    [[ "$choice" == "$current"* ]] || continue
    if [[ -z "$quote" ]]; then choice="$(printf '%q' "$choice")"; fi
    COMPREPLY+=("$before$choice")
  done
}
complete -F _signals signals
`;
  return shell === 'bash' ? script : `${FOR_ZSH}${script}`;
}
