import { compareCodeUnits } from '../../../files/textFile.ts';
import type { TraceStep } from '../../../traces/traces.ts';
import { getCaseEnd } from '../course.ts';
import type { PreparedCase } from '../governance/prepareCases.ts';
import { CASE_END_STATES, type End } from '../recordedTerms.ts';

/** Kind of the graph's nodes. */
export type GraphLevel = 'state' | 'tool';

/** A state or a tool, with the number of its steps. */
export interface GraphNode {
  readonly name: string;
  readonly count: number;
  /** Tools of its steps, most frequent first. */
  readonly tools: readonly string[];
}

/** Number of cases with an ending. */
interface EndCount {
  readonly end: End;
  readonly count: number;
}

/** Steps of one node right before steps of another. */
export interface GraphEdge {
  /** Null: the beginning of a case. */
  readonly from: string | null;
  /** Null: the end of a case. */
  readonly to: string | null;
  readonly count: number;
  /** Into the end: how often cases ended in each way. */
  readonly ends?: readonly EndCount[];
  /**
   * Median time between the end of the one and the beginning of the other, in milliseconds; null without known times.
   */
  readonly ms: number | null;
}

/** A directly-follows graph: which steps came right after which. */
export interface FlowGraph {
  readonly level: GraphLevel;
  readonly cases: number;
  /** Most frequent first, equal ones by name. */
  readonly nodes: readonly GraphNode[];
  /** Most frequent first, equal ones by their names. */
  readonly edges: readonly GraphEdge[];
}

/** Names of a case's steps on a level, in order. */
export const listStepNames = (
  { states, places, source }: PreparedCase,
  level: GraphLevel,
): readonly string[] => (level === 'state' ? states : places.map(place => source.steps[place].tool));

/** The directly-follows graph of cases. @param isUnderWay true for a case that has not ended: it has no move into an end */
export function buildFlowGraph(
  cases: readonly PreparedCase[],
  level: GraphLevel,
  isUnderWay: (position: number) => boolean = () => false,
): FlowGraph {
  const counter = new Counter();
  for (const [position, one] of cases.entries()) counter.add(one, level, isUnderWay(position));
  return { level, cases: cases.length, nodes: counter.nodes(), edges: counter.edges() };
}

/** Numbers of nodes are from 1; 0 is the beginning and the end. */
const OUTSIDE = 0;
const MAX_NODES = 0x100_0000;

interface EdgeTally {
  count: number;
  readonly times: number[];
  readonly ends: Map<End, number>;
}

class Counter {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [''];
  readonly #tools: Map<string, number>[] = [new Map()];
  readonly #edges = new Map<number, EdgeTally>();

  add(one: PreparedCase, level: GraphLevel, isUnderWay: boolean): void {
    const { steps } = one.source;
    let last = OUTSIDE;
    let before: TraceStep | null = null;
    for (const [i, name] of listStepNames(one, level).entries()) {
      const step = steps[one.places[i]];
      const now = this.#number(name);
      const tools = this.#tools[now];
      tools.set(step.tool, (tools.get(step.tool) ?? 0) + 1);
      this.#count(last, now, before === null ? null : measureTimeBetween(before, step));
      last = now;
      before = step;
    }
    if (isUnderWay) return;
    const { ends } = this.#count(last, OUTSIDE, null);
    const end = getCaseEnd(one.source);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }

  #number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    this.#tools.push(new Map());
    return this.#names.push(name) - 1;
  }

  #count(from: number, to: number, ms: number | null): EdgeTally {
    const key = from * MAX_NODES + to;
    let edge = this.#edges.get(key);
    if (edge === undefined) {
      edge = { count: 0, times: [], ends: new Map() };
      this.#edges.set(key, edge);
    }
    edge.count++;
    if (ms !== null) edge.times.push(ms);
    return edge;
  }

  nodes(): GraphNode[] {
    const found = [...this.#numbers].map(([name, number]) => {
      const tools = [...this.#tools[number]].sort(([a, n], [b, m]) => m - n || compareCodeUnits(a, b));
      return { name, count: tools.reduce((sum, [, n]) => sum + n, 0), tools: tools.map(([tool]) => tool) };
    });
    return found.sort((a, b) => b.count - a.count || compareCodeUnits(a.name, b.name));
  }

  edges(): GraphEdge[] {
    const nameOf = (number: number) => (number === OUTSIDE ? null : this.#names[number]);
    const found = [...this.#edges].map(([key, { count, times, ends }]) => ({
      from: nameOf(Math.floor(key / MAX_NODES)),
      to: nameOf(key % MAX_NODES),
      count,
      ms: computeMiddleValue(times),
      ...(ends.size > 0 && { ends: listEndCounts(ends) }),
    }));
    return found.sort(
      (a, b) =>
        b.count - a.count ||
        compareCodeUnits(a.from ?? '', b.from ?? '') ||
        compareCodeUnits(a.to ?? '', b.to ?? ''),
    );
  }
}

/** Those that exist, in the usual order. */
const listEndCounts = (counts: ReadonlyMap<End, number>): readonly EndCount[] =>
  CASE_END_STATES.flatMap(end => (counts.has(end) ? [{ end, count: counts.get(end) ?? 0 }] : []));

/** Steps that overlap have no time between them. */
function measureTimeBetween(before: TraceStep, { at }: TraceStep): number | null {
  const end = before.until ?? before.at;
  return at === null || end === null ? null : Math.max(0, at - end);
}

function computeMiddleValue(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
