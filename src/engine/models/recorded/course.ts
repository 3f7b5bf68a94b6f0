import { compile } from '../../statechart/compile.ts';
import type { ChartDefinition, TransitionDefinition } from '../../statechart/definition.ts';
import type { TraceCase } from '../../traces/traces.ts';
import { ANY, END_TRIGGERS, ENDS, type End, NOT_BEGUN, ownName } from './words.ts';

/** The statechart that the cases follow, and which step enters which of its states. */
export interface Course {
  readonly chart: ChartDefinition;
  /** By number of a step: its state, and the trigger that leads there from another. */
  readonly stateOf: Uint16Array;
  readonly triggerOf: Uint16Array;
  /** By case: the same of its end. */
  readonly endOf: Uint16Array;
  readonly endTriggerOf: Uint16Array;
}

/** Triggers of the ends, and what means any: a tool of such a name is told apart. */
const OWN_TRIGGERS: ReadonlySet<string> = new Set([...Object.values(END_TRIGGERS), ANY]);

/** How a case ended, as far as its source says. */
export const endOf = ({ outcome }: TraceCase): End => outcome ?? 'ended';

/**
 * The chart of all moves that happened, each state once in the order of its first step.
 * @param states of each case's steps, one each
 */
export function courseOf(cases: readonly TraceCase[], states: readonly (readonly string[])[]): Course {
  const ends = ENDS.filter(end => cases.some(one => endOf(one) === end));
  const named = namesFor(states);
  const all = [NOT_BEGUN, ...named.values(), ...ends];
  const trigger = triggersFor(cases, states);
  const moves = new Map<string, TransitionDefinition>();
  const move = (source: string, name: string, target: string) => {
    if (source !== target) moves.set(`${source}\n${name}`, { trigger: name, source, target });
    return target;
  };
  for (const [c, one] of cases.entries()) {
    let now: string = NOT_BEGUN;
    for (const [i, { tool }] of one.steps.entries())
      now = move(now, trigger(tool, states[c][i]), named.get(states[c][i]) ?? '');
    move(now, END_TRIGGERS[endOf(one)], endOf(one));
  }
  const chart: ChartDefinition = {
    name: 'recorded',
    states: all,
    initial: NOT_BEGUN,
    transitions: [...moves.values()].sort(
      (a, b) =>
        all.indexOf(a.source) - all.indexOf(b.source) ||
        all.indexOf(String(a.target)) - all.indexOf(String(b.target)),
    ),
  };
  return { chart, ...numbered(cases, states, { chart, named, trigger }) };
}

/** Names of the mapped states in the chart, in the order of their first steps. */
function namesFor(states: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const own of states) for (const state of own) if (!named.has(state)) named.set(state, ownName(state));
  return named;
}

/** What a tool's step is called as a trigger: its tool, and its state where its steps go to several. */
function triggersFor(cases: readonly TraceCase[], states: readonly (readonly string[])[]) {
  const reached = new Map<string, Set<string>>();
  for (const [c, { steps }] of cases.entries())
    for (const [i, { tool }] of steps.entries()) {
      const known = reached.get(tool);
      if (known === undefined) reached.set(tool, new Set([states[c][i]]));
      else known.add(states[c][i]);
    }
  const own = (tool: string) => (OWN_TRIGGERS.has(tool) ? `${tool} (step)` : tool);
  return (tool: string, state: string) =>
    (reached.get(tool)?.size ?? 0) > 1 ? `${own(tool)} → ${state}` : own(tool);
}

interface Names {
  readonly chart: ChartDefinition;
  readonly named: ReadonlyMap<string, string>;
  trigger(tool: string, state: string): string;
}

function numbered(
  cases: readonly TraceCase[],
  states: readonly (readonly string[])[],
  { chart, named, trigger }: Names,
): Omit<Course, 'chart'> {
  const { triggerNumber } = compile(chart);
  const numberOf = new Map(chart.states.map((state, number) => [state as string, number]));
  const steps = cases.reduce((sum, one) => sum + one.steps.length, 0);
  const course = {
    stateOf: new Uint16Array(steps),
    triggerOf: new Uint16Array(steps),
    endOf: Uint16Array.from(cases, one => numberOf.get(endOf(one)) ?? 0),
    endTriggerOf: Uint16Array.from(cases, one => triggerNumber.get(END_TRIGGERS[endOf(one)]) ?? 0),
  };
  let step = 0;
  for (const [c, one] of cases.entries())
    for (const [i, { tool }] of one.steps.entries()) {
      course.stateOf[step] = numberOf.get(named.get(states[c][i]) ?? '') ?? 0;
      // A tool that never leads out of another state has no transition, and is never fired.
      course.triggerOf[step++] = triggerNumber.get(trigger(tool, states[c][i])) ?? 0;
    }
  return course;
}
