import { readFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { InputError } from '../../../engine/core/errors.ts';
import { MAX_ROUNDS } from '../../../engine/core/indices.ts';
import type { Files } from '../../../engine/files/namedFile.ts';
import { findOversizedFile, MAX_HELD_INPUT_BYTES } from '../../../engine/files/pieces.ts';
import { formatMegabytes } from '../../../engine/files/textFile.ts';
import type { ModelSources } from '../../../engine/model/model.ts';
import { type OutcomeDefinition, roundToSixDecimals } from '../../../engine/model/outcomeDefinition.ts';
import { createRun, type Loaded, loadSetup } from '../../../engine/models/openRun.ts';
import { isRemoteOracle } from '../../../engine/oracle/oracleSetup.ts';
import type { Run } from '../../../engine/run/run.ts';
import {
  type OutcomeSummary,
  type PairedSummary,
  summarizeArmDifferences,
  summarizeWorlds,
} from '../../../engine/worlds/summarizeWorlds.ts';
import { listWorldOutcomes, type World } from '../../../engine/worlds/worldCourse.ts';
import { findBaselineArm } from '../../../engine/worlds/worldKeys.ts';
import {
  computePlanId,
  filterRemainingJobs,
  generatePlanJobs,
  type Job,
  MAX_WORLDS,
  type Plan,
} from '../../../engine/worlds/worldPlan.ts';
import { writeDifferencesCsv } from '../../../engine/worlds/writeDifferencesCsv.ts';
import { readWorldsCsv, writeWorldsCsv } from '../../../engine/worlds/writeWorldsCsv.ts';
import { STANDARD_STREAM } from '../../files/outFile.ts';
import { TABLES_FORM_HELP, TABLES_HELP, TABLES_OF_HELP } from '../../files/tables/tablesOrder.ts';
import { collectOptionValues } from '../../options/collectOptionValues.ts';
import { createIntegerParser } from '../../options/optionNumbers.ts';
import { addOracleOptions } from '../../options/oracleOptions.ts';
import { parseRunOrder, readServerKey } from '../../options/orders.ts';
import { prepareRunInputs } from '../../options/prepareRunInputs.ts';
import { getSpecByName, SPECS } from '../../options/specs.ts';
import { createOpeningReporter } from '../../output/createOpeningReporter.ts';
import { Interrupt } from '../../output/interrupt.ts';
import { createProgressPrinter } from '../../output/progressPrinters.ts';
import { printResult } from '../../output/standardOutput.ts';
import { rethrowWithLargeHint, StoppedEarly } from '../playWholeRun.ts';
import { addMergeCommand } from './addMergeCommand.ts';
import { buildWorldsPlan } from './buildWorldsPlan.ts';
import {
  checkDeciderFlags,
  parseQueueFlag,
  parseShardFlag,
  parseSubjectFlag,
  parseTablesFlag,
  type Shard,
  type WorldFlags,
} from './flags.ts';
import { createModelPlayers, estimateModelWorldsCost } from './modelCost.ts';
import type { PlayedWorld, WorldsOrder } from './order.ts';
import { type Hearing, playJobsOnCores } from './pool.ts';
import { type AskedQueue, parseQueueAddress } from './queue/parseQueueAddress.ts';
import { WorldTables } from './worldTables.ts';
import { writeFileAtomically, writeOrKeepAside } from './writeOrKeepAside.ts';

/** Adds `worlds`, many runs of one set-up, and `merge`, which puts their parts together. */
export function addWorldsCommands(
  program: Command,
  addSetup: (command: Command) => Command,
  root: URL,
): void {
  const command = program
    .command('worlds')
    .description(
      'play a set-up in many worlds, which differ by chance alone; the last line of standard output is the summary as JSON',
    );
  addSetup(command)
    .option('--rounds <n>', 'rounds of each world', createIntegerParser('--rounds', 1, MAX_ROUNDS), 100)
    .option(
      '--worlds <n>',
      'worlds, each by a seed that follows from --seed',
      createIntegerParser('--worlds', 1, MAX_WORLDS),
      200,
    )
    .option(
      '--from <round>',
      'all is as it was in the run before this round',
      createIntegerParser('--from', -MAX_ROUNDS),
    )
    .option(
      '--change <what>',
      'compare with the same worlds changed in one thing (repeatable): name=value from the start on, oracle=policy instead of a language model, or a change as --change-at has it',
      collectOptionValues,
      [],
    )
    .option(
      '--sweep <name=from:to:step>',
      'play them for each value of a parameter, also name=value,value (repeatable: two parameters)',
      collectOptionValues,
      [],
    )
    .option(
      '--csv <file>',
      'write a row for each world; where it holds some of them already, play the others',
    )
    .option(
      '--differences <file>',
      'write the mean differences between set-ups as CSV, with intervals of each and for all of an outcome together',
    )
    .option('--tables <folder>', TABLES_HELP)
    .option('--tables-form <form>', TABLES_FORM_HELP)
    .option('--tables-of <names>', TABLES_OF_HELP)
    .option('--shard <i/n>', 'play one of n equal parts alone, to be put together by merge', parseShardFlag)
    .option(
      '--cores <n>',
      'threads that play',
      createIntegerParser('--cores', 1, 1024),
      availableParallelism(),
    )
    .option(
      '--queue <url>',
      'have workers play them (worker --queue), on any machines, by Redis or Valkey, such as redis://host:6379',
    )
    .option(
      '--batch <n>',
      'worlds that a worker of the queue plays in one go (as many as take two seconds here)',
      createIntegerParser('--batch', 1, MAX_WORLDS),
    )
    .action((flags: WorldFlags) =>
      runWorldsCommand(
        { ...flags, subject: parseSubjectFlag(flags) },
        name => command.getOptionValueSource(name) === 'cli',
        root,
      ),
    );
  addOracleOptions(command);
  command.option('--yes', 'have a language model asked, however often and long that is');
  for (const { name, subject } of SPECS)
    if (subject)
      command.option(
        `--${subject.noun} <id>`,
        `${name}: this ${subject.noun} again: all is as it was in the run up to the round in which it came, then draws are new`,
      );
  addWorkerCommand(program, root);
  addMergeCommand(program);
}

const throwUnreadable =
  (name: string) =>
  (error: Error): never => {
    throw new InputError(`cannot read ${name}: ${error.message}`);
  };

/** Files travel to the workers that play worlds. @throws InputError */
function refuseLargeInputs(files: Files): void {
  const large = findOversizedFile(files);
  if (large !== undefined)
    throw new InputError(
      `${large.name} is too large: worlds are played of at most ${formatMegabytes(MAX_HELD_INPUT_BYTES)} of files`,
    );
}

async function runWorldsCommand(
  flags: WorldFlags,
  isGiven: (name: string) => boolean,
  root: URL,
): Promise<void> {
  const queue = parseQueueFlag(flags, isGiven);
  const asked = parseTablesFlag(flags);
  checkDeciderFlags(flags, isGiven);
  if (flags.shard !== undefined && flags.csv === undefined && asked === null)
    throw new InputError('--shard is for --csv or --tables: what they write is what merge puts together');
  const { setup, paths } = await parseRunOrder(flags, isGiven);
  const given = await prepareRunInputs(setup, paths, root, {}, flags.large === true);
  refuseLargeInputs(given.sources.files);
  const plan = await buildWorldsPlan(given.setup, flags, given.sources).catch(rethrowWithLargeHint);
  const say = createProgressPrinter();
  const first = await openPlanArms(plan, given.sources, say);
  const { outcomes, config } = first;
  if (flags.differences !== undefined && plan.arms.length === 1)
    throw new InputError('--differences is for several set-ups: give --change or --sweep');
  const definitions = listWorldOutcomes({ ...getSpecByName(setup.model), outcomes }, plan);
  const before = flags.csv === undefined ? [] : await readPlayedWorlds(flags.csv, plan, definitions);
  const all = selectShardJobs(plan, flags.shard);
  const { files } = given.sources;
  const order = {
    ...{ plan, files, isLarge: flags.large === true, root: root.href },
    tables: asked,
  };
  const { oracle } = setup;
  if (flags.estimate && isRemoteOracle(oracle)) {
    const jobs = filterRemainingJobs(all, before);
    printResult(await estimateModelWorldsCost(plan, jobs, oracle, given.sources));
    return;
  }
  const tables = asked === null ? null : await WorldTables.open(asked, { plan, jobs: all }, first);
  // Tables have the rows of all worlds, those of an earlier --csv among them.
  const played: World[] = [...(tables?.restored ?? [])];
  const jobs = filterRemainingJobs(all, tables === null ? before : played);
  let players: Players | null = null;
  let isWhole = false;
  try {
    players = isRemoteOracle(oracle)
      ? await createModelPlayers(
          order,
          jobs,
          { oracle, key: readServerKey(), isAgreed: flags.yes === true },
          say,
        )
      : await createJobPlayers(order, definitions, queue ?? flags.cores, say);
    const stopped = await playJobsUntilFailure({ players, tables }, jobs, played, say);
    const worlds = [...filterUnplayedWorlds(before, played), ...played];
    if (stopped === null) await tables?.write();
    const unwritten =
      flags.csv === undefined
        ? null
        : await writeOrKeepAside(flags.csv, writeWorldsCsv(plan, definitions, worlds), say);
    // The table may hold more than is asked for.
    const counted = worlds.filter(({ world }) => world <= plan.worlds);
    if (flags.differences !== undefined) {
      const reference = Math.max(0, findBaselineArm(plan));
      const text = writeDifferencesCsv(plan, definitions, counted, reference);
      await writeFileAtomically(flags.differences, text);
    }
    printResult(buildWorldsReport(plan, definitions, counted, config.agents));
    if (stopped !== null) throw stopped;
    if (unwritten !== null) throw unwritten;
    isWhole = true;
  } finally {
    if (!isWhole) await tables?.discard();
    await players?.end?.(isWhole);
  }
}

/** The worlds of an earlier table that were not played again. */
function filterUnplayedWorlds(before: readonly World[], played: readonly World[]): readonly World[] {
  const others = new Set(filterRemainingJobs(before, played));
  return before.filter(world => others.has(world));
}

/** The first arm's run, once all arms are loaded and what was decided about their inputs is said. @throws InputError */
async function openPlanArms(plan: Plan, sources: ModelSources, say: (line: string) => void): Promise<Run> {
  const report = createOpeningReporter(say);
  let first: Run | null = null;
  let before: Loaded | null = null;
  for (const { setup } of plan.arms) {
    const loaded: Loaded = await loadSetup(setup, sources, before).catch(rethrowWithLargeHint);
    // A line that several arms have is reported once.
    const run = createRun(loaded);
    report({ run, notes: loaded.material.notes });
    first ??= run;
    before = loaded;
  }
  if (first === null) throw new Error('a plan without an arm');
  return first;
}

/** Worlds that a table already has; none if there is no such file. */
async function readPlayedWorlds(
  csv: string,
  plan: Plan,
  definitions: readonly OutcomeDefinition[],
): Promise<readonly World[]> {
  const there = csv === STANDARD_STREAM ? null : await stat(csv).catch(() => null);
  // A device or a pipe is written once, and never read.
  const text = there?.isFile() ? await readFile(csv, 'utf8').catch(throwUnreadable(csv)) : '';
  if (text === '') return [];
  try {
    return readWorldsCsv({ name: csv, text }, plan, definitions);
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${error.message}; name another file with --csv`);
    throw error;
  }
}

/** The jobs of a part of the plan. */
const selectShardJobs = (plan: Plan, { part, of }: Shard = { part: 1, of: 1 }): readonly Job[] =>
  [...generatePlanJobs(plan)].filter((_, at) => at % of === part - 1);

/** Players of worlds. */
interface Players {
  play(jobs: readonly Job[], hearing: Hearing): Promise<void>;
  /** Called once the worlds are saved, all of them or not. */
  end?(isWhole: boolean): Promise<void>;
}

/** A queue needs two packages that nothing else does: who installs Statescope alone installs them when they are wanted. */
function explainMissingPackages(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new InputError('--queue needs two more packages: npm install bullmq ioredis', { cause: error });
}

/** So many of this machine's threads, or the workers of a queue. @throws Error for a queue that does not answer */
async function createJobPlayers(
  order: WorldsOrder,
  definitions: readonly OutcomeDefinition[],
  by: number | AskedQueue,
  say: (line: string) => void,
): Promise<Players> {
  if (typeof by === 'number')
    return { play: (jobs, hearing) => playJobsOnCores(order, jobs, { ...hearing, cores: by }) };
  const { QueueLead } = await import('./queue/queueLead.ts').catch(explainMissingPackages);
  return QueueLead.open(by, order, definitions, say);
}

/** Those who play, and the tables that are written meanwhile. */
interface Playing {
  readonly players: Players;
  readonly tables: WorldTables | null;
}

/** Plays jobs and adds their results. @returns the reason for an early end; null if all were played */
async function playJobsUntilFailure(
  { players, tables }: Playing,
  jobs: readonly Job[],
  worlds: World[],
  say: (line: string) => void,
): Promise<Error | null> {
  const interrupt = new Interrupt();
  const { signal } = interrupt;
  let done = 0;
  const played = async (some: readonly PlayedWorld[]) => {
    // Rows are not held.
    worlds.push(...some.map(({ tables: _, ...world }) => world));
    done += some.length;
    say(`\rworld ${done} of ${jobs.length}`);
    await tables?.add(some);
  };
  try {
    await players.play(jobs, { signal, played });
    if (done === jobs.length) return null;
    const kept = tables === null ? '' : `the rows of ${await tables.discard()} are kept, and `;
    return new StoppedEarly(
      `interrupted after ${done} of ${jobs.length} worlds; ${kept}the same command continues`,
    );
  } catch (error) {
    if (done === 0 || !(error instanceof Error)) throw error;
    return error;
  } finally {
    interrupt.dispose();
    say('\n');
  }
}

function toOutcomeRecord({ n, band, mean, interval, growing }: OutcomeSummary) {
  return {
    n,
    p5: roundToSixDecimals(band?.low ?? null),
    median: roundToSixDecimals(band?.median ?? null),
    p95: roundToSixDecimals(band?.high ?? null),
    mean: roundToSixDecimals(mean),
    mean_95: interval?.map(roundToSixDecimals) ?? null,
    growing,
  };
}

const toPairedRecord = ({ n, mean, interval, more, equal, less, ...joint }: PairedSummary) => ({
  n,
  mean: roundToSixDecimals(mean),
  mean_95: interval?.map(roundToSixDecimals) ?? null,
  ...(joint.comparisons > 1 && {
    comparisons: joint.comparisons,
    mean_95_all: joint.jointInterval?.map(roundToSixDecimals) ?? null,
  }),
  more,
  equal,
  less,
});

/** Results of the worlds as JSON: each outcome's range per arm, and the differences of two arms world by world. */
function buildWorldsReport(
  plan: Plan,
  definitions: readonly OutcomeDefinition[],
  worlds: readonly World[],
  agents: number,
) {
  const { seed } = plan.arms[0].setup;
  const of = plan.arms.map((_, arm) => worlds.filter(world => world.arm === arm));
  const named = <Row extends { readonly name: string }>(rows: readonly Row[], record: (row: Row) => object) =>
    Object.fromEntries(rows.map(row => [row.name, record(row)]));
  return {
    plan: computePlanId(plan),
    worlds: worlds.length,
    of: plan.worlds * plan.arms.length,
    rounds: plan.rounds,
    ...(plan.from !== null && { chance_from: plan.from }),
    arms: plan.arms.map(({ label }, arm) => ({
      label,
      worlds: of[arm].length,
      outcomes: named(summarizeWorlds(definitions, of[arm], null, seed, agents), toOutcomeRecord),
    })),
    ...(plan.arms.length > 1 && {
      difference_to_first: summarizeArmDifferences(definitions, of[0], of.slice(1), seed).map((rows, i) => ({
        label: plan.arms[i + 1].label,
        outcomes: named(rows, toPairedRecord),
      })),
    }),
  };
}

interface WorkerFlags {
  readonly queue: string;
  readonly cores: number;
}

/** Adds `worker`, which plays worlds that commands on other machines put into a queue. */
function addWorkerCommand(program: Command, root: URL): void {
  program
    .command('worker')
    .description(
      'play worlds that worlds --queue asks for, on this machine or another one, until it is interrupted',
    )
    .requiredOption('--queue <url>', 'the queue, of Redis or Valkey, such as redis://host:6379')
    .option(
      '--cores <n>',
      'threads that play',
      createIntegerParser('--cores', 1, 1024),
      availableParallelism(),
    )
    .allowExcessArguments(false)
    .exitOverride()
    .action(async ({ queue, cores }: WorkerFlags) => {
      const address = parseQueueAddress(queue);
      const { serveWorldsQueue } = await import('./queue/serveWorldsQueue.ts').catch(explainMissingPackages);
      const served = await serveWorldsQueue({ address, cores, root: root.href }, createProgressPrinter());
      printResult(served);
    });
}
