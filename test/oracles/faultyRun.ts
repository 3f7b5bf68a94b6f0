import type { Oracle } from '../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { createSystemEnvironment, type Environment } from '../../src/oracles/client/environment.ts';
import { createOracleForRun } from '../../src/oracles/model/createOracleForRun.ts';
import { DIALECTS, type Dialect } from '../faulty/ask.ts';
import { FAULTS, type FaultName, startFaulty } from '../faulty/server.ts';
import { IS_LONG } from '../runs.ts';
import { openBusy, Watched } from './society.ts';
import { NO_LIMITS, setupOf } from './world.ts';

/** Seconds, where a fault hangs. */
const DEADLINE = 0.2;
const HANGING: readonly FaultName[] = ['hung-headers', 'late', 'slow-drip'];
const HARMLESS: readonly FaultName[] = [
  'none',
  'response-twice',
  'reversed',
  'storm-503',
  'control-characters',
  'obedient',
  'thoughts-with-drafts',
];

export interface Case {
  readonly fault: FaultName;
  readonly kind: Dialect;
  readonly form: 'letter' | 'json';
  /** Share of the prompts that are struck. */
  readonly share: number;
}

/**
 * Each fault at half or at all of the prompts, in one form and one dialect, by turns; in the long run at both, and in
 * both forms and dialects unless it shows in one alone. `faults.test.ts` asks each dialect with each fault in any case.
 */
export const CASES: readonly Case[] = FAULTS.filter(({ name }) => name !== 'refused').flatMap(
  ({ name: fault, form: only }, i) =>
    DIALECTS.filter((_, at) => IS_LONG || at === i % 2).flatMap(kind =>
      [0.5, 1]
        .filter((_, at) => IS_LONG || at === (i >> 1) % 2)
        .map(share => {
          const other = (kind === 'ollama') === (share === 1) ? 'json' : 'letter';
          const form = only === 'json' || only === 'letter' ? only : other;
          return { fault, kind, share, form };
        }),
    ),
);

/** Fate of a prompt that is struck. */
export const fateOf = ({ fault }: Case): 'own' | 'late' | 'fallback' =>
  HARMLESS.includes(fault) ? 'own' : HANGING.includes(fault) ? 'late' : 'fallback';

/** The real world, but for short pauses between tries. */
const environment: Environment = { ...createSystemEnvironment(), random: () => 0.01 };

/** A new oracle for a run, made as the engine makes it. */
export const oracleOf = (run: Run, setup: RemoteSetup): Oracle =>
  createOracleForRun(
    run,
    { ...run.config, oracle: setup },
    { key: () => null, recording: null, environment },
  );

/** A society that was played against a faulty server, which is gone by now. */
export async function played(one: Case, rounds: number) {
  const { fault, kind, form, share } = one;
  const delay = fault === 'late' ? 2_000 : 10;
  const faulty = await startFaulty({ fault, share, seed: 1, delay, retryAfter: 0 });
  const limits = { ...NO_LIMITS, deadline: fateOf(one) === 'late' ? DEADLINE : 60 };
  const setup = setupOf([faulty.url], { kind, form, texts: form === 'json', limits });
  const run = await openBusy(setup);
  const pauses = await new Watched(run).playTo(rounds, oracleOf(run, setup)).finally(() => faulty.close());
  return { run, pauses };
}
