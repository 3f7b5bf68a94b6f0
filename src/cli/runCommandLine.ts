import { Command, CommanderError, Option } from 'commander';
import { LARGE } from '../engine/checks/checkRunSize.ts';
import { CONDITION_EXAMPLES } from '../engine/conditions/condition.ts';
import { InputError, InputErrors } from '../engine/core/errors.ts';
import { formatPrintableMessage } from '../engine/core/formatQuotedText.ts';
import { MAX_ROUNDS } from '../engine/core/indices.ts';
import { MAX_SEED } from '../engine/core/isValidSeed.ts';
import { ENGINE_VERSION } from '../engine/core/version.ts';
import { NETWORK_FORMS } from '../engine/export/network/networkForms.ts';
import type { ModelSpec } from '../engine/model/model.ts';
import { DEFAULT_SETUP } from '../engine/models/defaultSetup.ts';
import { NETWORK_NAMES } from '../engine/network/loadNetwork.ts';
import { DIRECTIONS, REPEAT_RULES } from '../engine/network/reading/readingChoices.ts';
import type { InputDefinition } from '../engine/setup/config.ts';
import { parseCheckpointRhythm } from './checkpoints/checkpointFile.ts';
import { addChartCommand } from './commands/addChartCommand.ts';
import { addCompletionCommand } from './commands/addCompletionCommand.ts';
import { addDiscoverCommand } from './commands/addDiscoverCommand.ts';
import { addDoctorCommand } from './commands/addDoctorCommand.ts';
import { addHistoryCommand } from './commands/addHistoryCommand.ts';
import { addPageCommand } from './commands/addPageCommand.ts';
import { addReportCommand } from './commands/addReportCommand.ts';
import { addWhyCommand } from './commands/addWhyCommand.ts';
import { compareDocumentFiles } from './commands/compareDocumentFiles.ts';
import {
  compareCaseDocuments,
  compareCaseSets,
  isCaseSetComparison,
  RECORDED_SETS,
  RECORDED_SPLIT,
} from './commands/compareSets.ts';
import { addEventsCommand } from './commands/events/addEventsCommand.ts';
import { addEventOptions, parseEventOrder } from './commands/events/options.ts';
import { addGovernanceCommand } from './commands/governance/addGovernanceCommand.ts';
import { addGuardCommand } from './commands/guard/addGuardCommand.ts';
import { addObserveCommand } from './commands/observe/addObserveCommand.ts';
import { COMPARABLE_MODELS, playComparedRuns } from './commands/playComparedRuns.ts';
import { estimateRunUsage, playWholeRun, StoppedEarly } from './commands/playWholeRun.ts';
import { addStatsCommand } from './commands/stats/addStatsCommand.ts';
import { addVerifyCommand } from './commands/verify.ts';
import { addWorldsCommands } from './commands/worlds/addWorldsCommands.ts';
import { forgetHeldInputs } from './files/documentFile.ts';
import { STANDARD_STREAM } from './files/outFile.ts';
import {
  parseTablesOrder,
  TABLES_FORM_HELP,
  TABLES_HELP,
  TABLES_OF_HELP,
} from './files/tables/tablesOrder.ts';
import { collectOptionValues } from './options/collectOptionValues.ts';
import { useGroupedHelp } from './options/groupedHelp.ts';
import { parseRoundRequest, type RequestedMoment } from './options/moments.ts';
import { createIntegerParser } from './options/optionNumbers.ts';
import { addOracleOptions } from './options/oracleOptions.ts';
import { type Flags, getSaveFolder, type IsGiven, parseRunOrder, readServerKey } from './options/orders.ts';
import { SPECS } from './options/specs.ts';
import { getInterruptCode } from './output/interrupt.ts';
import { createProgressPrinter } from './output/progressPrinters.ts';
import { beginStandardOutput, OutputClosed, printResult, printText } from './output/standardOutput.ts';

const DEFAULT_ROUNDS = 100;

