import type { Tick } from '../core/indices.ts';
import { formatAgentId } from '../core/indices.ts';
import type { AgentDetail, HistoryLine, TriggerLine } from '../model/agentDetail.ts';
import type { ModelReports } from '../model/model.ts';
import type { Run } from '../run/run.ts';
import { Agent } from '../statechart/agent.ts';
import {
  describeGuard,
  type Guard,
  type GuardOperator,
  getTargetName,
  isTimedTransition,
} from '../statechart/definition.ts';
import type { Machine } from '../statechart/machine.ts';

const COMPARISON_SIGNS: Readonly<Record<GuardOperator, string>> = {
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
  '==': '=',
  '!=': '≠',
};

/** Everything about one agent at the sealed tick. @param reports of the run. @throws InputError when there is no such agent. */
export function getAgentDetail(run: Run, index: number, reports: ModelReports): AgentDetail {
  const { machine } = run;
  const agent = Agent.of(machine, index);
  const last = Math.min(run.tick, run.state.findLastTick?.(index) ?? run.tick);
  return {
    agent: index,
    id: formatAgentId(index),
    label: run.state.labelOf?.(index) ?? null,
    tick: run.tick,
    state: getAgentPlaceName(machine, index) ?? agent.state,
    ...(!machine.chart.isFlat && { leaves: agent.states }),
    ticksInState: countTicksInPlace(machine, index, run.tick) - (run.tick - last),
    ...(last < run.tick && { lastTick: last }),
    threshold: findTimeoutThreshold(machine, index),
    historyDepth: agent.maxHistoryDepth,
    history: buildHistoryLines(agent),
    triggers: buildTriggerLines(machine, index),
    model: reports.detail(index),
  };
}

/** An agent's place in the views; null in a flat chart, for which they show the states themselves. */
function getAgentPlaceName({ table, population }: Machine, agent: number): string | null {
  const { projection } = table;
  return projection === null ? null : projection.places[projection.placeOf(population.state[agent])];
}

/** Ticks since an agent came to its place in the views. */
function countTicksInPlace(machine: Machine, agent: number, tick: Tick): number {
  const { table, log, history, past, population } = machine;
  const { projection } = table;
  if (projection === null) return population.ticksInState[agent];
  const came = (row: number) => projection.wayOf(log.transitionAt(row)) >= 0;
  const known = history.rows(agent).findLast(came);
  const row = known ?? past.history(agent, tick, Number.POSITIVE_INFINITY).findLast(came);
  return tick - (row === undefined ? past.start : log.tickAt(row));
}

function buildHistoryLines(agent: Agent): HistoryLine[] {
  return agent.stateHistory.reverse().map(t => ({
    tick: t.tick,
    from: t.fromState,
    to: t.toState,
    trigger: t.trigger,
    context: getContextId(t.context),
  }));
}

/** The one id that a context object holds. */
function getContextId(context: unknown): string | null {
  if (typeof context !== 'object' || context === null) return null;
  const [value] = Object.values(context);
  return typeof value === 'string' ? value : null;
}

/** Reason of a transition that nothing holds back. */
export const ALWAYS = 'always possible';

/** The words for a stay: the present one, or the one before the tick in question. */
type StayWords = 'so far' | 'before';

/** Each transition out of the agent's state: whether it would fire now, and if not, why. */
export function buildTriggerLines(
  machine: Machine,
  agent: number,
  stay: StayWords = 'so far',
): TriggerLine[] {
  return machine.failures.look(() => describeTransitionLines(machine, agent, stay));
}

function describeTransitionLines(machine: Machine, agent: number, stay: StayWords): TriggerLine[] {
  const { chart } = machine;
  const lines: TriggerLine[] = [];
  for (const [number, t] of chart.definition.transitions.entries()) {
    const source = chart.stateNumber.get(t.source);
    if (source !== undefined && !machine.isActive(agent, source)) continue;
    const { ready, reason } = isTimedTransition(t)
      ? describeTimeoutReason(machine, number, agent, stay)
      : t.rate === undefined
        ? describeGuardReason(machine, number, agent)
        : describeRateReason(machine, number, agent);
    lines.push({ trigger: t.trigger, target: getTargetName(t), ready, reason });
  }
  return lines;
}

