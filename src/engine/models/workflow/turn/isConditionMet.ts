import type { Tick } from '../../../core/indices.ts';
import type { ProgramOutcome } from '../../../python/runCode.ts';
import { recallCondition } from '../../../python/runMemory.ts';
import type { Place } from '../../../python/sourcePlace.ts';
import { isTruthy } from '../../../python/value.ts';
import { resolveNestedPlace } from '../inputs/promptTemplate.ts';
import type { Condition } from '../inputs/workflow.ts';
import type { WarningLine } from '../reports/workflowDetail.ts';
import type { TurnContext } from './turnContext.ts';

/**
 * True if a condition holds; one that cannot be evaluated counts as false, and `warn` is called with the reason. A
 * missing condition always holds. Once the agent's share of the tick is spent, all others are false.
 */
export function isConditionMet(
  condition: Condition | null,
  context: TurnContext,
  warn: (warning: Warning) => void = () => {},
): boolean {
  if (condition === null) return true;
  const { allowance } = context;
  if (allowance.isSpent) return false;
  const outcome = recallCondition(condition.program, context, allowance);
  if (outcome.calls !== undefined) context.noteCalls(condition, outcome.calls);
  if (outcome.kind === 'done') return isTruthy(outcome.value);
  const { line, column } = condition;
  const where = describeArtifactPlace(context, outcome);
  const why =
    outcome.error === 'NameError' && outcome.name !== undefined
      ? `nothing has set “${outcome.name}” yet`
      : outcome.problem.message;
  const message = `condition “${condition.text}” is taken as false: ${where}${why}`;
  const kind = outcome.name ?? outcome.error;
  warn({ message, kind: where === '' ? kind : `${where}${kind}`, line, column });
  return false;
}

/** "artifact “judge” breaks off in line 12: "; empty if the condition itself has failed. */
function describeArtifactPlace(
  { artifacts }: TurnContext,
  { artifact, problem }: Extract<ProgramOutcome<unknown>, { kind: 'failed' }>,
): string {
  const asked = artifact === undefined ? undefined : artifacts.get(artifact);
  if (asked === undefined) return '';
  const { line } = resolveNestedPlace(asked.codeAt, problem);
  return `artifact “${asked.name}” breaks off in line ${line}: `;
}

/** A warning from a turn. */
export interface Warning extends Place {
  readonly message: string;
  /** Kind of the warning; those of one kind at one place are merged under the words of the first. */
  readonly kind: string;
}

/** Most distinct warnings that are kept; further ones are dropped. */
const MAX_WARNINGS = 1_000;

/** Each warning once, with how often it came. */
export class Warnings {
  readonly #lines = new Map<string, WarningLine>();

  add({ message, line, column, kind }: Warning, tick: Tick, agent: number): void {
    const key = `${line}:${column} ${kind}`;
    const known = this.#lines.get(key);
    if (known !== undefined) this.#lines.set(key, { ...known, times: known.times + 1 });
    else if (this.#lines.size < MAX_WARNINGS)
      this.#lines.set(key, { message, kind, line, column, tick, agent, times: 1 });
  }

  get all(): readonly WarningLine[] {
    return [...this.#lines.values()];
  }

  get size(): number {
    return this.#lines.size;
  }

  /** @throws TypeError for lines that nobody could read */
  restore(lines: readonly WarningLine[]): void {
    if (!lines.every(isWarningLine)) throw new TypeError('a saved warning has no words or no place');
    for (const line of lines) this.#lines.set(`${line.line}:${line.column} ${line.kind}`, line);
  }
}

const isWarningLine = ({ message, kind, line, column, tick, agent, times }: WarningLine): boolean =>
  typeof message === 'string' &&
  typeof kind === 'string' &&
  [line, column, tick, agent, times].every(Number.isSafeInteger);