/** Runs the command line. @returns the exit code: 0, 2 for bad usage or input, 130 after Ctrl-C, 1 for anything else. */
export async function runCommandLine(args: readonly string[], root: URL): Promise<number> {
  const program = createCliProgram(root);
  beginStandardOutput();
  forgetHeldInputs();
  try {
    if (args.length === 0) throw new InputError('no command given: try run or --help');
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof OutputClosed) return 0;
    const message = error instanceof Error ? error.message : String(error);
    const text = error instanceof InputErrors ? message : message.split('\n')[0];
    process.stderr.write(`statescope: ${formatPrintableMessage(text)}\n`);
    if (error instanceof InputError) return 2;
    return (error instanceof StoppedEarly ? getInterruptCode() : null) ?? 1;
  }
}

function createCliProgram(root: URL): Command {
  const program = new Command('statescope')
    .description('Societies of agents governed by statecharts, on the command line.')
    .version(ENGINE_VERSION)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) =>
        write(`statescope: ${formatPrintableMessage(adviseOnUse(formatErrorLine(text)))}\n`),
    });
  const run = program
    .command('run')
    .description('play a run; the last line of standard output is its summary as JSON');
  addSetupOptions(run)
    .option(
      '--rounds <n>',
      `rounds to play after the warm-up, at most ${MAX_ROUNDS}; what was recorded is played to its end`,
      createIntegerParser('--rounds', 0, MAX_ROUNDS),
      DEFAULT_ROUNDS,
    )
    .option('--out <file>', 'write the run document, .ndjson row by row; it appears whole or not at all')
    .option(
      '--gexf <file>',
      'write the network as GEXF, with what happened to each node, for Gephi and others',
    )
    .option('--graphml <file>', 'the same as GraphML, for igraph, NetworkX and others')
    .option('--tables <folder>', TABLES_HELP)
    .option('--tables-form <form>', TABLES_FORM_HELP)
    .option('--tables-of <names>', TABLES_OF_HELP)
    .option(
      '--odd <file>',
      'write the model by the ODD protocol as Markdown, with the values of the run, if it is described so',
    )
    .option('--checkpoint <file>', 'save the run at its end, to be resumed later')
    .option(
      '--checkpoint-every <n>',
      'save it also every n rounds, or nm for minutes, such as 5m (5m with a language model, else only at its end)',
      parseCheckpointRhythm,
    )
    .option('--resume <file>', 'resume a saved run, with its own set-up, up to --rounds')
    .option(
      '--keep <folder>',
      'save the run while it plays, round by round; if the folder already holds it, continue it',
    )
    .option(
      '--at <round[:state]>',
      'report in the summary how many agents were in each state then, and which ones in that state (repeatable; warm-up rounds are 0 and below)',
      (text: string, all: readonly RequestedMoment[]) => [...all, parseRoundRequest(text)],
      [],
    )
    .option(
      '--until <condition>',
      `stop at the first round that meets it (repeatable): ${CONDITION_EXAMPLES.map(form => `"${form}"`).join(', ')}`,
      collectOptionValues,
      [],
    )
    .action((flags: Flags) => playFromFlags(flags, name => run.getOptionValueSource(name) === 'cli', root));
  for (const { name, agentFiles } of SPECS)
    if (agentFiles) run.option(`--${agentFiles.option} <folder>`, `${name}: ${agentFiles.meaning}`);
  const compare = program
    .command('compare')
    .description(
      `compare two run documents: set-up, outcomes, and which agents diverge first and how; without documents, ${COMPARABLE_MODELS.map(({ name, compares }) => `${name}: ${compares}`).join('; ')}`,
    )
    .argument('[a]', 'a run document')
    .argument('[b]', 'another one of the same model')
    .option('--with <file|folder...>', RECORDED_SETS)
    .option('--split <label>', RECORDED_SPLIT);
  addSetupOptions(compare, COMPARABLE_MODELS[0]?.name).action(
    (a: string | undefined, b: string | undefined, flags: Flags) =>
      printComparison([a, b], flags, name => compare.getOptionValueSource(name) === 'cli', root),
  );
  addHistoryCommand(program);
  addChartCommand(program, root);
  addVerifyCommand(program, addSetupOptions, root);
  addStatsCommand(program, addSetupOptions, root);
  addWhyCommand(program, addSetupOptions, root);
  addEventsCommand(program, addSetupOptions, root);
  addWorldsCommands(program, addSetupOptions, root);
  addGovernanceCommand(program, addOwnSetupOptions, root);
  addDiscoverCommand(program, addOwnSetupOptions, root);
  addReportCommand(program, addOwnSetupOptions, root);
  addGuardCommand(program, addOwnSetupOptions, root);
  addObserveCommand(program);
  addPageCommand(program);
  addEventOptions(run);
  addOracleOptions(run);
  addOracleOptions(compare);
  addDoctorCommand(program);
  addHelpCommand(program);
  addCompletionCommand(program);
  useGroupedHelp(program);
  for (const command of program.commands) {
    useGroupedHelp(command);
    if (!WITHOUT_OBJECT.has(command.name()))
      command.option('--json', 'print one JSON object on standard output, and nothing else');
  }
  program.hook('preAction', (_, command) => {
    refuseMisplacedStreams(command);
    beginStandardOutput(command.optsWithGlobals().json === true);
  });
  return program;
}

