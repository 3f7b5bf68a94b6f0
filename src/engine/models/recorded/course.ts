import { compile } from '../../statechart/compile.ts';
import type { ChartDefinition, TransitionDefinition } from '../../statechart/definition.ts';
import type { TraceCase } from '../../traces/traces.ts';
import {
  ANY_STATE,
  CASE_END_STATES,
  END_TRIGGERS,
  type End,
  escapeStateName,
  NOT_BEGUN,
} from './recordedTerms.ts';

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

/** Reserved triggers of the ends and of any event: a tool of such a name gets another one. */
const OWN_TRIGGERS: ReadonlySet<string> = new Set([...Object.values(END_TRIGGERS), ANY_STATE]);

/** Ending of a case, as far as its source has it. */
export const getCaseEnd = ({ outcome }: TraceCase): End => outcome ?? 'ended';

/**
 * The chart of all moves that happened, each state once in the order of its first step.
 * @param states of each case's steps, one each
 */
export function buildCourse(cases: readonly TraceCase[], states: readonly (readonly string[])[]): Course {
  const ends = CASE_END_STATES.filter(end => cases.some(one => getCaseEnd(one) === end));
  const named = assignChartNames(states);
  const all = [NOT_BEGUN, ...named.values(), ...ends];
  const arrivalOf = createArrivalFinder(cases, states, named);
  const moves = new RecordedMoves();
  for (const [c, one] of cases.entries()) {
    let now: string = NOT_BEGUN;
    for (const [i, { tool }] of one.steps.entries()) now = moves.add(now, arrivalOf(tool, states[c][i]));
    moves.add(now, { trigger: END_TRIGGERS[getCaseEnd(one)], target: getCaseEnd(one) });
  }
  const chart: ChartDefinition = {
    name: 'recorded',
    states: all,
    initial: NOT_BEGUN,
    transitions: moves
      .all()
      .sort(
        (a, b) =>
          all.indexOf(a.source) - all.indexOf(b.source) ||
          all.indexOf(String(a.target)) - all.indexOf(String(b.target)),
      ),
  };
  return { chart, ...numberCaseTransitions(cases, states, chart, arrivalOf) };
}

/** Effect of a step in the chart. */
interface Arrival {
  /** The step's tool, and its state if its tool's steps go to several. */
  readonly trigger: string;
  readonly target: string;
}

/** The moves that happened, each once, in the order of the first of each. */
class RecordedMoves {
  private readonly bySource = new Map<
    string,
    Map<string, { -readonly [Name in keyof RecordedMove]: RecordedMove[Name] }>
  >();
  private readonly inOrder: RecordedMove[] = [];

  /** @returns the target of the move */
  add(source: string, { trigger, target }: Arrival): string {
    if (source === target) return target;
    let known = this.bySource.get(source);
    if (known === undefined) {
      known = new Map();
      this.bySource.set(source, known);
    }
    const move = known.get(trigger);
    // Of two that are called the same the later one stands.
    if (move !== undefined) move.target = target;
    else {
      const made = { trigger, source, target };
      known.set(trigger, made);
      this.inOrder.push(made);
    }
    return target;
  }

  all(): RecordedMove[] {
    return this.inOrder.slice();
  }
}

type RecordedMove = TransitionDefinition & { readonly source: string; readonly target: string };

/** Names of the mapped states in the chart, in the order of their first steps. */
function assignChartNames(states: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const own of states)
    for (const state of own) if (!named.has(state)) named.set(state, escapeStateName(state));
  return named;
}

/** Effects of the steps of each tool. */
function createArrivalFinder(
  cases: readonly TraceCase[],
  states: readonly (readonly string[])[],
  named: ReadonlyMap<string, string>,
): (tool: string, state: string) => Arrival {
  const reached = new Map<string, Map<string, Arrival>>();
  for (const [c, { steps }] of cases.entries())
    for (const [i, { tool }] of steps.entries()) {
      let known = reached.get(tool);
      if (known === undefined) {
        known = new Map();
        reached.set(tool, known);
      }
      const state = states[c][i];
      if (!known.has(state)) known.set(state, { trigger: '', target: named.get(state) ?? '' });
    }
  for (const [tool, known] of reached) {
    const own = OWN_TRIGGERS.has(tool) ? `${tool} (step)` : tool;
    for (const [state, { target }] of known)
      known.set(state, { trigger: known.size > 1 ? `${own} → ${state}` : own, target });
  }
  return (tool, state) => reached.get(tool)?.get(state) ?? { trigger: tool, target: '' };
}

function numberCaseTransitions(
  cases: readonly TraceCase[],
  states: readonly (readonly string[])[],
  chart: ChartDefinition,
  arrivalOf: (tool: string, state: string) => Arrival,
): Omit<Course, 'chart'> {
  const { triggerNumber } = compile(chart);
  const numberOf = new Map(chart.states.map((state, number) => [state as string, number]));
  const steps = cases.reduce((sum, one) => sum + one.steps.length, 0);
  const course = {
    stateOf: new Uint16Array(steps),
    triggerOf: new Uint16Array(steps),
    endOf: Uint16Array.from(cases, one => numberOf.get(getCaseEnd(one)) ?? 0),
    endTriggerOf: Uint16Array.from(cases, one => triggerNumber.get(END_TRIGGERS[getCaseEnd(one)]) ?? 0),
  };
  let step = 0;
  for (const [c, one] of cases.entries())
    for (const [i, { tool }] of one.steps.entries()) {
      const { trigger, target } = arrivalOf(tool, states[c][i]);
      course.stateOf[step] = numberOf.get(target) ?? 0;
      // A tool that never leads out of another state has no transition, and is never fired.
      course.triggerOf[step++] = triggerNumber.get(trigger) ?? 0;
    }
  return course;
}
