import type { Command, Help, Option } from 'commander';
import { MAX_SEED } from '../../engine/core/isValidSeed.ts';
import { TABLES_FORM_HELP } from '../files/tables/tablesOrder.ts';
import { formatParameterHelp } from './formatParameterHelp.ts';
import { isOptionListed } from './isOptionListed.ts';
import { SPECS } from './specs.ts';

/** Columns of a terminal that help is written for. */
const WIDTH = 96;
const TERM_WIDTH = 28;

/** Options by group, in their order; others stand under "Options". */
const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  [
    'Set-up',
    [
      ...['model', 'network', 'direction', 'repeats', 'groups', 'agents', 'seed', 'preset', 'set'],
      ...['change-at', 'large'],
    ],
  ],
  [
    'Playing',
    [
      ...['rounds', 'worlds', 'from', 'until', 'at', 'change', 'sweep', 'shard', 'cores', 'queue', 'batch'],
      ...['checkpoint', 'checkpoint-every', 'resume', 'keep'],
    ],
  ],
  [
    'Files',
    [
      ...['out', 'gexf', 'graphml', 'tables', 'tables-form', 'tables-of', 'odd', 'csv', 'differences'],
      ...['events', 'events-prompts', 'memory-out'],
    ],
  ],
  ['Language models', ['oracle', 'oracle-url', 'oracle-model', 'answers', 'estimate', 'yes']],
];
/** Options of a language model that are listed once it is named: `--oracle openai --help`. */
const OF_LANGUAGE_MODELS = [
  ...['form', 'per-archetype', 'texts', 'temperature', 'calls', 'tokens', 'round-calls', 'round-tokens'],
  ...['deadline', 'on-unusable'],
];
/** Plain meanings of options that mean something else in each model. */
const PLAIN: Readonly<Record<string, string>> = {
  agents: 'number of agents; what they are depends on the model',
  preset: 'a preset of the model',
  seed: 'seed of all that is drawn, 0 to 4294967295',
  network: 'a network by name, or a file of your own',
  direction: 'who follows whom in your own network: follows, followed or both',
  repeats: 'weights of repeated edges of your own network: sum, max or first',
  groups: 'the attribute that divides the nodes of your own network',
  'change-at': 'a change in mid-run (repeatable), such as 12:name:value',
  'tables-form': TABLES_FORM_HELP,
  until: 'stop at the first round that meets it (repeatable): "largest_cascade >= 50"',
};

/** Inputs and switches of each model, which are options of its own. */
const OF_MODEL = new Map(
  SPECS.map(({ name, inputs, parameters, table, agentFiles, subject }) => [
    name,
    [
      ...inputs.map(input => input.name),
      ...parameters.filter(({ flag }) => flag).map(parameter => parameter.name),
      ...(table ? [table.name] : []),
      ...(agentFiles ? [agentFiles.option] : []),
      ...(subject ? [subject.noun] : []),
    ],
  ]),
);

/**
 * Gives a command a help of one line an option, in groups. With `--model NAME` it has that model's options and
 * parameters with their whole texts, with `--oracle NAME` those of language models.
 */
export const useGroupedHelp = (command: Command): void =>
  void command.configureHelp({ formatHelp: formatGroupedHelp });

