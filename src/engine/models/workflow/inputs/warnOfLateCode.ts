import type { Problems } from './problems.ts';
import type { Step } from './workflow.ts';

/** Warns of code that is written after a step that asks in the same state: it runs before the question. */
export function warnOfLateCode(problems: Problems, steps: readonly Step[]): void {
  for (const [at, step] of steps.entries()) {
    if (step.type !== 'code') continue;
    const asking = steps.slice(0, at).find(other => other.type !== 'code' && canShareState(step, other));
    if (asking !== undefined)
      problems.warn(
        { line: step.line, column: step.column },
        0,
        `the code of “${step.name}” runs before “${asking.name}” asks: all code of a state comes first`,
      );
  }
}

/** Whether both may run in one state. */
const canShareState = ({ inState }: Step, other: Step): boolean =>
  inState === null || other.inState === null || inState.some(state => other.inState?.includes(state));