/** An error of the command line with what to write in place of it. */
function adviseOnUse(line: string): string {
  if (/^missing required argument 'documents?'/.test(line)) return `${line}: a file, or - for standard input`;
  const excess = /^(too many arguments for '([\w ]+)')\. Expected 0 arguments/.exec(line);
  if (excess !== null)
    return `${excess[1]}: it takes files by options, which statescope ${excess[2]} --help lists`;
  return adviseOnParameter(line);
}

/** Adds `help [command]`, which names a command that is unknown. */
function addHelpCommand(program: Command): void {
  program
    .helpCommand(false)
    .command('help', { hidden: true })
    .argument('[command]')
    .allowExcessArguments(false)
    .action((name?: string) => {
      const command = name === undefined ? program : program.commands.find(one => one.name() === name);
      if (command === undefined)
        throw new InputError(`unknown command '${formatPrintableMessage(name ?? '')}'`);
      command.outputHelp();
    });
}

/** Commands whose output is not an object: lines, a script, or a server's. */
const WITHOUT_OBJECT = new Set(['events', 'completion', 'page', 'observe', 'worker']);
/** Options whose file may be standard output. */
const STREAMED = new Set(['out', 'csv', 'differences', 'gexf', 'graphml', 'odd']);

/** @throws InputError for `-` where it is not standard output, and for two files in one output */
function refuseMisplacedStreams(command: Command): void {
  const named = command.options
    .map(option => option.attributeName())
    .filter(name => command.opts()[name] === STANDARD_STREAM);
  const misplaced = named.find(name => !STREAMED.has(name));
  if (misplaced !== undefined)
    throw new InputError(
      `--${misplaced} cannot be -: of the files that are written, ${[...STREAMED].map(name => `--${name}`).join(', ')} can be standard output`,
    );
  if (named.length > 0 && command.optsWithGlobals().json === true)
    throw new InputError('--json takes standard output for one object: name a file in place of -');
  if (named.length > 1)
    throw new InputError(
      `standard output takes one file, not ${named.map(name => `--${name}`).join(' and ')}`,
    );
}

/** Models whose agents stand on a network. */
const NETWORKED = SPECS.filter(({ usesNetwork }) => usesNetwork)
  .map(({ name }) => name)
  .join(', ');

/** An option of one model, or of several: a run is of one, so that they may share its name. */
function addModelOption(command: Command, long: string, source: string, meaning: string): void {
  const known = command.options.find(option => option.long === long);
  if (known === undefined) command.option(`${long}${source}`, meaning);
  else known.description += `; ${meaning}`;
}

