import { setImmediate } from 'node:timers/promises';
import { InputError, OracleHalt, TooLarge } from '../../engine/core/errors.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import type { Between } from '../../engine/files/pieces.ts';
import { nameOutcomeValues } from '../../engine/model/outcomeDefinition.ts';
import { createRun, openRun } from '../../engine/models/openRun.ts';
import type { Oracle } from '../../engine/oracle/oracle.ts';
import type { OracleReport } from '../../engine/oracle/oracleReport.ts';
import { isRemoteOracle } from '../../engine/oracle/oracleSetup.ts';
import { compareReplayEnd } from '../../engine/run/compareReplayEnd.ts';
import { playRunTicks } from '../../engine/run/playRunTicks.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Setup } from '../../engine/setup/config.ts';
import { describeIneffectiveChange } from '../../engine/setup/describeIneffectiveChange.ts';
import { stateDistribution } from '../../engine/statechart/countAgentsByState.ts';
import { createSystemEnvironment } from '../../oracles/client/environment.ts';
import { estimateModelUsage } from '../../oracles/client/estimateModelUsage.ts';
import { createOracleForRun } from '../../oracles/model/createOracleForRun.ts';
import { ModelOracle } from '../../oracles/model/modelOracle.ts';
import type { Recording } from '../../oracles/recording/recording.ts';
import { type Checkpoint, checkCheckpointInputs } from '../checkpoints/checkpoint.ts';
import { CheckpointFile, type Rhythm, USUAL_RHYTHM } from '../checkpoints/checkpointFile.ts';
import { restoreCheckedRun } from '../checkpoints/checkRestored.ts';
import { serializeDocumentFor } from '../files/documentFile.ts';
import { checkDistinctFiles } from '../files/networkFiles.ts';
import { OutFile } from '../files/outFile.ts';
import { RetainedFolder } from '../files/retainedFolder.ts';
import { type RoundFileOrders, RoundFiles } from '../files/roundFiles.ts';
import { type EndFileOrders, EndFiles } from '../files/tables/endFiles.ts';
import {
  checkRoundRequests,
  type PrintedRound,
  type RequestedMoment,
  readRequestedRounds,
} from '../options/moments.ts';
import { type Paths, prepareRunInputs } from '../options/prepareRunInputs.ts';
import { type StoppedWhen, StopWhen } from '../options/stopWhen.ts';
import { createOpeningReporter } from '../output/createOpeningReporter.ts';
import { formatClosingLines } from '../output/describeForeignAnswers.ts';
import { Interrupt } from '../output/interrupt.ts';
import { formatRunProgress, reportModelWaits } from '../output/progressPrinters.ts';
import { findResumeFailureCause } from './findResumeFailureCause.ts';

/** Milliseconds between two looks for signals while a run is played. */
const BREATH = 50;

interface RunOptions extends RoundFileOrders, EndFileOrders {
  readonly setup: Setup;
  /** Paths of the user's own inputs. */
  readonly paths?: Paths;
  /** True if the run may exceed the default memory limit. */
  readonly isLarge?: boolean;
  readonly rounds: number;
  readonly out: string | null;
  /** Path of the checkpoint to write at the run's end. */
  readonly checkpoint?: string | null;
  /** Folder in which the run is kept as it is played. */
  readonly keep?: string | null;
  /** Save interval; absent: the default for the decider. */
  readonly rhythm?: Rhythm;
  /** Rounds reported in the summary. */
  readonly at?: readonly RequestedMoment[];
  /** Conditions of which the first that is met ends the playing. */
  readonly until?: readonly string[];
}

/** Environment of a run, in addition to its set-up. */
export interface RunEnvironment {
  readonly root: URL;
  readonly key: string | null;
  readonly recording: Recording | null;
  /** The checkpoint to continue from. */
  readonly resumed?: Checkpoint | null;
}

/** The run ended early; what was played is written. */
export class StoppedEarly extends Error {}

