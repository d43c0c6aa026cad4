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

/** @param shell bash or zsh; undefined for another one */
export function completionFor(shell: string): string | undefined {
  if (shell !== 'bash' && shell !== 'zsh') return undefined;
  const cases = values()
    .map(([name, all]) => `    --${name}) choices=${quoted(all.join('\n'))} ;;\n`)
    .join('');
  const script = `_signals() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" choices=''
  case "$previous" in
    signals) choices=${quoted(commands().join('\n'))} ;;
    ask|estimate|formula|watch|help) choices=${quoted(DATASET_NAMES.join('\n'))} ;;
    completion) choices=$'bash\\nzsh' ;;
    --store|--key-file) COMPREPLY=($(compgen -f -- "$current")); return ;;
${cases}    *) choices=${quoted(optionWords().join('\n'))} ;;
  esac
  local IFS=$'\\n' choice
  COMPREPLY=()
  for choice in $(compgen -W "$choices" -- "$current"); do
    COMPREPLY+=("$(printf '%q' "$choice")")
  done
}
complete -F _signals signals
`;
  return shell === 'bash' ? script : `autoload -U +X bashcompinit && bashcompinit\n${script}`;
}