/** "congress"; with each model's own where they differ: "social: congress, gossip: small-world". */
function listDefaultNetworks(): string {
  const networks = SPECS.flatMap(({ name, usesNetwork, defaults: { network } }) =>
    usesNetwork && network !== null ? [{ name, network }] : [],
  );
  const [first, ...others] = networks;
  return others.every(({ network }) => network === first.network)
    ? String(first?.network)
    : networks.map(({ name, network }) => `${name}: ${network}`).join(', ');
}

/** Options for the set-up of a run. */
function addSetupOptions(command: Command, model = DEFAULT_SETUP.model): Command {
  command
    .option('--model <name>', `one of ${SPECS.map(m => m.name).join(', ')}`, model)
    .option(
      '--network <name|file>',
      `${NETWORKED}: ${NETWORK_NAMES.join(', ')}, or a file: an edge list, GEXF, GraphML, GML, Pajek, … (${listDefaultNetworks()})`,
    )
    .addOption(
      new Option(
        '--direction <way>',
        'your own network: the first account of an edge follows the second, is followed by it, or both (by default as the file or its column names say, otherwise followed)',
      ).choices(DIRECTIONS),
    )
    .addOption(
      new Option(
        '--repeats <rule>',
        'your own network: weights of a repeated edge are summed, or only the greatest or the first counts (sum)',
      ).choices(REPEAT_RULES),
    )
    .option(
      '--groups <attribute>',
      'your own network: the attribute that divides its nodes into groups (by default the one whose name suggests it, otherwise the first)',
    )
    .option(
      '--agents <n>',
      SPECS.map(({ name, agents }) => `${name}: ${agents}`).join('; '),
      createIntegerParser('--agents', 1),
    )
    .option(
      '--seed <n>',
      `0 to ${MAX_SEED} (${SPECS.map(m => `${m.name}: ${m.defaults.seed}`).join(', ')})`,
      createIntegerParser('--seed', 0),
    )
    .option('--large', `make a run that takes more than ${LARGE / 1e9} GB of memory`)
    .option('--preset <name>', `${SPECS.map(describeModelPresets).join('; ')}`)
    .option(
      '--set <name=value>',
      'a parameter (repeatable); name=value@round changes a live one from that round on',
      collectOptionValues,
      [],
    )
    .option(
      '--change-at <round:what>',
      'a change, in the form of an address (repeatable): round:name:value, round:answer:agent_005:its answer in place of the decider’s, or round:chance:seed for other draws from then on',
      collectOptionValues,
      [],
    )
    .allowExcessArguments(false)
    .exitOverride();
  for (const { name, inputs, parameters, table } of SPECS) {
    const add = (option: string, source: string, meaning: string) =>
      addModelOption(command, `--${option}`, ` <${source}>`, `${name}: ${meaning}`);
    if (table) add(table.name, 'file', table.meaning);
    for (const input of inputs) add(input.name, describeInputSource(input), input.meaning);
    for (const { name: parameter, flag } of parameters)
      if (flag) add(parameter, 'on|off', `the same as --set ${parameter}=true or false`);
  }
  return command;
}

/** The same for a command that works with one model alone: its help lists no option of another one. */
function addOwnSetupOptions(command: Command, model?: string): Command {
  addSetupOptions(command, model);
  const spec = SPECS.find(({ name }) => name === model);
  if (spec === undefined) return command;
  const { agents, defaults, inputs, parameters, table } = spec;
  const own = new Set([
    ...['agents', 'seed', 'large', 'preset', 'set'],
    ...[...inputs, ...parameters, ...(table ? [table] : [])].map(({ name }) => name),
  ]);
  const words: Readonly<Record<string, string>> = {
    agents,
    seed: `0 to ${MAX_SEED} (${defaults.seed})`,
    preset: describeModelPresets(spec),
    set: 'a parameter (repeatable)',
  };
  for (const option of command.options) {
    option.hideHelp(!own.has(option.name()));
    option.description = words[option.name()] ?? option.description;
  }
  return command;
}