/** Estimates what a run would ask of the model that its set-up names. @param say shows a line on its inputs */
export async function estimateRunUsage(
  { rounds, ...order }: Pick<RunOptions, 'setup' | 'paths' | 'isLarge' | 'rounds'>,
  root: URL,
  say: (line: string) => void,
) {
  const { oracle } = order.setup;
  if (!isRemoteOracle(oracle)) throw new InputError('--estimate is for a language model on a server');
  const { run, notes } = await openRunWithFiles(order, root);
  createOpeningReporter(say)({ run, notes });
  const { signal } = new AbortController();
  const { tokensIn, tokensOut, ...counts } = await estimateModelUsage(
    run,
    { ...oracle, rounds },
    setImmediate,
    signal,
  );
  return { ...counts, tokens_in: tokensIn, tokens_out: tokensOut };
}

/**
 * A run before its warm-up, with the user's files read.
 * @param held what a recording brings itself; files that are given come first
 * @throws InputError
 */
async function openRunWithFiles(
  { setup, paths = {}, isLarge }: Pick<RunOptions, 'setup' | 'paths' | 'isLarge'>,
  root: URL,
  held: Files = {},
  say?: (line: string) => void,
) {
  const tell: Between = async (part, label) => say?.(`\r${label}, ${Math.floor(part * 100)} %`);
  const given = await prepareRunInputs(setup, paths, root, held, isLarge, tell);
  return openRun(given.setup, given.sources).catch(rethrowWithLargeHint);
}

/** Says how a run is made that was refused because of its size. */
export function rethrowWithLargeHint(error: unknown): never {
  if (error instanceof TooLarge) throw new InputError(`${error.message}; --large plays it all the same`);
  throw error;
}

/** Plays a whole run. @param say shows a line of progress. @throws InputError for what the user can mend */
export async function playWholeRun(
  options: RunOptions,
  surroundings: RunEnvironment,
  say: (line: string) => void,
): Promise<Summary> {
  const { root, recording, resumed = null } = surroundings;
  const opened = await openRunWithFiles(options, root, recording?.files, say);
  try {
    return await playOpenedRun(opened, options, surroundings, say);
  } catch (error) {
    if (resumed === null) throw error;
    const { name, run } = resumed;
    const make = () => createRun({ ...opened.loaded, setup: { ...options.setup, changes: run.changes } });
    throw await findResumeFailureCause(error, { name, run, make });
  }
}

