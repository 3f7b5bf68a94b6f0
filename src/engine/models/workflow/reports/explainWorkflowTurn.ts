import type { Tick } from '../../../core/indices.ts';
import type { TriggerLine } from '../../../model/agentDetail.ts';
import type { WhyLink } from '../../../model/whyLink.ts';
import { describeAnswerSource } from '../../../oracle/describeAnswerSource.ts';
import { findVariableSources } from '../../../python/findVariableSources.ts';
import { toPyRepr } from '../../../python/toPyRepr.ts';
import { getTargetName } from '../../../statechart/definition.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { WorldName } from '../market/marketView.ts';
import type { OutcomeRow } from '../outcomeTable.ts';
import {
  describeConditionReads,
  describeValuesRead,
  listConditionNames,
  shortenValue,
} from '../turn/describeValuesRead.ts';
import { isConditionMet } from '../turn/isConditionMet.ts';
import { planTurn } from '../turn/planTurn.ts';
import type { TurnContext } from '../turn/turnContext.ts';
import type { WorkflowState } from '../workflowState.ts';
import { formatOutcomeResult } from './inspectTrader.ts';
import { findTakenEdge, type RebuiltTurn, rebuildTurn } from './rebuildTurn.ts';

const OUTCOME_PHRASES: Readonly<Record<OutcomeRow['outcome'], string>> = {
  done: '',
  retry: '; it is tried again in the next turn',
  skipped: '; the step is skipped',
  gave_up: '; it was the last try',
  stopped: '; its workflow ends',
};

/** Causes of an agent's turn in the last sealed tick: answers, edges, and the sources of their conditions' values. */
export function explainWorkflowTurn(
  state: WorkflowState,
  machine: Machine,
  agent: number,
): readonly WhyLink[] {
  const { sealed: tick, ledger } = state;
  if (!state.hasTurn(agent, tick)) return [];
  const rows = ledger.rows.ofTicks(agent, tick, tick);
  const asked = rows.map(row => buildAskedLink(state, row)).reverse();
  const turn = rebuildTurn(state, machine, agent, tick);
  if (turn === null) return asked;
  const { edges } = turn;
  const entries = edges.map(({ edge, isOpen }) => buildEdgeLink(state, agent, turn, edge, isOpen));
  // The one that was taken first.
  entries.reverse();
  const { workflow } = state.inputs;
  const names = edges.flatMap(({ edge }) => listConditionNames(workflow.edges[edge].condition, workflow));
  return [
    ...asked,
    ...entries,
    ...buildSetterLinks({ state, agent }, [...new Set(names)], turn.context, tick),
  ];
}

/**
 * An agent's transitions by the data of its turn in the last sealed tick, after its code had run; without the one in
 * the links. The earlier ones, if the turn cannot be computed again.
 */
export function judgeTransitionLines(
  state: WorkflowState,
  machine: Machine,
  agent: number,
  lines: readonly TriggerLine[],
): readonly TriggerLine[] {
  const { sealed: tick } = state;
  if (!state.hasTurn(agent, tick)) return lines;
  const turn = rebuildTurn(state, machine, agent, tick);
  if (turn === null) return lines;
  const { edges } = state.inputs.workflow;
  const leaf = state.leafBefore(agent, tick);
  const taken = findTakenEdge(state, machine, agent, tick);
  return lines.flatMap(line => {
    const edge = findEdgeOfLine(state, leaf, line);
    if (edge === taken) return [];
    const condition = edge === null ? null : edges[edge].condition;
    if (condition === null) return [line];
    const ready = isConditionMet(condition, turn.context);
    const values = describeConditionReads(condition, turn.context);
    return [{ ...line, ready, reason: `no: ${condition.text}${values && ` (${values})`}` }];
  });
}

/** The edge out of a leaf, or of a state around it, that a transition stands for; null for none. */
function findEdgeOfLine(state: WorkflowState, leaf: number, line: TriggerLine): number | null {
  const { states, nesting } = state.inputs.workflow;
  const number = state.chart.transitions.findIndex(
    one =>
      one.trigger === line.trigger &&
      getTargetName(one) === line.target &&
      nesting.within(states.indexOf(one.source)).includes(leaf),
  );
  return number < 0 ? null : state.edgeOf(number);
}

