import { nameOutcomeValues } from '../../engine/model/outcomes.ts';
import type { Oracle } from '../../engine/oracle/oracle.ts';
import type { OracleReport } from '../../engine/oracle/oracleReport.ts';
import type { Run } from '../../engine/run/run.ts';
import { stateDistribution } from '../../engine/statechart/queries.ts';
import { ModelOracle } from '../../oracles/model/modelOracle.ts';
import type { RoundTold } from '../options/moments.ts';
import type { StoppedWhen } from '../options/stopWhen.ts';

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
  readonly at?: readonly RoundTold[];
  readonly oracle?: OracleSummary;
  /**
   * Whether it is the recorded run; null where fewer rounds were wanted, or the hash is made by an older rule.
   */
  readonly replay?: { readonly of: string; readonly same: boolean | null };
  /** What of `--until` ended it. */
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
export function buildCliSummary(run: Run): Summary {
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

/** Who answered and at what cost; nothing where no language model did. */
export function buildOracleSummary(oracle: Oracle): { readonly oracle?: OracleSummary } {
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
