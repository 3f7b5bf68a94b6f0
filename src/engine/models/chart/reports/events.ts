import { computeFnv1aDigest } from '../../../core/hashing/computeFnv1aDigest.ts';
import type { Tick } from '../../../core/indices.ts';
import { findTickRows } from '../../../events/findTickRows.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import { getDisplayedPrompt } from '../../../oracle/formats/prompt.ts';
import type { ChartDefinition } from '../../../statechart/definition.ts';
import { findEventOption } from '../asking.ts';
import { RULES } from '../chartQuestion.ts';
import type { ChartDecisions } from '../decisions.ts';
import type { ChartState } from '../state.ts';
import { toChartDecisionRecord } from './document.ts';

/** What agents were asked and answered in a tick. */
export function* listChartEvents(state: ChartState, tick: Tick): Generator<ModelEvent> {
  const { decisions } = state;
  if (decisions === null) return;
  const [from, to] = findTickRows(decisions.count, tick, row => decisions.tick.data[row]);
  for (let row = from; row < to; row++) {
    const agent = decisions.agent.data[row];
    const isUsed = decisions.chosen(row) !== null;
    yield {
      kind: 'question',
      agent,
      fields: withPrompts => buildChartQuestionFields(state, decisions, row, withPrompts),
    };
    if (isUsed || decisions.said.get(row)?.evidence.raw !== undefined)
      yield { kind: 'answer', agent, fields: () => buildChartAnswerFields(decisions, row) };
    if (!isUsed) yield { kind: 'fallback', agent, fields: () => buildChartFallbackFields(decisions, row) };
  }
}

function buildChartQuestionFields(
  { chart }: ChartState,
  decisions: ChartDecisions,
  row: number,
  withPrompts: boolean,
): EventFields {
  const { state } = toChartDecisionRecord(decisions, row);
  const events = decisions.offered(row)?.events ?? null;
  const prompt = withPrompts && events ? rebuildChartPrompt(chart, decisions, row, events) : null;
  return { state, ...(events && { options: events }), ...(prompt !== null && { prompt }) };
}

/** What a model was told; null where none was asked, or where that cannot be said any more. */
function rebuildChartPrompt(
  chart: ChartDefinition,
  decisions: ChartDecisions,
  row: number,
  events: readonly string[],
) {
  const { situation = null, evidence } = decisions.said.get(row) ?? {};
  const { state } = toChartDecisionRecord(decisions, row);
  const options = events.flatMap(event => findEventOption(chart, state, event) ?? []);
  if (situation === null || options.length < events.length) return null;
  const [agent, tick] = [decisions.agent.data[row], decisions.tick.data[row]];
  const rotation = computeFnv1aDigest(situation);
  return getDisplayedPrompt(
    { ...{ kind: 'choice', agent, tick, options, rules: RULES }, situation, rotation, kin: null },
    evidence,
  );
}

function buildChartAnswerFields(decisions: ChartDecisions, row: number): EventFields {
  const {
    agent_id: _a,
    tick: _t,
    state: _s,
    reason: _r,
    situation: _w,
    ...told
  } = toChartDecisionRecord(decisions, row);
  const { probabilities, action, ...rest } = told;
  return { ...(action !== null && { action }), ...(probabilities && { probabilities }), ...rest };
}

function buildChartFallbackFields(decisions: ChartDecisions, row: number): EventFields {
  const { source, state, reason } = toChartDecisionRecord(decisions, row);
  return { warning: reason ?? 'no answer came in time', source, next_state: state };
}
