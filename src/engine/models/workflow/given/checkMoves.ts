import { wordOf } from './fields.ts';
import type { Problems } from './problems.ts';
import type { Machine } from './readMachine.ts';
import type { ReadStep } from './readSteps.ts';
import type { Edge } from './workflow.ts';

/** Moves that no edge allows, and steps that never run: what can be known before anybody has moved. */
export function checkMoves(problems: Problems, machine: Machine, steps: readonly ReadStep[]): void {
  // Of what could not be read nothing can be known.
  if (!machine.isWhole) return;
  for (const step of steps) checkTargets(problems, machine, step);
  checkHidden(problems, steps);
  checkReachable(problems, machine, steps);
}

/** Whether a declared edge leads from one state to another, whatever its condition. */
export const hasEdge = (edges: readonly Edge[], from: number, to: number): boolean =>
  edges.some(edge => edge.to === to && (edge.from === from || edge.from === null));

function checkTargets(problems: Problems, { chart, numbers }: Machine, { step, targets }: ReadStep): void {
  const states = step.inState ?? [...numbers.values()];
  for (const [to, node] of targets) {
    const barred = states.filter(from => from !== to && !hasEdge(chart.edges, from, to));
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

/** A second question in a state is never put where the first is always asked. */
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
        `step “${step.name}” never runs: “${before.name}” stands before it, and a turn asks once`,
      );
  }
}

function checkReachable(problems: Problems, { chart, numbers }: Machine, steps: readonly ReadStep[]): void {
  const reached = new Set([chart.initial]);
  for (const from of reached)
    for (const to of numbers.values()) if (hasEdge(chart.edges, from, to)) reached.add(to);
  for (const { step } of steps) {
    const states = step.inState ?? [];
    if (states.length > 0 && states.every(state => !reached.has(state)))
      problems.warn(step, 0, `step “${step.name}” never runs: no edge leads to “${chart.states[states[0]]}”`);
  }
}