function describeTimeoutReason(machine: Machine, number: number, agent: number, stay: StayWords) {
  const state = getTransitionSource(machine, number, agent);
  const ticks = machine.timeouts.ticksIn(agent, state);
  const threshold = machine.threshold(agent, state);
  const isDue = ticks + 1 > threshold;
  if (isDue && !machine.guards.holds(number, agent, 0)) return describeGuardReason(machine, number, agent);
  return { ready: isDue, reason: `${ticks} ${stay}; fires after ${threshold}` };
}

/** "0.05 a tick for each of 3 in infected: 14.3 %"; with others that leave less of it, what is left. */
function describeRateReason(machine: Machine, number: number, agent: number) {
  const guarded = describeGuardReason(machine, number, agent);
  if (!guarded.ready) return guarded;
  const { rate, neighbours, isWeighted, probability, scale } = machine.rates.chance(number, agent);
  const each = `${formatShortNumber(rate)} a tick`;
  const beside =
    scale > 1
      ? `; with the others, which sum to more than 1, ${formatShortNumber((probability / scale) * 100)} %`
      : '';
  if (neighbours === null) return { ready: probability > 0, reason: `${each}${beside}` };
  const { per } = machine.chart.definition.transitions[number];
  if (neighbours === 0) return { ready: false, reason: `no: follows nobody in ${per} (${each} for each)` };
  const all = `${formatShortNumber(probability * 100)} %`;
  const of = isWeighted
    ? `for each 1 of a weight of ${formatShortNumber(neighbours)} to those in ${per}`
    : `for each of ${neighbours} in ${per}`;
  return { ready: probability > 0, reason: `${each} ${of}: ${all}${beside}` };
}

function describeGuardReason(machine: Machine, number: number, agent: number) {
  const { guard } = machine.chart.definition.transitions[number];
  if (guard === undefined) return { ready: true, reason: ALWAYS };
  const ready = machine.guards.holds(number, agent, 0);
  const values = machine.guards.values(number, agent);
  if (values === null || guard.kind !== 'compare') {
    const read = guard.kind === 'function' ? guard.reads?.(Agent.of(machine, agent)) : undefined;
    return { ready, reason: `${ready ? '' : 'no: '}${describeGuard(guard)}${read ? ` (${read})` : ''}` };
  }
  const [left, right] = values;
  const column = guard.column.replaceAll('_', ' ');
  if (guard.labels !== undefined) {
    const is = `${column} is ${guard.labels[left]}`;
    return { ready, reason: ready ? is : `no: ${describeGuardWait(guard)} (it is ${guard.labels[left]})` };
  }
  if (ready) {
    const beyond = guard.op === '==' ? '' : ` ${COMPARISON_SIGNS[guard.op]} ${formatShortNumber(right)}`;
    return { ready, reason: `${describeGuard(guard)} (${column} ${formatShortNumber(left)}${beyond})` };
  }
  const sign = guard.op === '==' ? '' : `${COMPARISON_SIGNS[guard.op]} `;
  const needs = `${column} ${formatShortNumber(left)}, needs ${sign}${formatShortNumber(right)}`;
  return { ready, reason: `no: ${describeGuardWait(guard)} (${needs})` };
}

/** Of a condition that does not hold: "waits for “session is over”". */
const describeGuardWait = (guard: Guard): string => `waits for “${describeGuard(guard)}”`;

/** Whole numbers as they are, others with at most three significant digits. */
const formatShortNumber = (value: number): string =>
  String(Number.isInteger(value) ? value : Number(value.toPrecision(3)));

/** Ticks of the first pending timeout; null if none is pending. */
function findTimeoutThreshold(machine: Machine, agent: number): number | null {
  const { definition, stateNumber } = machine.chart;
  const waiting = definition.transitions.findIndex(t => {
    const source = stateNumber.get(t.source);
    return isTimedTransition(t) && (source === undefined || machine.isActive(agent, source));
  });
  return waiting < 0 ? null : machine.threshold(agent, getTransitionSource(machine, waiting, agent));
}

/** The state that a transition leaves; of a wildcard the one in which the agent is. */
function getTransitionSource(machine: Machine, number: number, agent: number): number {
  const { definition, stateNumber } = machine.chart;
  return stateNumber.get(definition.transitions[number].source) ?? machine.leaf(agent, 0);
}
