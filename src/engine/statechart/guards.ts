import type { CompiledChart } from './compiled.ts';
import type { Guard, GuardOperator } from './definition.ts';
import { getChartColumn } from './getChartColumn.ts';
import type { AgentColumn, Population } from './population.ts';
import { isTimeoutTransition } from './timing/timeouts.ts';

const OPS: readonly GuardOperator[] = ['<', '<=', '>', '>=', '==', '!='];
const OF_FUNCTION = -1;
const OF_STATE = -2;

/** A guard with its columns at hand. */
export interface BoundGuard {
  /** Index into OPS, or what else it asks. */
  readonly op: number;
  readonly left: AgentColumn | null;
  readonly right: AgentColumn | null;
  /** Value to compare with; of a guard on states, the state. */
  readonly constant: number;
  /** Of a guard on states: whether it must be active. */
  readonly wants: boolean;
}

/** Lookups of a guard beyond the columns. */
interface GuardHost {
  isActive(agent: number, state: number): boolean;
  /** A guard that is a function. One that throws is false. */
  test(transition: number, agent: number, context: number): boolean;
}

/** The guards of a chart, bound to a population: whether a transition's holds for an agent. */
export class Guards {
  readonly #bound: readonly (BoundGuard | null)[];
  readonly #host: GuardHost;
  readonly #chart: CompiledChart;

  constructor(chart: CompiledChart, population: Population, host: GuardHost) {
    this.#host = host;
    this.#chart = chart;
    const bind = (guard: Guard): BoundGuard => {
      const empty = { left: null, right: null, constant: 0, wants: true };
      if (guard.kind === 'function') return { ...empty, op: OF_FUNCTION };
      if (guard.kind === 'in')
        return { ...empty, op: OF_STATE, constant: chart.stateNumber.get(guard.state)!, wants: !guard.not };
      const { column, op, value } = guard;
      const constant = typeof value === 'number' ? value : 0;
      const right = typeof value === 'number' ? null : getChartColumn(chart, population, value.column);
      const left = getChartColumn(chart, population, column);
      return { op: OPS.indexOf(op), left, right, constant, wants: true };
    };
    this.#bound = chart.definition.transitions.map(t => (t.guard === undefined ? null : bind(t.guard)));
  }

  holds(transition: number, agent: number, context: number): boolean {
    const guard = this.#bound[transition];
    if (guard === null) return true;
    if (guard.left !== null) return evaluateColumnGuard(guard, guard.left, agent);
    if (guard.op === OF_FUNCTION) return this.#host.test(transition, agent, context);
    return this.#host.isActive(agent, guard.constant) === guard.wants;
  }

  /** The guard of a transition; null for none. */
  of(transition: number): BoundGuard | null {
    return this.#bound[transition];
  }

  /** True if a transition waits for time, in addition to its guard. */
  forTime(transition: number): boolean {
    return isTimeoutTransition(this.#chart, transition);
  }

  /** The two numbers that a data guard compares for this agent; null for other guards. */
  values(transition: number, agent: number): readonly [left: number, right: number] | null {
    const guard = this.#bound[transition];
    if (guard === null || guard.left === null) return null;
    return [guard.left[agent], guard.right === null ? guard.constant : guard.right[agent]];
  }
}

/** True if a guard on a column holds for an agent. */
export function evaluateColumnGuard(
  { op, right, constant }: BoundGuard,
  left: AgentColumn,
  agent: number,
): boolean {
  const a = left[agent];
  const b = right === null ? constant : right[agent];
  switch (op) {
    case 0:
      return a < b;
    case 1:
      return a <= b;
    case 2:
      return a > b;
    case 3:
      return a >= b;
    case 4:
      return a === b;
    default:
      return a !== b;
  }
}