function formatGroupedHelp(command: Command, helper: Help): string {
  const given = (name: string) =>
    command.getOptionValueSource(name) === 'cli' ? String(command.opts()[name]) : null;
  const model = given('model');
  const isOracleGiven = given('oracle') !== null;
  const options = helper
    .visibleOptions(command)
    .filter(option => isOptionListed(command.name(), nameOption(option)));
  const ofModels = new Set([...OF_MODEL.values()].flat());
  const own = model === null ? [] : (OF_MODEL.get(model) ?? []);
  const common = options.filter(option => !ofModels.has(nameOption(option)));
  const wanted = common.filter(option => isOracleGiven || !isOfLanguageModels(option, command));
  const isLong = model !== null;
  const placed = new Set<Option>();
  const groups = GROUPS.flatMap(([title, names]) => {
    const of = names.flatMap(name => wanted.filter(option => nameOption(option) === name));
    for (const option of of) placed.add(option);
    return of.length === 0 ? [] : [[title, of] as const];
  });
  const oracle = wanted.filter(option => isOfLanguageModels(option, command));
  for (const option of oracle) placed.add(option);
  const rest = wanted.filter(option => !placed.has(option));
  const mine = options.filter(option => own.includes(nameOption(option)));
  const others = isLong ? '' : listModelOptions(options);
  const sections = [
    `Usage: ${helper.commandUsage(command)}`,
    wrapText(helper.commandDescription(command)),
    formatArguments(command, helper),
    ...groups.map(([title, of]) =>
      formatGroup(title, title === 'Language models' ? [...of, ...oracle] : of, model),
    ),
    formatGroup(`Model ${model}`, mine, model),
    others,
    formatGroup('Options', rest, model),
    formatCommands(command, helper),
    formatHints(command, { isModelGiven: isLong, isOracleGiven, hasOthers: others !== '' }),
    isLong && command.name() === 'run' ? formatParameterHelp(model) : '',
  ];
  return `${sections
    .filter(text => text !== '')
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

const nameOption = ({ long, short }: Option): string => (long ?? short ?? '').replace(/^-+/, '');

const isOfLanguageModels = (option: Option, command: Command): boolean =>
  OF_LANGUAGE_MODELS.includes(nameOption(option)) && command.options.some(({ long }) => long === '--oracle');

/** One line a model: `governed: --corpus, --missions`. */
function listModelOptions(options: readonly Option[]): string {
  const there = new Set(options.map(nameOption));
  const lines = [...OF_MODEL].flatMap(([name, of]) => {
    const names = of.filter(one => there.has(one)).map(one => `--${one}`);
    return names.length === 0 ? [] : [`  ${`${name}`.padEnd(TERM_WIDTH)} ${names.join(', ')}`];
  });
  return lines.length === 0 ? '' : ['Of one model:', ...lines].join('\n');
}

/** @param model whose whole texts are wanted; null: one line an option */
function formatGroup(title: string, options: readonly Option[], model: string | null): string {
  if (options.length === 0) return '';
  const lines = options.map(option => {
    const name = nameOption(option);
    const text =
      model === null
        ? ((option.flags.endsWith('<ids>') ? undefined : PLAIN[name]) ??
          `${shorten(option.description)}${listChoices(option)}`)
        : (describeOwnOption(name, model) ?? option.description);
    return formatEntry(option.flags, `${text}${formatDefault(option)}`, model !== null);
  });
  return [`${title}:`, ...lines].join('\n');
}

/** Values that an option takes, if its short text does not name them. */
const listChoices = ({ argChoices, description }: Option): string =>
  argChoices === undefined || argChoices.every(choice => shorten(description).includes(choice))
    ? ''
    : `: ${argChoices.join(', ')}`;

/** An option in the words of one model; null for one that is the same in all. */
function describeOwnOption(name: string, model: string): string | null {
  const spec = SPECS.find(one => one.name === model);
  if (spec === undefined) return null;
  const { agents, defaults, presets } = spec;
  if (name === 'agents') return agents;
  if (name === 'seed') return `0 to ${MAX_SEED} (${defaults.seed})`;
  if (name !== 'preset') return null;
  return presets.map(preset => (preset === defaults.preset ? `${preset} (default)` : preset)).join(', ');
}

function formatDefault({ defaultValue, negate, flags }: Option): string {
  const isPlain = typeof defaultValue === 'string' || typeof defaultValue === 'number';
  return isPlain && !negate && flags.includes('<') ? ` (${defaultValue})` : '';
}

function formatArguments(command: Command, helper: Help): string {
  const all = helper.visibleArguments(command);
  if (all.length === 0) return '';
  return all.map(argument => formatEntry(argument.name(), argument.description, true)).join('\n');
}

function formatCommands(command: Command, helper: Help): string {
  const all = helper.visibleCommands(command).filter(one => one.name() !== 'help');
  if (all.length === 0) return '';
  return ['Commands:', ...all.map(one => formatEntry(one.name(), shorten(one.description()), false))].join(
    '\n',
  );
}

function formatHints(
  command: Command,
  {
    isModelGiven,
    isOracleGiven,
    hasOthers,
  }: { readonly isModelGiven: boolean; readonly isOracleGiven: boolean; readonly hasOthers: boolean },
): string {
  const name = command.parent === null ? '' : ` ${command.name()}`;
  const hints = [
    ...(command.parent === null ? ['statescope COMMAND --help   options of a command'] : []),
    ...(hasOthers && !isModelGiven
      ? [`statescope${name} --model NAME --help   a model’s options and parameters in full`]
      : []),
    ...(!isOracleGiven && command.options.some(option => isOfLanguageModels(option, command))
      ? [`statescope${name} --oracle openai --help   limits and forms of a language model’s answers`]
      : []),
  ];
  return hints.length === 0 ? '' : hints.join('\n');
}

/** The first clause of a description, which ends at a mark outside quotation marks. */
function shorten(text: string): string {
  const quoted = text.replace(/“[^”]*”/g, words => words.replace(/./g, '_'));
  const [clause] = quoted.split(/(?<=.{12})(?:[:;]| \(|, (?:such|which|with|where|and|for|as|but)\b)/);
  return cutAtWord(text.slice(0, clause.length));
}

/** So much of a text as stands in a line. */
function cutAtWord(text: string): string {
  const most = WIDTH - TERM_WIDTH - 4;
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/\s+\S*$/, '')} …`;
}

function formatEntry(term: string, text: string, isLong: boolean): string {
  const head = `  ${term.padEnd(TERM_WIDTH)} `;
  if (!isLong) return `${head}${text}`.trimEnd();
  const lines = wrapText(text, WIDTH - head.length).split('\n');
  return `${head}${lines.join(`\n${' '.repeat(TERM_WIDTH + 3)}`)}`;
}

function wrapText(text: string, width = WIDTH): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