async function playOpenedRun(
  { run, loaded, notes }: Awaited<ReturnType<typeof openRun>>,
  {
    setup,
    rounds,
    out,
    networks = [],
    tables = null,
    odd = null,
    checkpoint = null,
    keep = null,
    rhythm,
    at = [],
    until = [],
    ...rounding
  }: RunOptions,
  { key, recording, resumed = null }: RunEnvironment,
  say: (line: string) => void,
): Promise<Summary> {
  const named = Object.fromEntries(networks.map(({ form, path }) => [form, path]));
  checkDistinctFiles({ out, checkpoint, odd, events: rounding.events?.path, ...named });
  checkRoundRequests(run, at, rounds);
  if (resumed) resumeFromCheckpoint(run, setup, resumed);
  const stop = until.length === 0 ? null : new StopWhen(run, until);
  const oracle = createOracleForRun(run, setup, {
    ...{ key: () => key, recording, files: loaded.files, environment: createSystemEnvironment() },
  });
  const report = createOpeningReporter(say, recording != null || resumed !== null);
  report({ run, notes: [...notes, ...(recording?.notes ?? [])] });
  for (const change of setup.changes.filter(({ tick }) => tick > rounds))
    say(`the change at round ${change.tick} comes after the last round, ${rounds}\n`);
  const interrupt = new Interrupt();
  const { signal } = interrupt;
  // It ends the run at a whole round, and what was played is written: no file ends the process.
  let saved: CheckpointFile | null = null;
  let file: OutFile | null = null;
  let drawn: EndFiles | null = null;
  let kept: RetainedFolder | null = null;
  let files: RoundFiles | null = null;
  let stopped: string | null;
  try {
    if (checkpoint !== null)
      saved = await CheckpointFile.open({
        ...{ path: checkpoint, run, say, now: () => performance.now() },
        rhythm: rhythm ?? (oracle instanceof ModelOracle ? USUAL_RHYTHM : null),
      });
    if (keep !== null)
      kept = await RetainedFolder.open({ path: keep, run, setup, files: loaded.files, oracle, say });
    if (out !== null) file = await OutFile.open(out, false);
    drawn = await EndFiles.open({ networks, tables, odd }, run, { loaded, rounds });
    files = await RoundFiles.open(rounding, run);
    const sealed = async () => {
      await saved?.sealed();
      await kept?.sealed();
      return (await files?.sealed()) ?? null;
    };
    stopped = await playRemainingRounds(run, oracle, rounds, { signal, say, sealed, stop });
    await kept?.close();
    await files.close();
    const { otherwise = null } =
      recording === null ? {} : compareReplayEnd(toReachedState(run), recording, rounds);
    if (stopped === null && otherwise !== null) stopped = `the replay is not the recorded run: ${otherwise}`;
    // An existing file is not given up for a run that never began, nor for a replay that went astray.
    if (stopped !== null && (run.rounds === 0 || recording !== null)) {
      await discardUnfinishedFiles(file, drawn, saved);
      if (signal.aborted && (out !== null || checkpoint !== null))
        say('nothing is written: no file holds less than before\n');
    } else {
      // One that cannot be written takes the other with it as little as the run.
      const failure = await saved?.write().then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (file && out) await file.write(await serializeDocumentFor(run, out, say));
      await drawn.write(run, loaded);
      if (failure) throw failure.error;
      const written = [out, checkpoint, keep].filter(path => path !== null);
      if (stopped !== null && written.length > 0)
        say(`${written.join(', ')}: the run up to round ${run.rounds}\n`);
    }
  } catch (error) {
    await kept?.close();
    await files?.close();
    await discardUnfinishedFiles(file, drawn, saved);
    throw error;
  } finally {
    interrupt.dispose();
  }
  if (oracle instanceof ModelOracle && run.rounds > 0)
    for (const line of formatClosingLines(oracle.report())) say(`${line}\n`);
  for (const line of run.state.closingLines?.() ?? []) say(`${line}\n`);
  for (const change of run.ineffective) say(`${describeIneffectiveChange(change)}\n`);
  return {
    ...buildCliSummary(run),
    ...(at.length > 0 && { at: readRequestedRounds(run, at) }),
    ...buildOracleSummary(oracle),
    ...(recording && {
      replay: { of: recording.hash, same: compareReplayEnd(toReachedState(run), recording, rounds).same },
    }),
    ...(stop?.met && { until: stop.met }),
    ...(stopped && { stopped }),
  };
}

const toReachedState = ({ rounds, hash, machine }: Run) => ({
  rounds,
  hash,
  hashFromZeros: machine.log.chain.hashFromZeros,
});

/** Discards unfinished files; those written whole stay. */
const discardUnfinishedFiles = async (
  ...files: readonly ({ discard(): Promise<void> } | null)[]
): Promise<void> => {
  for (const file of files) await file?.discard();
};

/** Restores a saved run; the oracle may be another one from here on. */
function resumeFromCheckpoint(run: Run, { oracle }: Setup, checkpoint: Checkpoint): void {
  checkCheckpointInputs(run, checkpoint);
  restoreCheckedRun(run, checkpoint.run, checkpoint.name);
  const { kind, model } = checkpoint.run.oracle;
  if (kind !== oracle.kind || (isRemoteOracle(oracle) && model !== oracle.model)) run.handOver();
}

