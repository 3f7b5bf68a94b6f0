import { wordOf } from './fields.ts';
import type { Problems } from './problems.ts';
import type { Machine } from './readMachine.ts';
import type { ReadStep } from './readSteps.ts';
import type { Edge } from './workflow.ts';

/** Moves that no edge allows, and steps that never run: as far as can be known before the run. */
export function checkMoves(problems: Problems, machine: Machine, steps: readonly ReadStep[]): void {
  const whole = steps.filter(({ isWhole }) => isWhole);
  checkHidden(problems, whole);
  // Where an edge could not be read, it is not known where agents get to.
  if (!machine.isWhole) return;
  const reachability = new Reachability(machine.chart.states.length, machine.chart.edges);
  for (const step of steps) checkTargets(problems, machine, reachability, step);
  checkReachable(problems, machine, reachability, whole);
}

/** States that declared edges lead to, whatever their conditions. */
class Reachability {
  readonly #exact = new Set<number>();
  readonly #wild = new Set<number>();
  readonly #barred = new Map<string, readonly number[]>();

  constructor(
    readonly states: number,
    edges: readonly Edge[],
  ) {
    for (const { from, to } of edges)
      if (from === null) this.#wild.add(to);
      else this.#exact.add(from * states + to);
  }

  leads(from: number, to: number): boolean {
    return this.#wild.has(to) || this.#exact.has(from * this.states + to);
  }

  /** Those of the given states (null: all) that cannot be left for another one. */
  barred(from: readonly number[] | null, to: number): readonly number[] {
    const key = `${from ?? '*'} ${to}`;
    const known = this.#barred.get(key);
    if (known !== undefined) return known;
    const all = from ?? Array.from({ length: this.states }, (_, state) => state);
    const found = all.filter(state => state !== to && !this.leads(state, to));
    this.#barred.set(key, found);
    return found;
  }
}

function checkTargets(
  problems: Problems,
  { chart }: Machine,
  reachability: Reachability,
  { step, targets }: ReadStep,
): void {
  for (const [to, node] of targets) {
    if (problems.isFull) return;
    const barred = reachability.barred(step.inState, to);
    if (barred.length === 0) continue;
    const [from, until] = wordOf(node);
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

/** Warns of a question in a state where an earlier one is always asked. */
function checkHidden(problems: Problems, steps: readonly ReadStep[]): void {
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
      problems.warn(
        step,
        0,
        `step “${step.name}” never runs: “${before.name}” comes before it, and a turn asks only once`,
      );
  }
}

function checkReachable(
  problems: Problems,
  { chart, numbers }: Machine,
  reachability: Reachability,
  steps: readonly ReadStep[],
): void {
  const reached = new Set([chart.initial]);
  for (const from of reached)
    for (const to of numbers.values()) if (reachability.leads(from, to)) reached.add(to);
  for (const { step } of steps) {
    const states = step.inState ?? [];
    if (states.length > 0 && states.every(state => !reached.has(state)))
      problems.warn(step, 0, `step “${step.name}” never runs: no edge leads to “${chart.states[states[0]]}”`);
  }
}
