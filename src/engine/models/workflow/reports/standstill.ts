import { formatGroupedInteger } from '../../../core/formatNounCount.ts';
import type { Tick } from '../../../core/indices.ts';
import type { Nesting } from '../inputs/nesting.ts';
import type { Workflow, WorkflowEdge } from '../inputs/workflow.ts';
import { LATELY, type Market } from '../market/market.ts';
import type { Course, WorkflowLedger } from '../workflowLedger.ts';

/** Ticks in a row without an open edge after the first, before an agent counts as waiting. */
const WAITING_AFTER_TICKS = 3;
/** Maximum number of listed conditions of one state. */
const MAX_SHOWN_CONDITIONS = 2;

/** Agents that wait in one state, because no edge to their targets is open. */
interface WaitingGroup {
  readonly agents: number;
  readonly state: string;
  /**
   * False conditions, as written; any one of them, once true, lets the agents continue. Empty if no edge leads there.
   */
  readonly conditions: readonly string[];
}

/** Cause of missing sales. */
export interface Standstill {
  /** Turns in which a step failed, of all turns of the run. */
  readonly failed: number;
  readonly turns: number;
  /** The largest group of waiting agents; null if there is none. */
  readonly waiting: WaitingGroup | null;
}

/**
 * Cause of missing sales; null if something was sold in the last ten ticks or, if anything ever was, fewer than half of
 * the agents wait, and if nobody waits and no turn failed. O(agents).
 */
export function findStandstill(
  states: readonly string[],
  edges: LeafEdges,
  { totals, courses }: WorkflowLedger,
  world: Market,
  tick: Tick,
): Standstill | null {
  const { sold } = world.totalsAt(tick);
  if (sold > world.totalsAt(tick - LATELY).sold) return null;
  const waiting = findLargestWaiting(states, edges, courses, tick);
  // After some trade, a pause says little as long as most agents continue.
  if (sold > 0 && (waiting === null || waiting.agents * 2 < courses.length)) return null;
  if (waiting === null && totals.failedTurns === 0) return null;
  return { failed: totals.failedTurns, turns: totals.turns, waiting };
}

/** "581 of 581 turns failed, 12 agents wait for has_context in observing" */
export function describeStandstill({ failed, turns, waiting }: Standstill): string {
  const parts =
    failed === 0 ? [] : [`${formatGroupedInteger(failed)} of ${formatGroupedInteger(turns)} turns failed`];
  if (waiting !== null) parts.push(describeWaiting(waiting));
  return parts.join(', ');
}

function describeWaiting({ agents, state, conditions }: WaitingGroup): string {
  const [noun, s] = agents === 1 ? ['agent', 's'] : ['agents', ''];
  const all = `${formatGroupedInteger(agents)} ${noun}`;
  if (conditions.length === 0) return `${all} ${agents === 1 ? 'has' : 'have'} no way out of ${state}`;
  const rest = conditions.length - MAX_SHOWN_CONDITIONS;
  const text = [...conditions.slice(0, MAX_SHOWN_CONDITIONS), ...(rest > 0 ? [`${rest} more`] : [])].join(
    ' or ',
  );
  return `${all} wait${s} for ${text} in ${state}`;
}

/** Conditions of the edges that would lead on, each once. Agents are many, places are few: made once for each. */
function createConditionFinder(edges: LeafEdges): (state: number, to: number | null) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (state, to) => {
    const place = `${state} ${to}`;
    const conditions = known.get(place) ?? [...new Set(edges.conditionsOf(state, to))];
    known.set(place, conditions);
    return conditions;
  };
}

function findLargestWaiting(
  states: readonly string[],
  edges: LeafEdges,
  courses: readonly Course[],
  tick: Tick,
): WaitingGroup | null {
  const conditionsAt = createConditionFinder(edges);
  /** By the state that they are in and the conditions of the edges that would lead on. */
  const groups = new Map<
    string,
    { readonly state: number; readonly conditions: readonly string[]; agents: number }
  >();
  for (const { barred, stopped } of courses) {
    if (barred === null || stopped !== null || tick - barred.since < WAITING_AFTER_TICKS) continue;
    const conditions = conditionsAt(barred.state, barred.to);
    const key = `${barred.state} ${conditions.join('\n')}`;
    const group = groups.get(key) ?? { state: barred.state, conditions, agents: 0 };
    group.agents++;
    groups.set(key, group);
  }
  let most: WaitingGroup | null = null;
  for (const { state, ...group } of groups.values())
    if (group.agents > (most?.agents ?? 0)) most = { ...group, state: states[state] };
  return most;
}

/** The declared edges by the leaf that they leave. */
export class LeafEdges {
  /**
   * Edges out of each leaf: its own, then those of the states around it from the inside out, then wildcards, each in the
   * order of the text. Those that are not its own never lead to the leaf itself.
   */
  readonly #outOf: readonly (readonly number[])[];
  readonly #all: readonly WorkflowEdge[];
  readonly #nesting: Nesting;

  constructor({ edges, nesting, states }: Pick<Workflow, 'edges' | 'nesting' | 'states'>) {
    this.#all = edges;
    this.#nesting = nesting;
    const from = states.map((_, state) => listEdgeNumbers(edges, edge => edge.from === state));
    const wildcards = listEdgeNumbers(edges, edge => edge.from === null);
    this.#outOf = states.map((_, leaf) => {
      const around = nesting.around(leaf).slice(1);
      const wider = [...around.flatMap(state => from[state]), ...wildcards];
      return [...from[leaf], ...wider.filter(edge => nesting.landing(edges[edge].to, leaf) !== leaf)];
    });
  }

  /**
   * The first open edge out of a leaf.
   * @param to the requested state; null for any
   * @returns its number, or −1
   */
  open(leaf: number, to: number | null, isOpen: (edge: number) => boolean): number {
    return this.#outOf[leaf].find(edge => this.#leads(edge, to) && isOpen(edge)) ?? -1;
  }

  /** Conditions of the edges that would allow a move, as written. @param to the requested state; null for any */
  conditionsOf(leaf: number, to: number | null): readonly string[] {
    return this.leading(leaf, to).map(edge => this.#all[edge].condition?.text ?? 'True');
  }

  /** Numbers of the edges that would allow a move, were they open. @param to the requested state; null for any */
  leading(leaf: number, to: number | null): readonly number[] {
    return this.#outOf[leaf].filter(edge => this.#leads(edge, to));
  }

  /** True if any edge leads out of a leaf. */
  hasWayOut(leaf: number): boolean {
    return this.#outOf[leaf].length > 0;
  }

  #leads(edge: number, to: number | null): boolean {
    return to === null || this.#nesting.goal(this.#all[edge].to) === this.#nesting.goal(to);
  }
}

const listEdgeNumbers = (
  edges: readonly WorkflowEdge[],
  fits: (edge: WorkflowEdge) => boolean,
): readonly number[] => edges.flatMap((edge, number) => (fits(edge) ? [number] : []));
