import { Argument, type Command } from 'commander';
import { NETWORK_NAMES } from '../../engine/network/loadNetwork.ts';
import { isOptionListed } from '../options/isOptionListed.ts';
import { ORACLE_NAMES } from '../options/oracleOptions.ts';
import { SPECS } from '../options/specs.ts';
import { writeStandardOutput } from '../output/standardOutput.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Adds `completion`: a script by which a shell completes commands and options. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description(
      'print a script by which a shell completes commands, options and their values: source <(statescope completion bash)',
    )
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .allowExcessArguments(false)
    .exitOverride()
    .action((shell: Shell) => writeStandardOutput(WRITERS[shell](listCompletions(program))));
}

/** Words that a shell completes after a command. */
interface Completions {
  /** Names of commands of its own, and of options. */
  readonly words: readonly string[];
  /** Values of an option that has some of its own, by its name without dashes. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** By the command's name. */
type Commands = ReadonlyMap<string, Completions>;

/** Values of options that take a name of a list, or anything else. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  model: SPECS.map(({ name }) => name),
  network: NETWORK_NAMES,
  preset: [...new Set(SPECS.flatMap(({ presets }) => presets))],
  oracle: ORACLE_NAMES,
};

const listCompletions = (program: Command): Commands =>
  new Map(
    program
      .createHelp()
      .visibleCommands(program)
      .map(command => {
        const options = [command, ...command.commands]
          .flatMap(one => one.options)
          .filter(option => !option.hidden && isOptionListed(command.name(), option.name()));
        const names = new Set(options.flatMap(({ long }) => long ?? []));
        const values = options.flatMap(option => {
          const some = option.argChoices ?? VALUES[option.name()];
          return some === undefined ? [] : [[option.name(), some] as const];
        });
        const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
        const words = [...command.commands.map(one => one.name()), ...choices, ...names, '--help'];
        return [command.name(), { words, values: new Map(values) }];
      }),
  );

/** Options with the same values, as `command --option`. */
function groupByValues(commands: Commands): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [command, { values }] of commands)
    for (const [option, some] of values) {
      const key = some.join(' ');
      groups.set(key, [...(groups.get(key) ?? []), `${command} --${option}`]);
    }
  return groups;
}

const WRITERS: Readonly<Record<Shell, (commands: Commands) => string>> = {
  bash: commands => `_statescope() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.keys()].join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${[...groupByValues(commands)].map(([values, options]) => `    ${options.map(option => `"${option}"`).join('|')}) COMPREPLY=($(compgen -W "${values}" -- "$current")); return ;;`).join('\n')}
  esac
  if [[ "$current" != -* && "$COMP_CWORD" -ne 2 ]]; then return; fi
  case "\${COMP_WORDS[1]}" in
${[...commands].map(([name, { words }]) => `    ${name}) COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current")) ;;`).join('\n')}
  esac
}
complete -o default -F _statescope statescope
`,
  zsh: commands => `#compdef statescope
_statescope() {
  if (( CURRENT == 2 )); then
    compadd ${[...commands.keys()].join(' ')}
    return
  fi
  case "\${words[2]} \${words[CURRENT-1]}" in
${[...groupByValues(commands)].map(([values, options]) => `    ${options.map(option => `"${option}"`).join('|')}) compadd -- ${values} ;;`).join('\n')}
  esac
  if [[ "\${words[CURRENT]}" != -* ]]; then _files; fi
  case "\${words[2]}" in
${[...commands].map(([name, { words }]) => `    ${name}) compadd -- ${words.join(' ')} ;;`).join('\n')}
  esac
}
compdef _statescope statescope
`,
  fish: commands =>
    `${[...commands]
      .flatMap(([name, { words, values }]) => [
        `complete -c statescope -n __fish_use_subcommand -a ${name}`,
        ...words.map(word => {
          const option = word.replace(/^--/, '');
          const some = values.get(option);
          const own = word.startsWith('--') ? `-l ${option}` : `-a ${word}`;
          return `complete -c statescope -n '__fish_seen_subcommand_from ${name}' ${own}${some ? ` -r -a '${some.join(' ')}'` : ''}`;
        }),
      ])
      .join('\n')}\n`,
};