function buildAskedLink(state: WorkflowState, row: OutcomeRow): WhyLink {
  const { name, type } = state.inputs.workflow.steps[row.step];
  const result = formatOutcomeResult(state.world, row);
  const by = row.source === null ? '' : `, ${describeAnswerSource(row.source)}`;
  const tried = row.attempt > 1 ? ` (try ${row.attempt})` : '';
  return {
    ...{ tick: row.tick, agent: row.agent, kind: row.failure ?? 'answered', about: '', numbers: {} },
    said: `${type} step “${name}”${by}${tried}: ${result}${OUTCOME_PHRASES[row.outcome]}`,
  };
}

function buildEdgeLink(
  state: WorkflowState,
  agent: number,
  { context }: RebuiltTurn,
  edge: number,
  isOpen: boolean,
): WhyLink {
  const { edges, states } = state.inputs.workflow;
  const { from, to, condition } = edges[edge];
  const named = from === null ? `the wildcard to ${states[to]}` : `the edge ${states[from]} → ${states[to]}`;
  const values = describeConditionReads(condition, context);
  const why =
    condition === null
      ? 'it has no condition'
      : `${condition.text} was ${isOpen ? 'true' : 'false'}${values && ` (${values})`}`;
  return {
    ...{ tick: state.sealed, agent, kind: isOpen ? 'open' : 'closed', about: '', numbers: {} },
    said: `${named} was ${isOpen ? 'open' : 'closed'}: ${why}`,
  };
}

/** Most links of one chain, and most deeds in it. */
const [MAX_LINKS, MAX_DEEDS] = [16, 5];
/** Variables of the world that follow from what the agent did lately. */
const OF_DEEDS: readonly string[] = [
  'success_rate',
  'successes',
  'total',
  'failures_in_a_row',
  'last_action',
  'last_action_ok',
  'last_action_result',
] satisfies readonly WorldName[];

/** Whose variables are looked at. */
interface Whose {
  readonly state: WorkflowState;
  readonly agent: number;
}

/** Names that are read in a context, and the last tick of which the agent's deeds were known there. */
interface VariableReading {
  readonly names: readonly string[];
  readonly context: TurnContext;
  readonly upTo: Tick;
}

/**
 * Setters of the variables that are read, their sources, and the actions behind the world's own ones, back to their
 * origins.
 * @param upTo the last tick whose actions of the agent were known
 */
function buildSetterLinks(
  { state, agent }: Whose,
  names: readonly string[],
  context: TurnContext,
  upTo: Tick,
): readonly WhyLink[] {
  const links = new Map<string, WhyLink>();
  const waiting: VariableReading[] = [{ names, context, upTo }];
  for (let next = waiting.shift(); next !== undefined && links.size < MAX_LINKS; next = waiting.shift()) {
    for (const name of next.names) {
      const setting = next.context.settingOf(name);
      if (setting === null) {
        if (OF_DEEDS.includes(name)) addActionLinks({ state, agent }, next.upTo, links);
        continue;
      }
      const { tick, step } = setting;
      const key = `${name} ${tick}`;
      if (links.has(key)) continue;
      const value = next.context.get(name);
      const source = findVariableSource({ state, agent }, tick, step, name);
      const read = source === null ? '' : describeValuesRead(source.names, source.context);
      links.set(key, {
        ...{ tick, agent, kind: 'set', about: '', numbers: {} },
        said: `code step “${state.inputs.workflow.steps[step].name}” set ${name} to ${shortenValue(toPyRepr(value!))}${read && `, from ${read}`}`,
      });
      if (source !== null) waiting.push(source);
    }
  }
  return [...links.values()].slice(0, MAX_LINKS);
}

/** Sources of a variable that a code step set in a tick, before that step ran; null if that is no longer stored. */
function findVariableSource(
  { state, agent }: Whose,
  tick: Tick,
  number: number,
  name: string,
): VariableReading | null {
  const { workflow } = state.inputs;
  const step = workflow.steps[number];
  if (step.type !== 'code' || tick - 1 < state.ledger.courses[agent].variables.since) return null;
  const leaf = state.leafBefore(agent, tick);
  const before = { ...workflow, steps: workflow.steps.slice(0, number) };
  const { context } = planTurn(before, leaf, state.contextOf(agent, tick, leaf), () => false);
  return { names: findVariableSources(step.program, name), context, upTo: tick - 1 };
}

function addActionLinks({ state, agent }: Whose, upTo: Tick, links: Map<string, WhyLink>): void {
  const trader = state.world.traders[agent];
  for (const { tick, action, result } of trader.latest(upTo, MAX_DEEDS, trader.judged))
    links.set(`deed ${tick}`, {
      ...{ tick, agent, kind: 'did', about: '', numbers: {} },
      said: `${action}: ${result}`,
    });
}
