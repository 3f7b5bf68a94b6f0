import { listNeighbourStates } from '../../../network/neighbours.ts';
import { buildChoicePrompt, formatPromptText } from '../../../oracle/formats/prompt.ts';
import { SOURCES } from '../../../oracle/oracle.ts';
import { getNeighbourCountColumn } from '../../../statechart/definition.ts';
import { computeEventShares } from '../chartQuestion.ts';
import { collectChartColumns, listChartColumns } from '../columns.ts';
import type { ChartDecisions } from '../decisions.ts';
import type { ChartState } from '../state.ts';
import type { AskedLine, ChartDetail, OfferedEvent } from './chartQueries.ts';

/** Most questions that are told. */
const QUESTIONS = 20;

/** The inspector's facts about one agent. */
export function inspectChartAgent(state: ChartState, agent: number): ChartDetail {
  const { population, chart, inputs } = state;
  const { offsets, targets } = inputs.network;
  const value = (name: string) => population.column(name)?.[agent] ?? 0;
  return {
    kind: 'chart',
    followers: offsets[agent + 1] - offsets[agent],
    following: targets.reduce((sum, target) => sum + (target === agent ? 1 : 0), 0),
    neighbours: listNeighbourStates(chart).map(name => ({
      state: name,
      count: value(getNeighbourCountColumn(name)),
    })),
    ...getAskedQuestions(state, agent),
    events: state.eventsOf(agent),
    stimulus: state.stimulus,
    columns: listChartColumns(collectChartColumns(chart)).map(name => ({ name, value: value(name) })),
  };
}

/** What an agent was asked, and what it would be asked next. */
function getAskedQuestions(
  state: ChartState,
  agent: number,
): Pick<ChartDetail, 'questions' | 'questionCount' | 'next'> {
  const { decisions } = state;
  if (decisions === null) return { questions: [], questionCount: 0, next: null };
  const { rows, total } = decisions.of(agent, QUESTIONS);
  const next = state.nextQuestion(agent);
  return {
    questions: rows.map(row => buildChartAskedLine(decisions, row)),
    questionCount: total,
    next: next && {
      state: next.state,
      offered: listOfferedEvents(
        next.events.map(({ event }) => event),
        next.weights,
      ),
      prompt: formatPromptText(buildChoicePrompt(next, 'letter', false)),
    },
  };
}

function listOfferedEvents(events: readonly string[], weights: readonly number[]): readonly OfferedEvent[] {
  const shares = computeEventShares(weights);
  return events.map((event, i) => ({ event, weight: weights[i], share: shares[i] }));
}

function buildChartAskedLine(decisions: ChartDecisions, row: number): AskedLine {
  const {
    probabilities = null,
    options = [],
    reason = null,
    situation = null,
    evidence = {},
  } = decisions.said.get(row) ?? {};
  const offer = decisions.offered(row);
  return {
    tick: decisions.tick.data[row],
    state: decisions.states[decisions.state.data[row]],
    chosen: decisions.chosen(row),
    moved: decisions.moved.data[row] === 1,
    source: SOURCES[decisions.source.data[row]],
    offered: offer && listOfferedEvents(offer.events, offer.weights),
    shares: probabilities && options.map((event, i) => ({ event, share: probabilities[i] })),
    situation,
    reason,
    evidence,
  };
}
