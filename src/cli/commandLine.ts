import { Command, CommanderError } from 'commander';
import type { Change, ParameterValue, Setup } from '../engine/config.ts';
import { InputError } from '../engine/errors.ts';
import { MODELS, modelNamed } from '../engine/models/index.ts';
import { NETWORK_NAMES } from '../engine/network/load.ts';
import { checkChange, DEFAULT_SETUP, ORACLES, parseAssignment } from '../engine/setup.ts';
import { ENGINE_VERSION } from '../engine/version.ts';
import { playRun } from './run.ts';

const DEFAULT_ROUNDS = 100;
/** As on the page. */
const MOST_ROUNDS = 1_000_000;

interface Flags {
  readonly model: string;
  readonly network: string;
  readonly agents?: number;
  readonly rounds: number;
  readonly seed: number;
  readonly preset: string;
  readonly set: readonly string[];
  readonly oracle: string;
  readonly out?: string;
}

/** Runs the command line. @returns the exit code: 0, 2 for bad usage or input, 1 for anything else. */
export async function runCommandLine(args: readonly string[], networks: URL): Promise<number> {
  const program = makeProgram(networks);
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

function makeProgram(networks: URL): Command {
  const program = new Command('statescope')
    .description('Societies of agents governed by statecharts, without a page.')
    .version(ENGINE_VERSION)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`statescope: ${oneLine(text)}\n`) });
  program
    .command('run')
    .description('play a run; the last line of standard output is its summary as JSON')
    .option('--model <name>', `one of ${MODELS.map(m => m.name).join(', ')}`, DEFAULT_SETUP.model)
    .option(
      '--network <name|file>',
      `${NETWORK_NAMES.join(', ')}, or an edge-list file`,
      DEFAULT_SETUP.network,
    )
    .option(
      '--agents <n>',
      'size of a generated network (500), or of a seeded sample of a fixed one',
      wholeNumber('--agents', 1),
    )
    .option(
      '--rounds <n>',
      `rounds to play after the warm-up, at most ${MOST_ROUNDS}`,
      wholeNumber('--rounds', 0, MOST_ROUNDS),
      DEFAULT_ROUNDS,
    )
    .option('--seed <n>', '0 to 4294967295', wholeNumber('--seed', 0), DEFAULT_SETUP.seed)
    .option('--preset <name>', 'showcase (tuned to be lively) or realistic', DEFAULT_SETUP.preset)
    .option(
      '--set <name=value>',
      'a parameter, as often as needed; name=value@round changes a live one from that round on',
      collect,
      [],
    )
    .option('--oracle <name>', `who decides: ${ORACLES.join(', ')}`, DEFAULT_SETUP.oracle)
    .option('--out <file>', 'write the run document; the file appears whole or not at all')
    .allowExcessArguments(false)
    .addHelpText('after', parameterHelp())
    .exitOverride()
    .action(async (flags: Flags) => {
      const summary = await playRun(
        { setup: setupOf(flags), rounds: flags.rounds, out: flags.out ?? null },
        networks,
        progressLine(),
      );
      process.stdout.write(`${JSON.stringify(summary)}\n`);
    });
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

function setupOf(flags: Flags): Setup {
  const model = modelNamed(flags.model);
  const parameters: Record<string, ParameterValue> = {};
  const changes: Change[] = [];
  for (const text of flags.set) {
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
  const { network, seed, preset, oracle } = flags;
  return {
    model: model.name,
    network,
    agents: flags.agents ?? null,
    seed,
    preset,
    oracle,
    parameters,
    changes,
  };
}

const wholeNumber =
  (option: string, least: number, most = Number.POSITIVE_INFINITY) =>
  (text: string): number => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      const range = most === Number.POSITIVE_INFINITY ? `from ${least}` : `from ${least} to ${most}`;
      throw new InputError(`${option} must be a whole number ${range}, not ${text}`);
    }
    return value;
  };

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
    `\nParameters of model ${model.name} (showcase, realistic; * takes effect in mid-run as well):`,
    ...model.parameters.map(p => {
      const range = p.kind === 'boolean' ? 'true, false' : `${p.min} to ${p.max}`;
      const values = model.presets.map(preset => p.defaults[preset]).join(', ');
      return `  ${p.live ? '*' : ' '} ${p.name.padEnd(19)} ${values.padEnd(12)} ${`${range} ${p.unit}`.trim().padEnd(24)} ${p.meaning}`;
    }),
  ]);
  return `${lines.join('\n')}\n`;
}
