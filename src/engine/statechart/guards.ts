import type { CompiledChart } from './compiled.ts';
import type { FunctionGuard, Guard, GuardOperator } from './definition.ts';
import { getChartColumn } from './getChartColumn.ts';
import type { AgentColumn, Population } from './population.ts';
import { isTimeoutTransition } from './timing/timeouts.ts';

// Results of comparing two numbers, as bits; UNORDERED if one of them is NaN.
const LESS = 1;
const EQUAL = 2;
const MORE = 4;
const UNORDERED = 8;

/** The comparisons for which an operator is true. */
const TRUE_FOR: Readonly<Record<GuardOperator, number>> = {
  '<': LESS,
  '<=': LESS | EQUAL,
  '>': MORE,
  '>=': MORE | EQUAL,
  '==': EQUAL,
  '!=': LESS | MORE | UNORDERED,
};

/** A guard on a column, with its columns at hand. */
export interface ColumnGuard {
  readonly kind: 'column';
  /** Bits of the comparisons for which it is true. */
  readonly trueFor: number;
  readonly left: AgentColumn;
  /** The column to compare with; null: `constant`. */
  readonly right: AgentColumn | null;
  /** NaN with a column. */
  readonly constant: number;
}

type BoundGuard =
  | ColumnGuard
  | FunctionGuard
  | { readonly kind: 'in'; readonly state: number; readonly wants: boolean };

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
      if (guard.kind === 'function') return guard;
      if (guard.kind === 'in')
        return { kind: 'in', state: chart.stateNumber.get(guard.state)!, wants: !guard.not };
      const { column, op, value } = guard;
      const left = getChartColumn(chart, population, column);
      const right = typeof value === 'number' ? null : getChartColumn(chart, population, value.column);
      const given = Number(value);
      // As the column holds it: an agent with 0.7 is at 0.7.
      const constant = left instanceof Float32Array ? Math.fround(given) : given;
      return { kind: 'column', trueFor: TRUE_FOR[op], left, right, constant };
    };
    this.#bound = chart.definition.transitions.map(t => (t.guard === undefined ? null : bind(t.guard)));
  }

  holds(transition: number, agent: number, context: number): boolean {
    const guard = this.#bound[transition];
    if (guard === null) return true;
    if (guard.kind === 'column') return evaluateColumnGuard(guard, agent);
    if (guard.kind === 'function') return this.#host.test(transition, agent, context);
    return this.#host.isActive(agent, guard.state) === guard.wants;
  }

  /** The guard of a transition if it is on a column; null for another one, and for none. */
  onColumn(transition: number): ColumnGuard | null {
    const guard = this.#bound[transition];
    return guard?.kind === 'column' ? guard : null;
  }

  /** True if a transition waits for time, in addition to its guard. */
  forTime(transition: number): boolean {
    return isTimeoutTransition(this.#chart, transition);
  }

  /** The two numbers that a data guard compares for this agent; null for other guards. */
  values(transition: number, agent: number): readonly [left: number, right: number] | null {
    const guard = this.onColumn(transition);
    if (guard === null) return null;
    return [guard.left[agent], guard.right === null ? guard.constant : guard.right[agent]];
  }
}

/** True if a guard on a column holds for an agent. Short, for it to be compiled into the loops that fire. */
export function evaluateColumnGuard({ trueFor, left, right, constant }: ColumnGuard, agent: number): boolean {
  const a = left[agent];
  const b = right === null ? constant : right[agent];
  const order = a < b ? LESS : a > b ? MORE : a === b ? EQUAL : UNORDERED;
  return (trueFor & order) !== 0;
}