const describeInputSource = ({ from }: InputDefinition): string =>
  from === 'file or folder' ? 'file|folder...' : from;

async function playFromFlags(flags: Flags, isGiven: IsGiven, root: URL): Promise<void> {
  const keep = getSaveFolder(flags);
  const { recording, resumed, ...orders } = await parseRunOrder(flags, isGiven);
  if (flags.estimate) {
    const order = { ...orders, isLarge: flags.large === true };
    const usage = await estimateRunUsage(order, root, createProgressPrinter());
    printResult(usage);
    return;
  }
  if (flags.checkpointEvery && flags.checkpoint === undefined)
    throw new InputError('--checkpoint-every is for --checkpoint with a file');
  const summary = await playWholeRun(
    {
      ...orders,
      out: flags.out ?? null,
      networks: NETWORK_FORMS.flatMap(form => {
        const path = flags[form];
        return path === undefined ? [] : [{ form, path }];
      }),
      tables: parseTablesOrder(flags),
      odd: flags.odd ?? null,
      checkpoint: flags.checkpoint ?? null,
      keep,
      ...(flags.checkpointEvery && { rhythm: flags.checkpointEvery }),
      agentFiles: getAgentFilesOption(flags),
      events: parseEventOrder(flags),
      at: flags.at ?? [],
      until: flags.until ?? [],
      isLarge: flags.large === true,
    },
    { root, key: readServerKey(), recording, resumed },
    createProgressPrinter(),
  );
  printResult(summary);
  if (summary.stopped !== undefined) throw new StoppedEarly(summary.stopped);
}

/** @throws InputError for a folder of files that the model's agents do not have. */
function getAgentFilesOption(flags: Flags): { readonly option: string; readonly path: string } | null {
  for (const { name, agentFiles } of SPECS) {
    if (agentFiles === undefined) continue;
    const path = flags[agentFiles.option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
    if (typeof path !== 'string') continue;
    if (flags.model !== name && flags.resume === undefined)
      throw new InputError(`--${agentFiles.option} is for model ${name}, not ${flags.model}`);
    return { option: agentFiles.option, path };
  }
  return null;
}

async function printComparison(
  [a, b]: readonly (string | undefined)[],
  flags: Flags,
  isGiven: IsGiven,
  root: URL,
): Promise<void> {
  if (a !== undefined) {
    if (b === undefined) throw new InputError(`compare needs another run document in addition to ${a}`);
    const { lines, summary } = (await compareCaseDocuments(a, b, root)) ?? (await compareDocumentFiles(a, b));
    printText(lines);
    printResult(summary);
    return;
  }
  if (isCaseSetComparison(flags, isGiven)) {
    const { lines, summary } = await compareCaseSets(flags, isGiven, root);
    printText(lines);
    printResult(summary);
    return;
  }
  const { setup, paths, recording } = await parseRunOrder(flags, isGiven);
  const given = { root, key: readServerKey(), recording };
  const { table, summary } = await playComparedRuns(
    { setup, paths, isLarge: flags.large === true },
    given,
    flags.answers ?? null,
    createProgressPrinter(),
  );
  printText(table);
  printResult(summary);
}

/** An option that is unknown may be the name of a parameter. */
function adviseOnParameter(line: string): string {
  const name = /^unknown option '--([\w-]+)'/.exec(line)?.[1]?.replaceAll('-', '_');
  const isParameter = SPECS.some(({ parameters }) => parameters.some(parameter => parameter.name === name));
  return isParameter ? `unknown option '--${name}'; it is a parameter: --set ${name}=VALUE` : line;
}

const formatErrorLine = (error: string): string =>
  error
    .replace(/^error: /, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ');

const describeModelPresets = ({ name, presets, defaults }: ModelSpec): string =>
  `${name}: ${presets.map(preset => (preset === defaults.preset ? `${preset} (default)` : preset)).join(', ')}`;
