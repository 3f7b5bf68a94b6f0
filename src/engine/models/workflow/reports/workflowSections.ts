import { formatAgentId } from '../../../core/indices.ts';
import { toLanguageModelRecord, toMeasurementRecord } from '../../../export/measurement.ts';
import type { MeasurementRecord } from '../../../export/parts.ts';
import { toPyRepr } from '../../../python/toPyRepr.ts';
import { formatArtifactId } from '../market/artifact.ts';
import type { WorkflowState } from '../workflowState.ts';
import { formatAgentIdOrNull, formatOutcomeResult } from './inspectTrader.ts';
import type {
  ArtifactRecord,
  WarningRecord,
  WorkflowAttributes,
  WorkflowDecision,
  WorkflowLineRecord,
} from './workflowDocumentSchema.ts';

/** The model's fields of an agent's record at the sealed tick. */
export function getWorkflowAttributes(state: WorkflowState, agent: number): WorkflowAttributes {
  const { world, ledger, sealed, inputs } = state;
  const course = ledger.courses[agent];
  const trader = world.traders[agent];
  const hand = world.handOf(agent, sealed);
  const { steps } = inputs.workflow;
  const variables = course.variables.names(sealed).map(name => {
    const { value, step, tick } = course.variables.at(name, sealed)!;
    return [name, { value: toPyRepr(value), step: steps[step].name, tick }] as const;
  });
  return {
    name: state.nameOf(agent),
    balance: world.balanceOf(agent, sealed),
    earned: trader.earned,
    spent: trader.spent,
    made: trader.artifacts.length,
    sold: trader.sold,
    bought: trader.bought.length,
    hand: { artifact: hand.artifact && formatArtifactId(hand.artifact.id), is: hand.is },
    flaw: Math.round(trader.flaw * 1e6) / 1e6,
    asked: course.asked,
    tokens: course.tokens,
    stopped: course.stopped && {
      tick: course.stopped.tick,
      step: steps[course.stopped.step].name,
      reason: course.stopped.reason,
    },
    variables: Object.fromEntries(variables),
  };
}

/** The model's sections, in order. */
export const listWorkflowSections = (state: WorkflowState) =>
  [
    ['workflow', writeWorkflowLines(state)],
    ['decisions', writeWorkflowDecisions(state)],
    ['artifacts', writeArtifactRecords(state)],
    ['warnings', writeWarningRecords(state)],
    ['measurements', writeWorkflowMeasurements(state)],
  ] as const;

function* writeWorkflowLines({ inputs }: WorkflowState): Generator<WorkflowLineRecord> {
  for (const [i, text] of inputs.text.split('\n').entries()) yield { line: i + 1, text };
}

/** One row a step, in the order in which they happened; a transition's context is a row of these. */
function* writeWorkflowDecisions({ ledger, inputs, world }: WorkflowState): Generator<WorkflowDecision> {
  const { states, steps } = inputs.workflow;
  for (const row of ledger.rows) {
    const { name, type } = steps[row.step];
    yield {
      agent_id: formatAgentId(row.agent),
      tick: row.tick,
      state: states[row.state],
      step: name,
      type,
      outcome: row.outcome,
      failure: row.failure,
      attempt: row.attempt,
      source: row.source ?? 'chart',
      answer: row.answer,
      mended: [...row.mended],
      action: row.action,
      note: row.note,
      key: row.key,
      match: row.match,
      target: row.target === null ? null : states[row.target],
      result: formatOutcomeResult(world, row),
      tokens_in: row.tokensIn,
      tokens_out: row.tokensOut,
      ...toLanguageModelRecord(row.answer, ledger.evidence.get(row.row)),
    };
  }
}

function* writeArtifactRecords({ world }: WorkflowState): Generator<ArtifactRecord> {
  for (const { id, maker, price, idea, flawed, events } of world.artifacts)
    yield {
      artifact: formatArtifactId(id),
      maker: formatAgentId(maker),
      price,
      idea,
      flawed,
      events: events.map(({ kind, tick, buyer }) => ({
        event: kind,
        tick,
        buyer: formatAgentIdOrNull(buyer),
      })),
    };
}

function* writeWarningRecords({ ledger }: WorkflowState): Generator<WarningRecord> {
  for (const { message, line, column, tick, agent, times } of ledger.warnings.all)
    yield { message, line, column, tick, agent_id: formatAgentId(agent), times };
}

function* writeWorkflowMeasurements({ ledger }: WorkflowState): Generator<MeasurementRecord> {
  for (const [row, evidence] of ledger.evidence) {
    const record = toMeasurementRecord(ledger.rows[row], evidence);
    if (record !== null) yield record;
  }
}
