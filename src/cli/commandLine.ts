import { Command, CommanderError } from 'commander';
import { InputError, InputErrors } from '../engine/errors.ts';
import type { ModelSpec } from '../engine/model.ts';
import { MODELS } from '../engine/models/index.ts';
import { NETWORK_NAMES } from '../engine/network/load.ts';
import { DEFAULT_SETUP } from '../engine/setup.ts';
import { ENGINE_VERSION } from '../engine/version.ts';
import { compareGovernance } from './compareGovernance.ts';
import { compareMemory } from './compareStrategies.ts';
import { wholeNumber } from './numbers.ts';
import { addOracleOptions } from './oracleOptions.ts';
import { type Flags, ordersOf } from './orders.ts';
import { estimateRun, playRun, StoppedEarly } from './run.ts';

const DEFAULT_ROUNDS = 100;
/** As on the page. */
const MOST_ROUNDS = 1_000_000;

/** Runs the command line. @returns the exit code: 0, 2 for bad usage or input, 1 for anything else. */
export async function runCommandLine(args: readonly string[], root: URL): Promise<number> {
  const program = makeProgram(root);
  try {
    if (args.length === 0) throw new InputError('say what to do: run, or --help');
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const message = error instanceof Error ? error.message : String(error);
    const told = error instanceof InputErrors ? message : message.split('\n')[0];
    process.stderr.write(`statescope: ${told}\n`);
    return error instanceof InputError ? 2 : 1;
  }
}

function makeProgram(root: URL): Command {
  const program = new Command('statescope')
    .description('Societies of agents governed by statecharts, without a page.')
    .version(ENGINE_VERSION)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`statescope: ${oneLine(text)}\n`) });
  const run = program
    .command('run')
    .description('play a run; the last line of standard output is its summary as JSON');
  addSetupOptions(run)
    .option(
      '--rounds <n>',
      `rounds to play after the warm-up, at most ${MOST_ROUNDS}`,
      wholeNumber('--rounds', 0, MOST_ROUNDS),
      DEFAULT_ROUNDS,
    )
    .option('--out <file>', 'write the run document; the file appears whole or not at all')
    .option('--memory-out <folder>', 'librarian: memory.json of every agent, whole after each cycle')
    .option('--checkpoint <file>', 'save the run as it stands at its end, to go on with it')
    .option('--resume <file>', 'go on with a saved run up to --rounds; it brings its set-up')
    .addHelpText('after', parameterHelp())
    .action((flags: Flags) => play(flags, name => run.getOptionValueSource(name) === 'cli', root));
  const compare = program
    .command('compare')
    .description(
      'governed: what governance saves, the same answers without it and with it; librarian: recall and tokens of each strategy, with paging and without',
    );
  addSetupOptions(compare, 'governed').action((flags: Flags) =>
    tellComparison(flags, name => compare.getOptionValueSource(name) === 'cli', root),
  );
  addOracleOptions(run);
  addOracleOptions(compare);
  program.addHelpText(
    'after',
    `\nOptions of "run":\n${program.commands[0].helpInformation()}${parameterHelp()}`,
  );
  return program;
}

/** What a run is made from. */
const addSetupOptions = (command: Command, model = DEFAULT_SETUP.model): Command =>
  command
    .option('--model <name>', `one of ${MODELS.map(m => m.name).join(', ')}`, model)
    .option(
      '--network <name|file>',
      `social: ${NETWORK_NAMES.join(', ')}, or an edge-list file (${DEFAULT_SETUP.network})`,
    )
    .option('--missions <file>', 'governed: goals, one a line, or JSON; without it 24 of ours')
    .option('--corpus <folder>', 'governed: .md and .txt files to search; without it our handbook')
    .option('--source <file|folder>', 'librarian: texts to read (.md, .txt); without it six of ours')
    .option('--memory <file|folder>', 'librarian: memory.json of all, or agent_001.json … of single agents')
    .option('--config <file>', 'librarian: config.json with prompts, actions and limits')
    .option('--workflow <file>', 'workflow: an agent in YAML; without it the one that the preset names')
    .option('--governance <on|off>', 'governed: the same as --set governance=true or false')
    .option(
      '--agents <n>',
      'size of a generated network (500), or of a seeded sample of a fixed one; governed: missions, repeated where there are fewer; librarian: readers (12); workflow: agents (12)',
      wholeNumber('--agents', 1),
    )
    .option(
      '--seed <n>',
      `0 to 4294967295 (${MODELS.map(m => `${m.name}: ${m.defaults.seed}`).join(', ')})`,
      wholeNumber('--seed', 0),
    )
    .option('--preset <name>', `${MODELS.map(presetsOf).join('; ')}`)
    .option(
      '--set <name=value>',
      'a parameter, as often as needed; name=value@round changes a live one from that round on',
      collect,
      [],
    )
    .allowExcessArguments(false)
    .exitOverride();

