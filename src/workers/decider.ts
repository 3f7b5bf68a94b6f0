import type { Limits, LocalKind, ModelSetup, RemoteSetup, Setup } from '../engine/config.ts';
import { InputError } from '../engine/errors.ts';
import type { Oracle } from '../engine/oracle.ts';
import type { Run } from '../engine/run.ts';
import { checkLimits, checkOracle, checkSource, isLocal, isRemote } from '../engine/setup.ts';
import type { ModelSpec, NamedFile, RecordingInfo, SavedRun, TellProgress } from './api.ts';
import type { LocalModels, ModelOracle, Recording } from './oracles.ts';

/** Its own part of the program: whoever lets the policy decide never loads it. */
const loaded = () =>
  import('./oracles.ts').catch(() => {
    throw new InputError(
      'what speaks to language models could not be loaded; is this page’s server still there?',
    );
  });

/** An oracle that is ready for a run, and what only a language model has. */
export interface Deciding {
  readonly oracle: Oracle;
  readonly model: ModelOracle | null;
  /** Ends what is asked beside the run. */
  readonly beside: AbortController;
}

/** Makes who decides: keeps the key and the recording, which are no part of a set-up. */
export class Decider {
  #key: { readonly key: string; readonly urls: readonly string[] } = { key: '', urls: [] };
  #recording: Recording | null = null;
  #tests = new AbortController();
  /** Started when somebody asks for a model of this browser. */
  #models: LocalModels | null = null;

  /** @throws InputError for a replay without a recording, or of a run on another network. */
  async decide(run: Run, setup: Setup): Promise<Deciding> {
    const beside = new AbortController();
    if (setup.oracle.kind === 'policy') return { oracle: run.policy, model: null, beside };
    const { oracleFor, ModelOracle, systemOutside } = await loaded();
    const models = isLocal(setup.oracle) ? await this.#local() : null;
    const oracle = oracleFor(run, setup, {
      key: () => (isRemote(setup.oracle) ? this.#keyFor(setup.oracle.urls) : null),
      recording: this.#recording,
      outside: systemOutside(),
      models,
    });
    return { oracle, model: oracle instanceof ModelOracle ? oracle : null, beside };
  }

  async read({ name, bytes }: NamedFile): Promise<RecordingInfo> {
    this.#recording = (await loaded()).readRecording(name, bytes);
    const { setup, rounds, hash, notes } = this.#recording;
    return { setup, rounds, hash, notes };
  }

  /** What brings a run back to where its document ends; whoever decides in it goes on from there. */
  async resume({ model }: Deciding, { document, spent }: SavedRun) {
    const { readRecording, ResumedOracle } = await loaded();
    const recording = readRecording(document.name, document.bytes);
    model?.resume(recording, spent);
    return { recording, oracle: new ResumedOracle(recording) };
  }

  setKey(key: string, urls: readonly string[]): void {
    this.#key = { key, urls };
  }

  /** A key goes to nobody but the servers that it was typed for. */
  #keyFor(urls: readonly string[]): string | null {
    return urls.every(url => this.#key.urls.includes(url)) ? this.#key.key || null : null;
  }

  /** A later test ends the one before. */
  async test(oracle: RemoteSetup) {
    checkOracle(oracle);
    const { probe, systemOutside } = await loaded();
    this.#tests.abort(new InputError('another test was started meanwhile'));
    this.#tests = new AbortController();
    return probe(oracle, this.#keyFor(oracle.urls), systemOutside(), this.#tests.signal);
  }

  async browserFacts() {
    return (await this.#local()).facts();
  }

  async modelChoices(kind: LocalKind, own: readonly ModelSpec[]) {
    return (await this.#local()).choices(kind, own);
  }

  async loadModel(spec: ModelSpec, file: Blob | null, tell: TellProgress) {
    if (spec.source !== null) checkSource(spec.kind, spec.source);
    return (await this.#local()).load(spec, file, tell);
  }

  cancelModel(): void {
    this.#models?.cancel();
  }

  async removeModel(spec: ModelSpec) {
    await (await this.#local()).remove(spec);
  }

  async #local(): Promise<LocalModels> {
    const { modelKeeper } = await loaded();
    this.#models ??= modelKeeper();
    return this.#models;
  }

  async estimate(
    run: Run,
    oracle: ModelSetup,
    rounds: number,
    rest: () => Promise<unknown>,
    signal: AbortSignal,
  ) {
    const { estimate } = await loaded();
    return estimate(run, { ...oracle, rounds }, rest, signal);
  }
}

/** Changes the limits of the run's model. @throws InputError for what no limit can be. */
export function limit({ model }: Deciding, limits: Limits): void {
  checkLimits(limits);
  if (model) model.limits = limits;
}

export const measureOrder = (run: Run, { model, beside }: Deciding, questions: number) =>
  needed(model).measureOrder(answered(run, questions), beside.signal);

export const measureArchetypes = (run: Run, { model, beside }: Deciding, questions: number) =>
  needed(model).measureKin(answered(run, questions), beside.signal);

function needed(model: ModelOracle | null): ModelOracle {
  if (model === null) throw new InputError('no language model decides in this run');
  return model;
}

function answered(run: Run, limit: number) {
  const questions = run.state.answered(limit);
  if (questions.length === 0) throw new InputError('the model has answered nothing yet; play a round first');
  return questions;
}
