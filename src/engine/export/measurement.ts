import { formatAgentId, type Tick } from '../core/indices.ts';
import type { Evidence, Source } from '../oracle/oracle.ts';
import type { MeasurementRecord, ModelRecord } from './parts.ts';

/** A measurement as a document holds it, so that what a replay reads is what the run had. */
export const roundMeasurement = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Measurements of one answer by wall clock and token counter; null if no model was asked. */
export function toMeasurementRecord(
  { agent, tick, source }: { readonly agent: number; readonly tick: Tick; readonly source: Source | null },
  { milliseconds, tokensIn = 0, tokensOut = 0, tries = 1 }: Evidence,
): MeasurementRecord | null {
  if (milliseconds === undefined || source === 'cache') return null;
  const duration = roundMeasurement(milliseconds);
  return {
    agent_id: formatAgentId(agent),
    tick,
    milliseconds: duration,
    tokens_in: tokensIn,
    tokens_out: tokensOut,
    tokens_per_second: duration > 0 ? roundMeasurement(((tokensIn + tokensOut) * 1000) / duration) : null,
    tries,
  };
}

/**
 * A completion's facts about the model that gave it; a raw text that the answer already has is not repeated.
 */
export function toLanguageModelRecord(
  answer: string | null,
  { model, promptVersion, raw }: Evidence = {},
): ModelRecord {
  return {
    ...(model !== undefined && { model }),
    ...(promptVersion !== undefined && { prompt_version: promptVersion }),
    ...(raw !== undefined && raw !== answer && { raw }),
  };
}
