import { Command, CommanderError } from 'commander';
import type { Change, OwnInput, ParameterValue, Setup } from '../engine/config.ts';
import { InputError } from '../engine/errors.ts';
import type { Model } from '../engine/model.ts';
import { MODELS, modelNamed } from '../engine/models/index.ts';
import { FILE_NETWORK, NETWORK_NAMES } from '../engine/network/load.ts';
import { checkChange, DEFAULT_SETUP, defaultSetup, parseAssignment } from '../engine/setup.ts';
import { ENGINE_VERSION } from '../engine/version.ts';
import type { Paths } from './inputs.ts';
import { wholeNumber } from './numbers.ts';
import { addOracleOptions, type OracleFlags, oracleOf, recordingOf } from './oracleOptions.ts';
import { estimateRun, playRun, StoppedEarly } from './run.ts';

const DEFAULT_ROUNDS = 100;
/** As on the page. */
const MOST_ROUNDS = 1_000_000;

interface Flags extends OracleFlags {
  readonly model: string;
  readonly network?: string;
  readonly corpus?: string;
  readonly missions?: string;
  readonly governance?: string;
  readonly agents?: number;
  readonly rounds: number;
  readonly seed?: number;
  readonly preset?: string;
  readonly set: readonly string[];
  readonly out?: string;
}

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
    process.stderr.write(`statescope: ${message.split('\n')[0]}\n`);
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
    .description('play a run; the last line of standard output is its summary as JSON')
    .option('--model <name>', `one of ${MODELS.map(m => m.name).join(', ')}`, DEFAULT_SETUP.model)
    .option(
      '--network <name|file>',
      `social: ${NETWORK_NAMES.join(', ')}, or an edge-list file (${DEFAULT_SETUP.network})`,
    )
    .option('--missions <file>', 'governed: goals, one a line, or JSON; without it 24 of ours')
    .option('--corpus <folder>', 'governed: .md and .txt files to search; without it our handbook')
    .option('--governance <on|off>', 'governed: the same as --set governance=true or false')
    .option(
      '--agents <n>',
      'size of a generated network (500), or of a seeded sample of a fixed one; governed: missions, repeated where there are fewer',
      wholeNumber('--agents', 1),
    )
    .option(
      '--rounds <n>',
      `rounds to play after the warm-up, at most ${MOST_ROUNDS}`,
      wholeNumber('--rounds', 0, MOST_ROUNDS),
      DEFAULT_ROUNDS,
    )
    .option('--seed <n>', `0 to 4294967295 (${DEFAULT_SETUP.seed})`, wholeNumber('--seed', 0))
    .option('--preset <name>', `${MODELS.map(presetsOf).join('; ')}`)
    .option(
      '--set <name=value>',
      'a parameter, as often as needed; name=value@round changes a live one from that round on',
      collect,
      [],
    )
    .option('--out <file>', 'write the run document; the file appears whole or not at all')
    .allowExcessArguments(false)
    .addHelpText('after', parameterHelp())
    .exitOverride()
    .action(async (flags: Flags) => {
      const { recording, ...orders } = await ordersOf(
        flags,
        name => run.getOptionValueSource(name) === 'cli',
      );
      if (flags.estimate) {
        process.stdout.write(`${JSON.stringify(await estimateRun(orders, root))}\n`);
        return;
      }
      const summary = await playRun(
        { ...orders, out: flags.out ?? null },
        { root, key: process.env.STATESCOPE_API_KEY || null, recording },
        progressLine(),
      );
      process.stdout.write(`${JSON.stringify(summary)}\n`);
      if (summary.stopped !== undefined) throw new StoppedEarly(summary.stopped);
    });
  addOracleOptions(run);
  program.addHelpText(
    'after',
    `\nOptions of "run":\n${program.commands[0].helpInformation()}${parameterHelp()}`,
  );
  return program;
}

const oneLine = (error: string): string =>
  error
    .replace(/^error: /, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ');

/** What is to be played; a recording brings its own set-up, but for an edge list of the user's. */
async function ordersOf(flags: Flags, isGiven: (name: keyof Flags) => boolean) {
  const recording = await recordingOf(flags);
  const paths: Paths = { corpus: flags.corpus, missions: flags.missions };
  if (recording === null) return { setup: setupOf(flags), paths, rounds: flags.rounds, recording };
  const { setup, network, made } = recording;
  const needed = [
    ...(setup.network === FILE_NETWORK ? [['network', network, 'an edge list'] as const] : []),
    ...(setup.own ?? []).map(name => [name, made[name], `a ${name} file`] as const),
  ];
  for (const [name, info, what] of needed)
    if (!isGiven(name))
      throw new InputError(
        `${flags.answers} was recorded on ${info?.name}, ${what} of your own (SHA-256 ${info?.sha256.slice(0, 8)}…); give it with --${name}`,
      );
  const stray = (['model', 'agents', 'seed', 'preset', 'set', 'governance'] as const).find(isGiven);
  if (stray !== undefined)
    throw new InputError(`--${stray} cannot be given to a replay: the document brings its set-up`);
  const rounds = isGiven('rounds') ? flags.rounds : recording.rounds;
  return { setup: { ...setup, network: flags.network ?? setup.network }, paths, rounds, recording };
}

const presetsOf = ({ name, presets, defaults }: Model): string =>
  `${name}: ${presets.map(preset => (preset === defaults.preset ? `${preset} (default)` : preset)).join(', ')}`;

function setupOf(flags: Flags): Setup {
  const model = modelNamed(flags.model);
  const { governance } = flags;
  const { parameters, changes } = assignmentsOf(
    governance === undefined ? flags.set : [...flags.set, `governance=${switchOf(governance)}`],
    model,
  );
  const standard = defaultSetup(model);
  if (flags.network !== undefined && !model.takes.includes('network'))
    throw new InputError(`model ${model.name} takes no network, and --network is ${flags.network}`);
  const own = OWN_INPUTS.filter(name => flags[name] !== undefined);
  return {
    ...standard,
    network: flags.network ?? standard.network,
    agents: flags.agents ?? null,
    ...(own.length > 0 && { own }),
    seed: flags.seed ?? standard.seed,
    preset: flags.preset ?? standard.preset,
    oracle: oracleOf(flags),
    parameters,
    changes,
  };
}

const OWN_INPUTS: readonly OwnInput[] = ['corpus', 'missions'];

function switchOf(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InputError(`--governance must be on or off, not ${text}`);
  return text === 'on';
}

/** `name=value`, and `name=value@round`. */
function assignmentsOf(texts: readonly string[], model: Model) {
  const parameters: Record<string, ParameterValue> = {};
  const changes: Change[] = [];
  for (const text of texts) {
    const at = text.lastIndexOf('@');
    const { name, value } = parseAssignment(at < 0 ? text : text.slice(0, at), model);
    if (at < 0) parameters[name] = value;
    else {
      const round = text.slice(at + 1);
      const change = { tick: /^-?\d+$/.test(round) ? Number(round) : Number.NaN, name, value };
      checkChange(model, change);
      changes.push(change);
    }
  }
  return { parameters, changes };
}

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
