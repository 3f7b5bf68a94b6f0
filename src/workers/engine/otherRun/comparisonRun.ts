import { InputError } from '../../../engine/core/errors.ts';
import type { Tick } from '../../../engine/core/indices.ts';
import { buildComparedDocument } from '../../../engine/export/buildComparedDocument.ts';
import { compareDocuments } from '../../../engine/export/compareDocuments.ts';
import type { Files } from '../../../engine/files/namedFile.ts';
import type { ComparisonReport } from '../../../engine/model/model.ts';
import { createRun, type Loaded } from '../../../engine/models/openRun.ts';
import type { Oracle } from '../../../engine/oracle/oracle.ts';
import { playRunTicks } from '../../../engine/run/playRunTicks.ts';
import type { Run } from '../../../engine/run/run.ts';
import { buildRunFrame } from '../../../engine/run/runFrame.ts';
import type { Setup } from '../../../engine/setup/config.ts';
import type {
  Differences,
  ExportedDocument,
  OtherRun,
  OtherRunCommands,
  Progress,
  ReadCommands,
  RunSource,
} from '../../protocol/api.ts';
import { OneAtATime } from '../../shared/oneAtATime.ts';
import { createTimeSlicer } from '../../shared/pace.ts';
import { buildRunInfo } from '../buildRunInfo.ts';
import { loadLanguageModels } from '../late/loadLanguageModels.ts';
import { loadRunReports } from '../late/loadRunReports.ts';
import { loadSavedRunReader } from '../late/loadSavedRunReader.ts';
import type { Opened } from '../opened.ts';
import { projectSameRegion } from '../reading/lookingBack.ts';
import { RunReader } from '../reading/runReader.ts';

/** Maximum number of agents, cascades and partings that are listed one by one. */
const MAX_LISTED_DIFFERENCES = 500;

/** Parts for playing a run next to the open one. */
export interface ComparisonRunParts {
  opened(): Opened;
  /** Loads inputs; those that the open run has are not loaded again. */
  load(setup: Setup, files: Files): Promise<Loaded>;
}

interface Other {
  readonly run: Run;
  /** The model's comparison of the open run as A and this one as B; null if it has none. */
  readonly report: ComparisonReport | null;
  readonly oracle: Oracle;
  readonly reader: RunReader;
  /** The last tick that its answers reach; null: it can be played as far as one likes. */
  readonly last: Tick | null;
}

/** Another run next to the open one, for comparison. There is one at a time. */
export class ComparisonRun implements OtherRunCommands {
  readonly #parts: ComparisonRunParts;
  readonly #work = new OneAtATime();
  #other: Other | null = null;

  constructor(parts: ComparisonRunParts) {
    this.#parts = parts;
  }

  async openOther(source: RunSource, progress: Progress | null): Promise<OtherRun> {
    const signal = this.#work.begin();
    this.#other = null;
    const { run: own } = this.#parts.opened();
    const { setup, files, rounds, recorded, oracleOf, isEndless } = await resolveRunSource(source);
    if (setup.model !== own.model.name)
      throw new InputError(
        `that run is of model ${setup.model}, the open one of model ${own.model.name}: nothing can be compared`,
      );
    const loaded = await this.#parts.load(setup, files);
    const run = createRun(loaded);
    // First of all, for it says what cannot be compared.
    const report = await buildComparisonReport(own, run);
    if (signal.aborted) throw new Error('cancelled');
    const other: Other = {
      ...{ run, report },
      oracle: await oracleOf(run),
      reader: new RunReader(run, loaded),
      last: isEndless ? null : rounds,
    };
    await playOtherRunUntil(other, report === null ? rounds : Number.POSITIVE_INFINITY, signal, progress);
    projectSameRegion(run, own);
    this.#other = other;
    return {
      info: await buildRunInfo(run, 0, loaded.material.notes),
      setup,
      files: loaded.files,
      frame: buildRunFrame(run, 0, -run.config.warmUp),
      recorded,
    };
  }