const key = (): string | null => process.env.STATESCOPE_API_KEY || null;

async function play(flags: Flags, isGiven: (name: keyof Flags) => boolean, root: URL): Promise<void> {
  const { recording, resumed, ...orders } = await ordersOf(flags, isGiven);
  if (flags.estimate) {
    process.stdout.write(`${JSON.stringify(await estimateRun(orders, root))}\n`);
    return;
  }
  const summary = await playRun(
    {
      ...orders,
      out: flags.out ?? null,
      checkpoint: flags.checkpoint ?? null,
      memoryOut: flags.memoryOut ?? null,
    },
    { root, key: key(), recording, resumed },
    progressLine(),
  );
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  if (summary.stopped !== undefined) throw new StoppedEarly(summary.stopped);
}

async function tellComparison(
  flags: Flags,
  isGiven: (name: keyof Flags) => boolean,
  root: URL,
): Promise<void> {
  const { setup, paths, recording } = await ordersOf(flags, isGiven);
  if (setup.model !== 'governed' && setup.model !== 'librarian')
    throw new InputError(`compare is for models governed and librarian, and --model is ${setup.model}`);
  const fixed = ['paging', 'hard'].find(name => name in setup.parameters);
  if (setup.model === 'librarian' && fixed !== undefined)
    throw new InputError(
      `compare sets ${fixed} by itself: with paging, with the hard limit alone, and without`,
    );
  if (setup.model === 'librarian' && recording !== null)
    throw new InputError('compare of librarian needs new answers: a recording holds those of one regime');
  if (recording && setup.model === 'governed' && setup.parameters.governance !== false)
    throw new InputError(
      `${flags.answers} was recorded under governance; compare needs the answers of a run without it`,
    );
  const { table, summary } =
    setup.model === 'librarian'
      ? await compareMemory({ setup, paths }, root, key())
      : await compareGovernance({ setup, paths }, root, key(), recording);
  process.stdout.write(`${table}\n${JSON.stringify(summary)}\n`);
}

const oneLine = (error: string): string =>
  error
    .replace(/^error: /, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ');

const presetsOf = ({ name, presets, defaults }: ModelSpec): string =>
  `${name}: ${presets.map(preset => (preset === defaults.preset ? `${preset} (default)` : preset)).join(', ')}`;

const collect = (value: string, all: readonly string[]): readonly string[] => [...all, value];

/** One line that is written over on a terminal, at most ten times a second; nothing elsewhere. */
function progressLine(): (line: string) => void {
  if (!process.stderr.isTTY)
    return line => (line.startsWith('\r') || line === '\n' ? undefined : process.stderr.write(line));
  let last = 0;
  return line => {
    const now = Date.now();
    if (line.startsWith('\r') && now - last < 100) return;
    last = now;
    process.stderr.write(line);
  };
}

function parameterHelp(): string {
  const lines = MODELS.flatMap(model => [
    `\nParameters of model ${model.name} (${model.presets.join(', ')}; * takes effect in mid-run as well):`,
    ...model.parameters.map(p => {
      const range = p.kind === 'boolean' ? 'true, false' : `${p.min} to ${p.max}`;
      const values = model.presets.map(preset => p.defaults[preset]).join(', ');
      return `  ${p.live ? '*' : ' '} ${p.name.padEnd(19)} ${values.padEnd(12)} ${`${range} ${p.unit}`.trim().padEnd(24)} ${p.meaning}`;
    }),
  ]);
  return `${lines.join('\n')}\n`;
}
