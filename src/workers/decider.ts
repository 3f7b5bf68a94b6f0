import type { Limits, RemoteSetup, Setup } from '../engine/config.ts';
import { InputError } from '../engine/errors.ts';
import type { Oracle } from '../engine/oracle.ts';
import type { OracleReport } from '../engine/oracleReport.ts';
import type { Run } from '../engine/run.ts';
import { checkLimits, checkOracle, isRemote } from '../engine/setup.ts';
import { oracleFor } from '../oracles/open.ts';
import { systemOutside } from '../oracles/outside.ts';
import { probe } from '../oracles/probe.ts';
import { type Recording, readRecording } from '../oracles/recording.ts';
import { RemoteOracle } from '../oracles/remote.ts';
import type { NamedFile, RecordingInfo } from './api.ts';

/** Who decides in the session's runs: keeps the key and the recording, which are no part of a set-up. */
export class Decider {
  readonly #outside = systemOutside();
  #key: { readonly key: string; readonly urls: readonly string[] } = { key: '', urls: [] };
  #recording: Recording | null = null;
  /** Ends what is asked beside the run. */
  #beside = new AbortController();

  oracleFor(run: Run, setup: Setup): Oracle {
    this.#beside.abort();
    this.#beside = new AbortController();
    return oracleFor(run, setup, {
      key: () => (isRemote(setup.oracle) ? this.#keyFor(setup.oracle.urls) : null),
      recording: this.#recording,
      outside: this.#outside,
    });
  }

  read({ name, bytes }: NamedFile): RecordingInfo {
    this.#recording = readRecording(name, bytes);
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

  test(oracle: RemoteSetup) {
    checkOracle(oracle);
    return probe(oracle, this.#keyFor(oracle.urls), this.#outside, this.#beside.signal);
  }

  report(oracle: Oracle): OracleReport | null {
    return oracle instanceof RemoteOracle ? oracle.report() : null;
  }

  limit(oracle: Oracle, limits: Limits): void {
    checkLimits(limits);
    if (oracle instanceof RemoteOracle) oracle.limits = limits;
  }

  measureOrder(run: Run, oracle: Oracle, questions: number) {
    return remote(oracle).measureOrder(answered(run, questions), this.#beside.signal);
  }

  measureArchetypes(run: Run, oracle: Oracle, questions: number) {
    return remote(oracle).measureKin(answered(run, questions), this.#beside.signal);
  }
}

function remote(oracle: Oracle): RemoteOracle {
  if (!(oracle instanceof RemoteOracle)) throw new InputError('no language model decides in this run');
  return oracle;
}

function answered(run: Run, limit: number) {
  const questions = run.state.answered(limit);
  if (questions.length === 0) throw new InputError('the model has answered nothing yet; play a round first');
  return questions;
}