  async playOther(tick: Tick): Promise<OtherRun['frame'] | null> {
    const other = this.#need();
    const from = other.run.tick;
    await playOtherRunUntil(other, Math.min(tick, other.last ?? tick), this.#work.begin(), null);
    return other.run.tick > from ? buildRunFrame(other.run, 0, from) : null;
  }

  async differences(isOwnB: boolean): Promise<Differences> {
    const { run, reader } = this.#parts.opened();
    const other = this.#need();
    if (other.report !== null)
      return { ...UNTOLD, report: isOwnB ? await buildComparisonReport(other.run, run) : other.report };
    const until = Math.min(run.tick, other.run.tick);
    const own = await reader.at(until, compareOpenRun);
    const its = await other.reader.at(until, compareOpenRun);
    const { partings, ends, cascades, ...rest } = isOwnB
      ? compareDocuments(its, own)
      : compareDocuments(own, its);
    return {
      ...rest,
      until,
      report: null,
      parted: partings.length,
      partings: partings.slice(0, MAX_LISTED_DIFFERENCES),
      endOtherwise: ends.length,
      ends: ends.slice(0, MAX_LISTED_DIFFERENCES),
      grewOtherwise: cascades.length,
      cascades: cascades.slice(0, MAX_LISTED_DIFFERENCES),
    };
  }

  async readOther(name: keyof ReadCommands, args: readonly unknown[]): Promise<unknown> {
    const { reader } = this.#need();
    return (reader[name] as (...all: unknown[]) => Promise<unknown>).apply(reader, [...args]);
  }

  async otherDocument(): Promise<ExportedDocument> {
    const { run } = this.#need();
    const { serializeRunDocument, reports } = await loadRunReports(run);
    const { signal } = new AbortController();
    return {
      round: run.rounds,
      parts: await serializeRunDocument({ run, reports, signal, progress: null }),
    };
  }

  async closeOther(): Promise<void> {
    this.#work.end();
    this.#other = null;
  }

  #need(): Other {
    if (this.#other === null) throw new InputError('there is no run to compare with');
    return this.#other;
  }
}

/** General differences that are left out if the model has a report of its own. */
const UNTOLD: Omit<Differences, 'report'> = {
  ...{ isSame: false, agents: 0, until: 0, parted: 0, endOtherwise: 0, grewOtherwise: 0 },
  ...{ setup: [], outcomes: [], partings: [], ends: [], cascades: [] },
  elsewhere: { first: 0, counts: [] },
};

/** @throws InputError for runs that cannot be compared */
async function buildComparisonReport(a: Run, b: Run): Promise<ComparisonReport | null> {
  const { reports } = await loadRunReports(a);
  return (await reports.compareWith?.(b.state, createTimeSlicer()))?.report ?? null;
}

const compareOpenRun = async (run: Run) => {
  return buildComparedDocument(run, (await loadRunReports(run)).reports);
};

/** Inputs of a run, and its oracle. @throws InputError if it cannot be played again */
async function resolveRunSource(source: RunSource) {
  if (source.kind === 'setup') {
    const { setup, files, rounds } = source;
    if (setup.oracle.kind !== 'policy')
      throw new InputError(
        'only a run that the built-in policy decides can be played again from its set-up: choose its document instead',
      );
    return {
      setup,
      files,
      rounds,
      recorded: null,
      oracleOf: async (run: Run) => run.policy,
      isEndless: true,
    };
  }
  if (source.kind === 'kept') return (await loadSavedRunReader()).createSavedRunSource(source.id);
  const { readRecordingFile, createOracleForRun, createSystemEnvironment } = await loadLanguageModels();
  const recording = await readRecordingFile(source.file);
  const { setup, files, rounds, hash, hashRule } = recording;
  return {
    setup,
    files,
    rounds,
    isEndless: false,
    recorded: { hash, hashRule },
    oracleOf: async (run: Run) =>
      createOracleForRun(run, setup, {
        key: () => null,
        recording,
        files,
        environment: createSystemEnvironment(),
      }),
  };
}

/** @throws Error `cancelled` if something else was begun in the meantime */
async function playOtherRunUntil(
  { run, oracle, reader }: Other,
  until: Tick,
  signal: AbortSignal,
  progress: Progress | null,
) {
  const rest = createTimeSlicer();
  const from = run.tick;
  let began = performance.now();
  await playRunTicks(run, {
    oracle,
    until,
    signal,
    after: async () => {
      reader.sealed(performance.now() - began);
      if (await rest()) progress?.((run.tick - from) / (until - from), 'Playing the other run');
      began = performance.now();
    },
  });
  if (signal.aborted) throw new Error('cancelled');
}
