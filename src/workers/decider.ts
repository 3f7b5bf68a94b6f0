import type { Limits, RemoteSetup, Setup } from '../engine/config.ts';
import { InputError } from '../engine/errors.ts';
import type { Oracle } from '../engine/oracle.ts';
import type { OracleReport } from '../engine/oracleReport.ts';
import type { Run } from '../engine/run.ts';
import { checkLimits, checkOracle, isRemote } from '../engine/setup.ts';
import type { NamedFile, RecordingInfo } from './api.ts';
import type { Recording, RemoteOracle } from './oracles.ts';

/** Its own part of the program: whoever lets the policy decide never loads it. */
const loaded = () =>
  import('./oracles.ts').catch(() => {
    throw new InputError(
      'what speaks to language models could not be loaded; is this page’s server still there?',
    );
  });

/** Who decides in the session's runs: keeps the key and the recording, which are no part of a set-up. */
export class Decider {
  #key: { readonly key: string; readonly urls: readonly string[] } = { key: '', urls: [] };
  #recording: Recording | null = null;
  /** The present run's, where a language model decides. */
  #remote: RemoteOracle | null = null;
  /** Ends what is asked beside the run. */
  #beside = new AbortController();

  async oracleFor(run: Run, setup: Setup): Promise<Oracle> {
    this.#beside.abort();
    this.#beside = new AbortController();
    this.#remote = null;
    if (setup.oracle.kind === 'policy') return run.policy;
    const { oracleFor, RemoteOracle, systemOutside } = await loaded();
    const oracle = oracleFor(run, setup, {
      key: () => (isRemote(setup.oracle) ? this.#keyFor(setup.oracle.urls) : null),
      recording: this.#recording,
      outside: systemOutside(),
    });
    if (oracle instanceof RemoteOracle) this.#remote = oracle;
    return oracle;
  }

  async read({ name, bytes }: NamedFile): Promise<RecordingInfo> {
    this.#recording = (await loaded()).readRecording(name, bytes);
    const { setup, rounds, hash, notes } = this.#recording;
    return { setup, rounds, hash, notes };
  }

  setKey(key: string, urls: readonly string[]): void {
    this.#key = { key, urls };
  }

  /** A key goes to nobody but the servers that it was typed for. */
  #keyFor(urls: readonly string[]): string | null {
    return urls.every(url => this.#key.urls.includes(url)) ? this.#key.key || null : null;
  }

  async test(oracle: RemoteSetup) {
    checkOracle(oracle);
    const { probe, systemOutside } = await loaded();
    return probe(oracle, this.#keyFor(oracle.urls), systemOutside(), this.#beside.signal);
  }

  async estimate(
    run: Run,
    oracle: RemoteSetup,
    rounds: number,
    rest: () => Promise<unknown>,
    signal: AbortSignal,
  ) {
    const { estimate } = await loaded();
    const form = oracle.form === 'json' ? 'json' : 'letter';
    return estimate(run, { ...oracle, form, rounds }, rest, signal);
  }

  get report(): OracleReport | null {
    return this.#remote?.report() ?? null;
  }

  set limits(limits: Limits) {
    checkLimits(limits);
    if (this.#remote) this.#remote.limits = limits;
  }

  async measureOrder(run: Run, questions: number) {
    return this.#need().measureOrder(answered(run, questions), this.#beside.signal);
  }

  async measureArchetypes(run: Run, questions: number) {
    return this.#need().measureKin(answered(run, questions), this.#beside.signal);
  }

  #need(): RemoteOracle {
    if (this.#remote === null) throw new InputError('no language model decides in this run');
    return this.#remote;
  }
}

function answered(run: Run, limit: number) {
  const questions = run.state.answered(limit);
  if (questions.length === 0) throw new InputError('the model has answered nothing yet; play a round first');
  return questions;
}
