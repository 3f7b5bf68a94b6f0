import { formatAgentId } from '../core/indices.ts';
import type { ModelReports } from '../model/model.ts';
import { nameOutcomeValues } from '../model/outcomeDefinition.ts';
import type { Run } from '../run/run.ts';
import { Agent } from '../statechart/agent.ts';
import type { ComparedDocument, ComparedPost } from './compared.ts';
import { buildDocumentConfig, Configurations } from './writeRunDocument.ts';

/** The part of a run's document that a comparison reads, without writing it. @param reports of the run */
export function buildComparedDocument(run: Run, reports: ModelReports): ComparedDocument {
  const { machine, state, config } = run;
  const sections = new Map(reports.document());
  const posts = sections.get('posts');
  return {
    hash: run.hash,
    config: buildDocumentConfig(run) as unknown as ComparedDocument['config'],
    states: machine.chart.states,
    outcomes: nameOutcomeValues(run.outcomes, run.outcomesAt(run.tick)),
    agents: Array.from({ length: config.agents }, (_, agent) => ({
      agent_id: formatAgentId(agent),
      current_state: Agent.of(machine, agent).state,
      name: state.nameOf(agent),
      label: state.labelOf?.(agent) ?? null,
    })),
    transitions: buildComparedTransitions(run),
    decisions: Array.from((sections.get('decisions') ?? []) as Iterable<Decision>, selectDecisionFields),
    ...(posts && { posts: Array.from(posts as Iterable<ComparedPost>) }),
  };
}

type Decision = ComparedDocument['decisions'][number];

/** The fields that are compared: the rest of a row would only take memory. */
const selectDecisionFields = ({ agent_id, tick, post_id, action, answer, source }: Decision): Decision => ({
  agent_id,
  tick,
  post_id,
  action,
  answer,
  source,
});

function buildComparedTransitions(run: Run): ComparedDocument['transitions'] {
  const { past, chart, table } = run.machine;
  const { transitions } = chart.definition;
  const numbers = transitions.map(({ trigger }) => chart.triggerNumber.get(trigger)!);
  const configurations = new Configurations(run);
  const state = [...past.at(past.start).state];
  const columns = { tick: [], agent: [], from: [], to: [], trigger: [] } as Record<
    'tick' | 'agent' | 'from' | 'to' | 'trigger',
    number[]
  >;
  past.forEach(past.start, run.tick, (tick, agent, step) => {
    const to = table.targets[step];
    columns.tick.push(tick);
    columns.agent.push(agent);
    columns.from.push(configurations.placeOf(state[agent]));
    columns.to.push(configurations.placeOf(to));
    columns.trigger.push(numbers[table.step(step).transitions[0]]);
    state[agent] = to;
  });
  return {
    triggers: chart.triggers,
    ...(!chart.isFlat && { configurations: configurations.list() }),
    ...columns,
  };
}
