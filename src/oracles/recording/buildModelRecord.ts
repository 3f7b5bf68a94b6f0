import type { Tick } from '../../engine/core/indices.ts';
import { PROMPT_VERSION } from '../../engine/oracle/formats/choicePrompt.ts';
import type { DecisionForm, OracleRecord } from '../../engine/oracle/oracle.ts';
import type { ServerReport } from '../../engine/oracle/oracleReport.ts';
import type { Limits, ModelSetup } from '../../engine/oracle/oracleSetup.ts';
import { isLocalOracle, UNUSABLE } from '../../engine/oracle/oracleSetup.ts';

/** Limits set in mid-run, and the first tick asked about under them. */
export interface LimitChange {
  readonly tick: Tick;
  readonly limits: Limits;
}

/**
 * The document's facts about a language model: no address and no key.
 * @param form null before it is known.
 * @param refused parameters that its servers do not take
 */
export function buildModelRecord(
  setup: ModelSetup,
  reports: readonly ServerReport[],
  form: DecisionForm | 'completion' | null,
  template: object | null,
  changes: readonly LimitChange[],
  refused: readonly string[] = [],
): OracleRecord {
  const { kind, model, temperature, archetypes, texts, limits } = setup;
  const answering = reports.filter(report => report.kind === 'answers');
  return {
    kind,
    model,
    ...(isLocalOracle(setup) && setup.source && { revision: setup.source.revision }),
    servers: answering.map(({ version, digest }) => ({ version, digest })),
    form: form ?? setup.form,
    // Letters have the model's own weights, and the engine's generator chooses.
    temperature: form === 'letter' ? null : temperature,
    archetypes,
    texts: texts && form === 'json',
    ...(refused.length > 0 && { not_sent: refused }),
    prompt_version: PROMPT_VERSION,
    template,
    limits: toLimitsRecord(limits),
    limit_changes: changes.map(({ tick, limits }) => ({ tick, ...toLimitsRecord(limits) })),
  };
}

/** The limits that a run began with, and those that were set later. */
export interface RecordedLimits {
  readonly first: Limits;
  readonly changes: readonly LimitChange[];
}

type LimitsRecord = Omit<ReturnType<typeof toLimitsRecord>, 'unusable_in_row'> & {
  readonly unusable_in_row?: number | null | undefined;
};

interface WithLimits {
  readonly limits: LimitsRecord;
  readonly limit_changes: readonly ({ readonly tick: Tick } & LimitsRecord)[];
}

/** The limits in the record of an oracle that this engine has reported; null for one without. */
export const findRecordedLimits = (record: OracleRecord): RecordedLimits | null =>
  hasRecordedLimits(record) ? readRecordedLimits(record) : null;

const hasRecordedLimits = (record: OracleRecord): record is OracleRecord & WithLimits => 'limits' in record;

/** Reads the limits of such a record. */
export const readRecordedLimits = (record: WithLimits): RecordedLimits => ({
  first: parseLimitsRecord(record.limits),
  changes: record.limit_changes.map(({ tick, ...limits }) => ({ tick, limits: parseLimitsRecord(limits) })),
});

const parseLimitsRecord = (record: LimitsRecord): Limits => ({
  callsPerRun: record.calls_per_run,
  tokensPerRun: record.tokens_per_run,
  callsPerRound: record.calls_per_round,
  tokensPerRound: record.tokens_per_round,
  deadline: record.deadline_seconds,
  // Documents without this field are older than the choice.
  unusable: record.unusable_in_row === undefined ? UNUSABLE : record.unusable_in_row,
});

const toLimitsRecord = (limits: Limits) => ({
  calls_per_run: limits.callsPerRun,
  tokens_per_run: limits.tokensPerRun,
  calls_per_round: limits.callsPerRound,
  tokens_per_round: limits.tokensPerRound,
  deadline_seconds: limits.deadline,
  unusable_in_row: limits.unusable,
});
