import { Argument, type Command } from 'commander';
import { writeStandardOutput } from '../output/standardOutput.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Adds `completion`: a script by which a shell completes commands and options. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description(
      'print a script by which a shell completes commands and options: source <(statescope completion bash)',
    )
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .allowExcessArguments(false)
    .exitOverride()
    .action((shell: Shell) => writeStandardOutput(WRITERS[shell](listCommandOptions(program))));
}

/** Options of a command, by its name. */
type Commands = ReadonlyMap<string, readonly string[]>;

const listCommandOptions = (program: Command): Commands =>
  new Map(
    program.commands.map(command => {
      const options = [command, ...command.commands].flatMap(one => one.options);
      const names = options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []);
      return [command.name(), [...command.commands.map(one => one.name()), ...new Set(names), '--help']];
    }),
  );

const WRITERS: Readonly<Record<Shell, (commands: Commands) => string>> = {
  bash: commands => `_statescope() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.keys()].join(' ')}" -- "$current"))
    return
  fi
  if [[ "$current" != -* && "$COMP_CWORD" -ne 2 ]]; then return; fi
  case "\${COMP_WORDS[1]}" in
${[...commands].map(([name, options]) => `    ${name}) COMPREPLY=($(compgen -W "${options.join(' ')}" -- "$current")) ;;`).join('\n')}
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
  if [[ "\${words[CURRENT]}" != -* ]]; then _files; fi
  case "\${words[2]}" in
${[...commands].map(([name, options]) => `    ${name}) compadd -- ${options.join(' ')} ;;`).join('\n')}
  esac
}
compdef _statescope statescope
`,
  fish: commands =>
    `${[...commands]
      .flatMap(([name, options]) => [
        `complete -c statescope -n __fish_use_subcommand -a ${name}`,
        ...options.map(
          option =>
            `complete -c statescope -n '__fish_seen_subcommand_from ${name}' -l ${option.replace(/^--/, '')}`,
        ),
      ])
      .join('\n')}\n`,
};