interface Watching {
  readonly signal: AbortSignal;
  say(line: string): void;
  /** A round is over. @returns why the run has to end, or null */
  sealed(): Promise<string | null>;
  /** Stop condition; null for none. */
  readonly stop: StopWhen | null;
}

/** @returns why it ended before its last round, or null. A failing policy is a defect, so it throws. */
async function playRemainingRounds(
  run: Run,
  oracle: Oracle,
  rounds: number,
  { signal, say, sealed, stop }: Watching,
): Promise<string | null> {
  let breath = performance.now();
  let stopped: string | null = null;
  const tell = () => say(`\r${formatRunProgress(run, rounds, oracle)}`);
  const stopTelling = reportModelWaits(oracle, tell);
  const after = async () => {
    stop?.sealed();
    const unwritten = await sealed();
    stopped = unwritten ?? oracle.trouble ?? null;
    if (unwritten === null) tell();
    if (performance.now() - breath < BREATH) return;
    await setImmediate();
    breath = performance.now();
  };
  try {
    // The policy answers whether or not anybody waits.
    const before = () => stopped === null && stop?.met == null && !signal.aborted;
    const ending = await playRunTicks(run, { oracle, until: rounds, signal, before, after });
    if (stopped !== null) return `after round ${run.rounds}: ${stopped}`;
    return ending === 'ended' && stop?.met == null ? `interrupted after round ${run.rounds}` : null;
  } catch (error) {
    if (error instanceof OracleHalt) return error.message;
    throw error;
  } finally {
    stopTelling();
    say('\n');
  }
}

/** The last line of standard output. */
export interface Summary {
  readonly hash: string;
  readonly model: string;
  /** Absent for a model without one. */
  readonly network?: string;
  readonly agents: number;
  readonly rounds: number;
  readonly seed: number;
  readonly transitions: number;
  readonly decisions: number;
  readonly distribution: Readonly<Record<string, number>>;
  /** The model's scalar results. */
  readonly outcomes: Readonly<Record<string, number | null>>;
  /** The rounds that were asked about. */
  readonly at?: readonly PrintedRound[];
  readonly oracle?: OracleSummary;
  /**
   * Result of the comparison with the recorded run; null if fewer rounds were played, or its hash follows an older
   * rule.
   */
  readonly replay?: { readonly of: string; readonly same: boolean | null };
  /** The condition of `--until` that ended the run. */
  readonly until?: StoppedWhen;
  /** Why it ended before its last round. */
  readonly stopped?: string;
  /** The model's additions. */
  readonly [more: string]: unknown;
}

interface OracleSummary {
  readonly kind: string;
  readonly model: unknown;
  readonly form: unknown;
  readonly calls: number;
  readonly retries: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly cache_hits: number;
  readonly not_own: OracleReport['notOwn'];
}

/** The line for programs, from a run at a sealed tick. */
function buildCliSummary(run: Run): Summary {
  return {
    hash: run.hash,
    model: run.model.name,
    ...(run.config.networkInfo && { network: run.config.networkInfo.name }),
    agents: run.config.agents,
    rounds: run.rounds,
    seed: run.config.seed,
    transitions: run.machine.log.rows,
    decisions: run.state.decisionCount,
    distribution: stateDistribution(run.machine),
    outcomes: nameOutcomeValues(run.outcomes, run.outcomesAt(run.tick)),
    ...run.state.summary?.(),
  };
}

/** Sources and costs of the answers; empty if no language model answered. */
function buildOracleSummary(oracle: Oracle): { readonly oracle?: OracleSummary } {
  if (!(oracle instanceof ModelOracle)) return {};
  const { calls, retries, tokensIn, tokensOut, cacheHits, notOwn } = oracle.report();
  const { kind, model, form } = oracle.record;
  return {
    oracle: {
      kind,
      model,
      form,
      calls,
      retries,
      tokens_in: tokensIn,
      tokens_out: tokensOut,
      cache_hits: cacheHits,
      not_own: notOwn,
    },
  };
}
