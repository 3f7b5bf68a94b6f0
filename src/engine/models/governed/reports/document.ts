import { formatAgentId } from '../../../core/indices.ts';
import { toLanguageModelRecord, toMeasurementRecord } from '../../../export/measurement.ts';
import type { MeasurementRecord } from '../../../export/parts.ts';
import type { Mission } from '../inputs/mission.ts';
import type { GovernedState } from '../state.ts';
import type { CallRecord, GovernedAttributes, GovernedDecision } from './schema.ts';

/** The model's fields of an agent's record; texts are null until the mission has ended. */
export function getGovernedAttributes(state: GovernedState, agent: number): GovernedAttributes {
  const { ledger, rules, loop, cast } = state;
  const ended = ledger.endedAt(agent) !== null;
  const dossier = ended ? ledger.dossier(agent) : null;
  return {
    mission: loop.goalOf(agent),
    title: state.nameOf(agent),
    character: cast.characterOf(agent),
    outcome: ledger.outcomeOf(agent),
    ending: ledger.endingOf(agent),
    expected: toExpectedRecord(loop.missionOf(agent)),
    rule: ledger.ruleOf(agent),
    final: dossier?.final ?? null,
    summary: dossier?.summary ?? null,
    steps: rules.steps[agent],
    ...(loop.chances && { resumed: loop.chances.used[agent] }),
    calls: ledger.calls[agent],
    tokens: ledger.tokens[agent],
    simulated_ms: ledger.elapsed[agent],
    started: ledger.startedAt(agent),
    ended: ledger.endedAt(agent),
  };
}

function toExpectedRecord({ expected }: Mission): GovernedAttributes['expected'] {
  return expected && { answers: [...expected.answers], sources: [...expected.sources] };
}

/** One row a step, in the order in which they happened; a transition's context is a row of these. */
export function* writeGovernedDecisions({ ledger }: GovernedState): Generator<GovernedDecision> {
  for (const step of ledger.steps) {
    yield {
      agent_id: formatAgentId(step.agent),
      tick: step.tick,
      step: step.number,
      phase: step.phase,
      next_phase: step.next,
      kind: step.kind,
      source: step.source ?? 'chart',
      answer: step.said,
      tool: step.call?.tool ?? null,
      claims: step.claims,
      mended: [...step.mended],
      refused: step.refused,
      failed: step.failed,
      advice: step.advice && { rule: step.advice.rule, text: step.advice.text },
      obeyed: step.obeyed,
      rule: step.rule,
      reason: step.reason,
      duration_ms: step.milliseconds,
      tokens_in: step.tokensIn,
      tokens_out: step.tokensOut,
      ...toLanguageModelRecord(step.said, ledger.evidence.get(step.row)),
    };
  }
}

/** Every call, and each finish: the agent's own, or one forced by the chart. */
export function* writeCallRecords({ ledger }: GovernedState): Generator<CallRecord> {
  for (const { agent, tick, number, call, refused, kind, rule } of ledger.steps) {
    if (call === null || refused !== null) continue;
    yield {
      agent_id: formatAgentId(agent),
      tick,
      step: number,
      tool: call.tool,
      arguments: { ...call.args },
      hits: call.hits === null ? null : call.total,
      documents: (call.hits ?? []).map(hit => hit.document),
      error: call.error,
      result_bytes: call.resultBytes,
      duration_ms: call.milliseconds,
      before: [...call.before],
      reason: kind === 'forced' ? (call.args.reason as string) : null,
      rule,
    };
  }
}

/** Measurements by wall clock and token counter, for answers of a model. */
export function* writeGovernedMeasurements({ ledger }: GovernedState): Generator<MeasurementRecord> {
  for (const [row, evidence] of ledger.evidence) {
    const record = toMeasurementRecord(ledger.steps[row], evidence);
    if (record !== null) yield record;
  }
}
