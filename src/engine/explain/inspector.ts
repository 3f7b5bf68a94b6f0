import type { Tick } from '../core/indices.ts';
import { agentId } from '../core/indices.ts';
import type { AgentDetail, HistoryLine, TriggerLine } from '../model/detail.ts';
import type { Telling } from '../model/model.ts';
import type { Run } from '../run/run.ts';
import { Agent } from '../statechart/agent.ts';
import { type Comparison, describeGuard, type Guard, isTimed, targetName } from '../statechart/definition.ts';
import type { Machine } from '../statechart/machine.ts';

const SIGNS: Readonly<Record<Comparison, string>> = {
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
  '==': '=',
  '!=': '≠',
};

/** Everything about one agent at the sealed tick. @param telling of the run. @throws InputError when there is no such agent. */
export function agentDetail(run: Run, index: number, telling: Telling): AgentDetail {
  const { machine } = run;
  const agent = Agent.of(machine, index);
  return {
    agent: index,
    id: agentId(index),
    label: run.state.labelOf?.(index) ?? null,
    tick: run.tick,
    state: placeOf(machine, index) ?? agent.state,
    ...(!machine.chart.isFlat && { leaves: agent.states }),
    ticksInState: ticksAt(machine, index, run.tick),
    threshold: thresholdOf(machine, index),
    historyDepth: agent.maxHistoryDepth,
    history: historyLines(agent),
    triggers: triggerLines(machine, index),
    model: telling.detail(index),
  };
}

/** Where views show an agent; null in a flat chart, whose states they show themselves. */
function placeOf({ table, population }: Machine, agent: number): string | null {
  const { projection } = table;
  return projection === null ? null : projection.places[projection.placeOf(population.state[agent])];
}

/** Ticks since an agent came to where views show it. */
function ticksAt(machine: Machine, agent: number, tick: Tick): number {
  const { table, log, history, past, population } = machine;
  const { projection } = table;
  if (projection === null) return population.ticksInState[agent];
  const came = (row: number) => projection.wayOf(log.transitionAt(row)) >= 0;
  const known = history.rows(agent).findLast(came);
  const row = known ?? past.history(agent, tick, Number.POSITIVE_INFINITY).findLast(came);
  return tick - (row === undefined ? past.start : log.tickAt(row));
}

function historyLines(agent: Agent): HistoryLine[] {
  return agent.stateHistory.reverse().map(t => ({
    tick: t.tick,
    from: t.fromState,
    to: t.toState,
    trigger: t.trigger,
    context: contextId(t.context),
  }));
}

/** The one id that a context object holds. */
function contextId(context: unknown): string | null {
  if (typeof context !== 'object' || context === null) return null;
  const [value] = Object.values(context);
  return typeof value === 'string' ? value : null;
}

/** Reason of a transition that nothing holds back. */
export const ALWAYS = 'always possible';

/** The words for a stay: as it stands, or as it was before the tick that is told of. */
type StayWords = 'so far' | 'before';

/** Each transition out of the agent's state: whether it would fire now, and if not, why. */
export function triggerLines(machine: Machine, agent: number, stay: StayWords = 'so far'): TriggerLine[] {
  return machine.failures.look(() => linesOf(machine, agent, stay));
}

function linesOf(machine: Machine, agent: number, stay: StayWords): TriggerLine[] {
  const { chart } = machine;
  const lines: TriggerLine[] = [];
  for (const [number, t] of chart.definition.transitions.entries()) {
    const source = chart.stateNumber.get(t.source);
    if (source !== undefined && !machine.isActive(agent, source)) continue;
    const { ready, reason } = isTimed(t)
      ? timeoutReason(machine, number, agent, stay)
      : t.rate === undefined
        ? guardReason(machine, number, agent)
        : rateReason(machine, number, agent);
    lines.push({ trigger: t.trigger, target: targetName(t), ready, reason });
  }
  return lines;
}

function timeoutReason(machine: Machine, number: number, agent: number, stay: StayWords) {
  const state = sourceOf(machine, number, agent);
  const ticks = machine.timeouts.ticksIn(agent, state);
  const threshold = machine.threshold(agent, state);
  const isDue = ticks + 1 > threshold;
  if (isDue && !machine.guards.holds(number, agent, 0)) return guardReason(machine, number, agent);
  return { ready: isDue, reason: `${ticks} ${stay}; fires after ${threshold}` };
}

/** "0.05 a tick for each of 3 in infected: 14.3 %"; with others that leave less of it, what is left. */
function rateReason(machine: Machine, number: number, agent: number) {
  const guarded = guardReason(machine, number, agent);
  if (!guarded.ready) return guarded;
  const { rate, neighbours, isWeighted, probability, scale } = machine.rates.chance(number, agent);
  const each = `${short(rate)} a tick`;
  const beside =
    scale > 1 ? `; beside the others, which sum to more than 1, ${short((probability / scale) * 100)} %` : '';
  if (neighbours === null) return { ready: probability > 0, reason: `${each}${beside}` };
  const { per } = machine.chart.definition.transitions[number];
  if (neighbours === 0) return { ready: false, reason: `no: follows nobody in ${per} (${each} for each)` };
  const all = `${short(probability * 100)} %`;
  const of = isWeighted
    ? `for each 1 of a weight of ${short(neighbours)} to those in ${per}`
    : `for each of ${neighbours} in ${per}`;
  return { ready: probability > 0, reason: `${each} ${of}: ${all}${beside}` };
}

function guardReason(machine: Machine, number: number, agent: number) {
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
    return { ready, reason: ready ? is : `no: ${waitsFor(guard)} (it is ${guard.labels[left]})` };
  }
  if (ready) {
    const beyond = guard.op === '==' ? '' : ` ${SIGNS[guard.op]} ${short(right)}`;
    return { ready, reason: `${describeGuard(guard)} (${column} ${short(left)}${beyond})` };
  }
  const sign = guard.op === '==' ? '' : `${SIGNS[guard.op]} `;
  const needs = `${column} ${short(left)}, needs ${sign}${short(right)}`;
  return { ready, reason: `no: ${waitsFor(guard)} (${needs})` };
}

/** Of a condition that does not hold: "waits for “session is over”". */
const waitsFor = (guard: Guard): string => `waits for “${describeGuard(guard)}”`;

/** Whole numbers as they are, others with at most three significant digits. */
const short = (value: number): string =>
  String(Number.isInteger(value) ? value : Number(value.toPrecision(3)));

/** Ticks after which the first timeout of those that wait comes; null where none does. */
function thresholdOf(machine: Machine, agent: number): number | null {
  const { definition, stateNumber } = machine.chart;
  const waiting = definition.transitions.findIndex(t => {
    const source = stateNumber.get(t.source);
    return isTimed(t) && (source === undefined || machine.isActive(agent, source));
  });
  return waiting < 0 ? null : machine.threshold(agent, sourceOf(machine, waiting, agent));
}

/** The state that a transition leaves; of a wildcard the one in which the agent is. */
function sourceOf(machine: Machine, number: number, agent: number): number {
  const { definition, stateNumber } = machine.chart;
  return stateNumber.get(definition.transitions[number].source) ?? machine.leaf(agent, 0);
}
