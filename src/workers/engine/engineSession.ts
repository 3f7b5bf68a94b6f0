import { hasSameRunSize } from '../../engine/checks/checkRunSize.ts';
import { EngineStopped, InputError, pauseOnOracleTrouble } from '../../engine/core/errors.ts';
import type { Tick } from '../../engine/core/indices.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import type { Frame } from '../../engine/model/frame.ts';
import { createRun, type Loaded, loadSetup } from '../../engine/models/openRun.ts';
import {
  isLanguageModelOracle,
  type Limits,
  type OracleSetup,
  type RemoteSetup,
} from '../../engine/oracle/oracleSetup.ts';
import type { ParameterValue } from '../../engine/parameters/parameterDefinition.ts';
import { playRunTicks } from '../../engine/run/playRunTicks.ts';
import { buildRunFrame } from '../../engine/run/runFrame.ts';
import type { Change, Setup } from '../../engine/setup/config.ts';
import type {
  EngineApi,
  ExportedDocument,
  OtherCommands,
  Progress,
  RunFile,
  RunInfo,
  SavedRun,
} from '../protocol/api.ts';
import { createTimeSlicer, Pace, waitMilliseconds } from '../shared/pace.ts';
import { buildChartInfo, buildRunSummary, collectRunFacts, type RunFacts } from './buildRunInfo.ts';
import { type BrowserModels, Decider } from './deciding/runDecider.ts';
import { Exporter } from './exporter.ts';
import { loadLanguageModels } from './late/loadLanguageModels.ts';
import { loadPauseWatch } from './late/loadPauseWatch.ts';
import { loadRunReports } from './late/loadRunReports.ts';
import type { Bring, Opened, SessionHost } from './opened.ts';
import type { ComparisonRunParts } from './otherRun/comparisonRun.ts';
import { createSizeCheck } from './pauseAtSize.ts';
import type { PauseWatch } from './pauseWatch.ts';
import { createOpeningPause, type OpeningWatch, playWarmUp, SUPERSEDED } from './playWarmUp.ts';
import { RunReader } from './reading/runReader.ts';

