import { getScalarRange } from './fields.ts';
import type { Nesting } from './nesting.ts';
import type { Problems } from './problems.ts';
import type { Machine } from './readStateMachine.ts';
import type { ReadStep } from './readStepList.ts';
import type { WorkflowEdge } from './workflow.ts';

/** Moves that no edge allows, and steps that never run: as far as can be known before the run. */
export function checkWorkflowMoves(problems: Problems, machine: Machine, steps: readonly ReadStep[]): void {
  const whole = steps.filter(({ isWhole }) => isWhole);
  checkHiddenQuestions(problems, whole);
  // If an edge could not be read, the reachable states are unknown.
  if (!machine.isWhole) return;
  const { states, nesting, edges } = machine.chart;
  const reachability = new Reachability(states.length, nesting, edges);
  checkHistoryEdges(problems, machine);
  for (const step of steps) checkStepTargets(problems, machine, reachability, step);
  checkReachableSteps(problems, machine, reachability, whole);
}

/** States that declared edges lead to, whatever their conditions. */
class Reachability {
  readonly #exact = new Set<number>();
  readonly #wild = new Set<number>();
  readonly #barred = new Map<string, readonly number[]>();

  constructor(
    readonly states: number,
    readonly nesting: Nesting,
    edges: readonly WorkflowEdge[],
  ) {
    for (const { from, to } of edges)
      if (from === null) this.#wild.add(nesting.goal(to));
      else for (const leaf of nesting.within(from)) this.#exact.add(leaf * states + nesting.goal(to));
  }

  /** True if an edge has the target of one to a state. */
  leads(from: number, to: number): boolean {
    const goal = this.nesting.goal(to);
    return this.#wild.has(goal) || this.#exact.has(from * this.states + goal);
  }

  /** Those of the given leaves (null: all) that cannot be left for a state. */
  barred(from: readonly number[] | null, to: number): readonly number[] {
    const key = `${from ?? '*'} ${to}`;
    const known = this.#barred.get(key);
    if (known !== undefined) return known;
    const found = (from ?? this.nesting.leaves).filter(
      leaf => this.nesting.landing(to, leaf) !== leaf && !this.leads(leaf, to),
    );
    this.#barred.set(key, found);
    return found;
  }

  /** The leaves that agents may get to. */
  reachedFrom(initial: number): ReadonlySet<number> {
    const reached = new Set([initial]);
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const from of reached)
        for (let to = 0; to < this.states; to++)
          if (this.leads(from, to)) for (const leaf of this.#landings(from, to, reached)) reached.add(leaf);
    }
    return reached;
  }

  /** Possible targets of an edge: the initial state, and remembered ones that were reached before. */
  #landings(from: number, to: number, reached: ReadonlySet<number>): readonly number[] {
    const { nesting } = this;
    const landing = nesting.landing(to, from);
    if (landing !== null) return [landing];
    const entered = nesting.below(to).filter(state => nesting.within(state).some(leaf => reached.has(leaf)));
    return [to, ...entered].map(state => nesting.beginning(state));
  }
}

/** Warns of edges to a state with history from within it: who is there does not get anywhere. */
function checkHistoryEdges(problems: Problems, { chart: { states, nesting, edges } }: Machine): void {
  for (const edge of edges) {
    const { from, to } = edge;
    const goesBack = nesting.compounds.get(to)?.history != null;
    if (from !== null && goesBack && nesting.around(from).includes(to))
      problems.warnAtWord(
        edge,
        states[to],
        `this edge leads nowhere: “${states[to]}” goes back to where the agent was, and from “${states[from]}” it is there`,
      );
  }
}

function checkStepTargets(
  problems: Problems,
  { chart }: Machine,
  reachability: Reachability,
  { step, targets }: ReadStep,
): void {
  for (const [to, node] of targets) {
    if (problems.isFull) return;
    const barred = reachability.barred(step.inState, to);
    if (barred.length === 0) continue;
    const [from, until] = getScalarRange(node);
    const names = barred.slice(0, 3).map(state => `“${chart.states[state]}”`);
    const more = barred.length > 3 ? ` and ${barred.length - 3} more` : '';
    const where = step.inState === null ? '; give the step an “in_state”, or declare the edge' : '';
    problems.error(
      from,
      until - from,
      `no edge leads from ${names.join(', ')}${more} to “${chart.states[to]}”${where}`,
    );
  }
}

/** Warns of a question in a state with an earlier question that is always asked. */
function checkHiddenQuestions(problems: Problems, steps: readonly ReadStep[]): void {
  const asking = steps.map(({ step }) => step).filter(({ type }) => type !== 'code');
  for (const [i, step] of asking.entries()) {
    const before = asking
      .slice(0, i)
      .find(
        ({ runIf, inState }) =>
          runIf === null &&
          (inState === null || (step.inState?.every(state => inState.includes(state)) ?? false)),
      );
    if (before !== undefined)
      problems.warnAtWord(
        step,
        step.name,
        `step “${step.name}” never runs: “${before.name}” comes before it, and a turn asks only once`,
      );
  }
}

function checkReachableSteps(
  problems: Problems,
  { chart }: Machine,
  reachability: Reachability,
  steps: readonly ReadStep[],
): void {
  const reached = reachability.reachedFrom(chart.initial);
  for (const { step } of steps) {
    const states = step.inState ?? [];
    if (states.length > 0 && states.every(state => !reached.has(state)))
      problems.warnAtWord(
        step,
        step.name,
        `step “${step.name}” never runs: no edge leads to “${chart.states[states[0]]}”`,
      );
  }
}
