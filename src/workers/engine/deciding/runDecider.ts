import type { Verdict } from '../../../engine/export/verdict.ts';
import type { Files } from '../../../engine/files/namedFile.ts';
import {
  isLocalOracle,
  isRemoteOracle,
  type LocalKind,
  type ModelSetup,
  type RemoteSetup,
} from '../../../engine/oracle/oracleSetup.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { Setup } from '../../../engine/setup/config.ts';
import type {
  LocalModelSpec,
  Progress,
  RecordingInfo,
  RunFile,
  SavedRun,
  TellProgress,
} from '../../protocol/api.ts';
import type { ModelCommands } from '../../protocol/modelCommands.ts';
import { OneAtATime } from '../../shared/oneAtATime.ts';
import { loadLanguageModels } from '../late/loadLanguageModels.ts';
import type { SessionHost } from '../opened.ts';
import type { Deciding } from '../otherRun/playModelComparison.ts';
import type { LocalModels, Recording } from './oracles.ts';

/** Makes oracles: keeps the key and the recording, which are not part of a set-up. */
export class Decider {
  #key: { readonly key: string; readonly urls: readonly string[] } = { key: '', urls: [] };
  #recording: Recording | null = null;
  /** The file that it was read from. */
  #document: RunFile | null = null;
  readonly #checks = new OneAtATime();
  readonly #tests = new OneAtATime();
  readonly #estimates = new OneAtATime();
  readonly #models: BrowserModels | null;

  constructor(models: BrowserModels | null) {
    this.#models = models;
  }

  /** @param files what the run was made from. @throws InputError for a replay without a recording, or of a run on another network. */
  async decide(run: Run, setup: Setup, files: Files): Promise<Deciding> {
    const beside = new AbortController();
    if (setup.oracle.kind === 'policy') return { oracle: run.policy, model: null, isLocal: false, beside };
    const { createOracleForRun, ModelOracle, createSystemEnvironment } = await loadLanguageModels();
    const local = isLocalOracle(setup.oracle);
    const models = local ? ((await this.#models?.supervisor()) ?? null) : null;
    const oracle = createOracleForRun(run, setup, {
      key: () => (isRemoteOracle(setup.oracle) ? this.#keyFor(setup.oracle.urls) : null),
      recording: this.#recording,
      files,
      environment: createSystemEnvironment(),
      models,
    });
    return { oracle, model: oracle instanceof ModelOracle ? oracle : null, isLocal: local, beside };
  }

  /** The run document that was read last. */
  get document(): RunFile | null {
    return this.#document;
  }

  /** Ends an oracle: a browser model that is no longer used releases its memory. */
  ended({ isLocal }: Deciding, now: Deciding): void {
    if (isLocal && !now.isLocal) void this.#models?.cancelModel();
  }

  /** @param bundled files that come with Statescope */
  async read(file: RunFile, bundled: SessionHost['bundled']): Promise<RecordingInfo> {
    const { readRecordingFile, checkRecordedSheet } = await loadLanguageModels();
    const recording = await readRecordingFile(file);
    const sheet = await checkRecordedSheet(recording, bundled);
    this.#recording = recording;
    this.#document = file;
    const { setup, files, rounds, hash, hashRule, notes } = recording;
    return { setup, files, rounds, hash, hashRule, notes, sheet };
  }

  /** Restores a run to the end of its document, with the oracle that continues it. */
  async resume({ model }: Deciding, saved: SavedRun) {
    return (await loadLanguageModels()).createResumedOracle(model, saved);
  }

  /** Checks the document that was read last against what follows from it; a later check ends the one before. */
  async verify(run: Run, progress: Progress | null): Promise<Verdict> {
    const { verifyRunDocument } = await loadLanguageModels();
    return verifyRunDocument(this.#document, this.#recording, run, {
      progress,
      signal: this.#checks.begin(),
    });
  }

  setKey(key: string, urls: readonly string[]): void {
    this.#key = { key, urls };
  }

  /** The key for some servers: it goes only to those that it was typed for. */
  #keyFor(urls: readonly string[]): string | null {
    return urls.every(url => this.#key.urls.includes(url)) ? this.#key.key || null : null;
  }

  /** A later test ends the one before. */
  async test(oracle: RemoteSetup) {
    const { testServers } = await loadLanguageModels();
    return testServers(oracle, this.#keyFor(oracle.urls), this.#tests);
  }

  /** A later estimate ends the one before, which then counts what it has played. */
  async estimate(run: Run, oracle: ModelSetup, rounds: number, rest: () => Promise<unknown>) {
    const signal = this.#estimates.begin();
    const { estimateModelUsage } = await loadLanguageModels();
    return estimateModelUsage(run, { ...oracle, rounds }, rest, signal);
  }
}

/** The language models of this browser; their runtimes are loaded on first use. */
export class BrowserModels implements ModelCommands {
  #supervisor: LocalModels | null = null;

  async supervisor(): Promise<LocalModels> {
    const { createModelSupervisor } = await loadLanguageModels();
    this.#supervisor ??= createModelSupervisor();
    return this.#supervisor;
  }

  async browserFacts() {
    return (await this.supervisor()).facts();
  }

  async modelChoices(kind: LocalKind, own: readonly LocalModelSpec[]) {
    return (await this.supervisor()).choices(kind, own);
  }

  async loadModel(spec: LocalModelSpec, file: Blob | null, tell: TellProgress) {
    if (spec.source !== null) (await loadLanguageModels()).checkModelFileSource(spec.kind, spec.source);
    return (await this.supervisor()).load(spec, file, tell);
  }

  async cancelModel() {
    this.#supervisor?.cancel();
  }

  async removeAllModels() {
    await (await this.supervisor()).removeAll();
  }

  async removeModel(spec: LocalModelSpec) {
    await (await this.supervisor()).remove(spec);
  }
}