/** One run and the loop that plays it. Knows nothing of workers: everything outside comes through `SessionHost`. */
export class EngineSession
  implements Omit<EngineApi, 'connect' | 'ping' | 'openAsked' | keyof OtherCommands>
{
  readonly #environment: SessionHost;
  readonly #decider: Decider;
  #opened: Opened | null = null;
  #epoch = 0;
  #requests = 0;
  /** Last tick that went out in a frame. */
  #sent: Tick = 0;
  /** Aborted by pause; a new one for each stretch of playing. */
  #playing: AbortController | null = null;
  #stepping: AbortController | null = null;
  #pace = new Pace(0);
  /** The latest command; a queued one gives way to a later one. */
  #commands = 0;
  #mayBeLarge = false;
  /** Pause conditions of the open run. */
  #watch: PauseWatch | null = null;
  #checkSize: () => void = () => {};
  /** Ticks and exports take turns. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Writes documents of the open run. */
  readonly exporter = new Exporter({
    run: () => this.#need().run,
    loaded: () => this.#need().loaded,
    inTurn: work => this.#inTurn(work),
  });

  /** @param models of this browser; there are none without one. */
  constructor(environment: SessionHost, models: BrowserModels | null = null) {
    this.#environment = environment;
    this.#decider = new Decider(models);
  }

  open(setup: Setup, files: Files, progress: Progress | null, isLarge = false): Promise<RunInfo> {
    this.#mayBeLarge ||= isLarge;
    return this.openAt(setup, files, progress, null);
  }

  resume(setup: Setup, files: Files, saved: SavedRun, progress: Progress | null): Promise<RunInfo> {
    return this.openAt(setup, files, progress, async (run, deciding, watch) =>
      (await loadLanguageModels()).replayRecordedAnswers(
        run,
        await this.#decider.resume(deciding, saved),
        watch,
      ),
    );
  }

  async branch(setup: Setup, from: Tick, progress: Progress | null): Promise<RunInfo> {
    const { run: parent, loaded } = this.#need();
    return this.openAt(setup, loaded.files, progress, async (run, _, watch) =>
      (await loadLanguageModels()).branchRunOff(run, parent, from, watch),
    );
  }

  /** Opens a run and plays it to its saved round. @param bring null: it stays at its beginning */
  async openAt(setup: Setup, files: Files, progress: Progress | null, bring: Bring | null) {
    const request = ++this.#requests;
    void this.exporter.cancelExport();
    await this.pause();
    const watch: OpeningWatch = { progress, isWanted: () => request === this.#requests };
    const loaded = await this.#load(setup, files, bring !== null, createOpeningPause(watch));
    const run = createRun(loaded);
    const deciding = await this.#decider.decide(run, setup, loaded.files);
    if (bring !== null) run.machine.log.chain.keepFromZeros();
    await playWarmUp(run, watch);
    await bring?.(run, deciding, watch);
    const facts = await collectRunFacts(run, deciding.oracle, bring !== null);
    if (!watch.isWanted()) throw new Error(SUPERSEDED);
    this.#opened?.deciding.beside.abort(new EngineStopped('the run is over'));
    if (this.#opened) this.#decider.ended(this.#opened.deciding, deciding);
    return this.#present({ run, loaded, deciding, reader: new RunReader(run, loaded) }, facts);
  }

  /** Sends a run from its first tick on, in frames of another epoch. */
  #present(opened: Omit<Opened, 'epoch'>, facts: RunFacts): RunInfo {
    const { run, loaded } = opened;
    this.#epoch++;
    this.#watch = null;
    this.#checkSize = createSizeCheck(run, this.#environment.pausesAtBytes);
    this.#opened = { ...opened, epoch: this.#epoch };
    this.#sent = 0 - run.config.warmUp;
    this.#environment.changed();
    return buildRunSummary(run, this.#epoch, loaded.material.notes, facts);
  }

  /** Loads a set-up's inputs; those of the open run are not loaded again. */
  #load(setup: Setup, files: Files, wasAsked: boolean, between = createOpeningPause()): Promise<Loaded> {
    const bundled = (path: string) => this.#environment.bundled(path);
    const isLarge = this.#mayBeLarge || wasAsked;
    return loadSetup(setup, { bundled, files, isLarge, between }, this.#opened?.loaded ?? null);
  }

  /** All that happened since the last frame, or null. */
  nextFrame(): Frame | null {
    if (this.#opened === null) return null;
    const { run, epoch } = this.#opened;
    if (run.tick === this.#sent) return null;
    const frame = buildRunFrame(run, epoch, this.#sent);
    this.#sent = run.tick;
    return frame;
  }

  async step(): Promise<void> {
    const paused = this.pause();
    const command = this.#commands;
    await paused;
    // Even if another command comes meanwhile, the policy takes its step: pressed twice, it takes two.
    const { deciding, run } = this.#need();
    if (command !== this.#commands && deciding.oracle !== run.policy) return;
    const controller = new AbortController();
    this.#stepping = controller;
    let left = 1;
    await this.#play(controller.signal, () => left-- > 0);
  }

  async play(ticksPerSecond: number): Promise<void> {
    const { run } = this.#need();
    this.#commands++;
    this.#pace = new Pace(ticksPerSecond);
    if (this.#playing !== null) return;
    await this.#stretch(() => this.#opened?.run === run, true);
  }

  async runTo(tick: Tick): Promise<void> {
    const paused = this.pause();
    const command = this.#commands;
    await paused;
    if (command !== this.#commands) return;
    const { run } = this.#need();
    this.#pace = new Pace(0);
    await this.#stretch(() => this.#opened?.run === run && run.tick < tick);
  }

  async goOn(oracle: OracleSetup): Promise<void> {
    // First of all: the page says that it has paused, whatever is loaded meanwhile.
    await this.pause();
    if (oracle.kind !== 'policy') (await loadLanguageModels()).checkOracleSetup(oracle);
    const { run, loaded } = this.#need();
    const deciding = await this.#decider.decide(run, { ...run.config, oracle }, loaded.files);
    if (this.#opened?.run !== run) throw new Error(SUPERSEDED);
    this.#opened.deciding.beside.abort(new EngineStopped('another oracle decides now'));
    this.#decider.ended(this.#opened.deciding, deciding);
    run.handOver();
    this.#opened = { ...this.#opened, deciding };
  }

  async pause(): Promise<void> {
    this.#commands++;
    this.#stepping?.abort();
    this.#playing?.abort();
    this.#playing = null;
    await this.#turn;
  }

  async pauseWhen(conditions: readonly string[]): Promise<void> {
    const { PauseWatch } = await loadPauseWatch();
    this.#watch = conditions.length === 0 ? null : new PauseWatch(this.#need().run, conditions);
  }

  readonly pausedBy = async () => this.#watch?.met ?? [];

  async change(name: string, value: ParameterValue): Promise<readonly Change[]> {
    const { run } = this.#need();
    run.change(name, value);
    return run.config.changes;
  }

  async showRegion(region: number): Promise<RunInfo> {
    await this.pause();
    const opened = this.#need();
    opened.run.machine.table.showRegion(region);
    return this.#present(opened, { chart: await buildChartInfo(opened.run) });
  }

  async measureBy(name: string, value: ParameterValue): Promise<RunInfo> {
    await this.pause();
    const opened = this.#need();
    opened.run.remeasure(name, value);
    return this.#present(opened, { chart: await buildChartInfo(opened.run) });
  }

  readonly recording = () => this.#decider.document;
  readonly readRecording = async (file: RunFile) =>
    this.#decider.read(file, path => this.#environment.bundled(path));
  readonly verify = async (progress: Progress | null) =>
    this.#decider.verify(createRun(this.#need().loaded), progress);
  readonly setKey = async (key: string, urls: readonly string[]) => this.#decider.setKey(key, urls);
  readonly setLimits = async (limits: Limits) =>
    (await loadLanguageModels()).setModelLimits(this.#need().deciding, limits);
  readonly oracleReport = async () => this.#opened?.deciding.model?.report() ?? null;
  readonly measureOrder = async (questions: number) =>
    (await loadLanguageModels()).measureOptionOrder(this.#need(), questions);
  readonly measureArchetypes = async (questions: number) =>
    (await loadLanguageModels()).measureGroupAnswers(this.#need(), questions);
  readonly testConnection = async (oracle: RemoteSetup) => this.#decider.test(oracle);

  async compare(): Promise<unknown> {
    const { run, loaded, deciding } = this.#need();
    return (await loadRunReports(run)).playModelComparison(run, loaded, deciding, this.#decider);
  }

  async estimate(setup: Setup, rounds: number) {
    const { oracle } = setup;
    if (!isLanguageModelOracle(oracle))
      throw new InputError('without a language model there is nothing to estimate');
    const open = this.#opened?.loaded;
    const loaded = await this.#load(setup, open?.files ?? {}, !!open && hasSameRunSize(setup, open.setup));
    return this.#decider.estimate(createRun(loaded), oracle, rounds, createTimeSlicer());
  }

  exportDocument(progress: Progress | null): Promise<ExportedDocument> {
    return this.exporter.exportDocument(progress);
  }

  /** Reader of the open run. */
  get reader(): RunReader {
    return this.#need().reader;
  }

  /** A place for another run, which shares the inputs that the open one has. */
  get room(): ComparisonRunParts {
    return { opened: () => this.#need(), load: (setup, files) => this.#load(setup, files, false) };
  }

  #need(): Opened {
    if (this.#opened === null) throw new InputError('no run is open');
    return this.#opened;
  }

  /** Plays at the chosen pace until `goesOn` returns false, the run is paused or it is over. @param mayPause whether what is watched for pauses it */
  async #stretch(goesOn: () => boolean, mayPause = false): Promise<void> {
    const controller = new AbortController();
    this.#playing = controller;
    const { signal } = controller;
    const rest = createTimeSlicer();
    this.#pace.restart();
    const unhurried = async () => {
      const pause = this.#pace.untilNext();
      await (pause > 0 ? waitMilliseconds(pause, signal) : rest());
    };
    try {
      await this.#play(signal, () => !signal.aborted && goesOn(), unhurried, mayPause);
    } finally {
      if (this.#playing === controller) this.#playing = null;
    }
  }

  /** @throws OracleHalt when the round is sealed, but the oracle has reasons to pause. */
  async #play(signal: AbortSignal, before: () => boolean, rest?: () => Promise<void>, mayPause = false) {
    const { run, deciding, reader } = this.#need();
    const { oracle } = deciding;
    let began = 0;
    const after = async () => {
      reader.sealed(performance.now() - began);
      if (this.#watch?.sealed(mayPause)) this.#playing?.abort();
      this.#environment.changed();
      if (!signal.aborted) pauseOnOracleTrouble(oracle);
      if (mayPause && !signal.aborted) this.#checkSize();
      await rest?.();
    };
    const inTurn = <Result>(work: () => Promise<Result>) =>
      this.#inTurn(() => {
        began = performance.now();
        return work();
      });
    await playRunTicks(run, { oracle, signal, before, after, inTurn });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}
