/** Scripts that complete commands, datasets, options and allowed values in bash and zsh. */
import type { Command, Option } from 'commander';
import { DATASET_WORDS, QuestionOption } from './options.js';

interface Words {
  readonly commands: readonly string[];
  /** The commands behind which a dataset stands. */
  readonly questions: readonly string[];
  readonly options: readonly string[];
  /** Allowed values by the options that take them. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** All words of the commands and their options. */
function wordsOf({ commands }: Command): Words {
  const leaves = commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]));
  const options = leaves.flatMap((leaf) => leaf.options.filter(({ hidden }) => !hidden));
  const namesOf = (option: Option) =>
    option instanceof QuestionOption ? option.names.map((name) => `--${name}`) : [option.long!];
  return {
    commands: commands.map((command) => command.name()),
    questions: commands.filter((one) => one.commands.length > 0).map((command) => command.name()),
    options: [...new Set(options.flatMap(namesOf))].sort(),
    values: new Map(
      options.flatMap((option) => namesOf(option).map((name) => [name, option.argChoices ?? []] as const)),
    ),
  };
}

function quoted(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`;
}

/** Shells whose completion is not set up yet get it, as far as their own files can be trusted. */
const FOR_ZSH = `(( $+functions[compdef] )) || { autoload -U compinit && compinit -i -D; }
autoload -U bashcompinit && bashcompinit
`;

/** @param shell bash or zsh; undefined for another one */
export function completionFor(shell: string, program: Command): string | undefined {
  if (shell !== 'bash' && shell !== 'zsh') return undefined;
  const { commands, questions, options, values } = wordsOf(program);
  const cases = [...values]
    .filter(([, all]) => all.length > 0)
    .map(([name, all]) => `    ${name}) choices=${quoted(all.join('\n'))} ;;\n`)
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
    signals) choices=${quoted(commands.join('\n'))} ;;
    ${questions.join('|')}|help) choices=${quoted(Object.keys(DATASET_WORDS).join('\n'))} ;;
    completion) choices=$'bash\\nzsh' ;;
    --store|--key-file|--file) COMPREPLY=($(compgen -f -- "$current")); return ;;
${cases}    *) choices=${quoted(options.join('\n'))} ;;
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
