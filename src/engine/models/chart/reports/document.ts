import { formatAgentId } from '../../../core/indices.ts';
import { toMeasurementRecord } from '../../../export/measurement.ts';
import type { MeasurementRecord } from '../../../export/parts.ts';
import { SOURCES } from '../../../oracle/oracle.ts';
import type { ChartDecisions, Said } from '../decisions.ts';
import type { ChartDecisionRecord } from './schema.ts';

/** A value to six decimals, to keep documents small. */
const roundChartValue = (value: number): number => Math.round(value * 1e6) / 1e6;

/** One row per (agent, tick) in which a question was put. */
export function* writeChartDecisions(decisions: ChartDecisions): Generator<ChartDecisionRecord> {
  for (let row = 0; row < decisions.count; row++) yield toChartDecisionRecord(decisions, row);
}

/** A row of `decisions`. */
export function toChartDecisionRecord(decisions: ChartDecisions, row: number): ChartDecisionRecord {
  const said = decisions.said.get(row);
  const source = SOURCES[decisions.source.data[row]];
  return {
    agent_id: formatAgentId(decisions.agent.data[row]),
    tick: decisions.tick.data[row],
    source,
    state: decisions.states[decisions.state.data[row]],
    action: decisions.chosen(row),
    moved: decisions.moved.data[row] === 1,
    probabilities: said?.probabilities ? nameOptionShares(said.options, said.probabilities) : null,
    ...(said && toChartAnswerRecord(said)),
  };
}

const nameOptionShares = (options: readonly string[], shares: readonly number[]) =>
  Object.fromEntries(options.map((event, i) => [event, roundChartValue(shares[i])]));

/** A model's answer; fields without content are left out. */
function toChartAnswerRecord({ reason, situation, evidence }: Said): Partial<ChartDecisionRecord> {
  const { model, promptVersion, form, raw, mass } = evidence;
  return {
    ...(model !== undefined && { model }),
    ...(promptVersion !== undefined && { prompt_version: promptVersion }),
    ...(form !== undefined && { form }),
    ...(mass !== undefined && { letter_mass: roundChartValue(mass) }),
    ...(raw !== undefined && { raw }),
    ...(reason !== null && { reason }),
    ...(situation !== null && { situation }),
  };
}

/** Measurements by wall clock and token counter, for decisions of a server. */
export function* writeChartMeasurements(decisions: ChartDecisions): Generator<MeasurementRecord> {
  for (const [row, { evidence }] of decisions.said) {
    const agent = decisions.agent.data[row];
    const source = SOURCES[decisions.source.data[row]];
    const record = toMeasurementRecord({ agent, tick: decisions.tick.data[row], source }, evidence);
    if (record !== null) yield record;
  }
}
