import { InputError } from '../../../core/errors.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import type { PreparedCase } from '../governance/prepareCases.ts';

/** A task with its cases in one of two sets, or in both; cases by agent, in their order. */
export interface TaskUnit {
  readonly name: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** Which cases of two sets are held against which. */
export interface Pairs {
  /** Identity of a task in both: its label, or the id of its case; null: nothing is paired. */
  readonly by: 'task' | 'case' | null;
  /** Tasks of both sets; those of either if nothing is paired. */
  readonly units: readonly TaskUnit[];
  /** Names of the tasks of one set alone; none if nothing is paired. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}

/**
 * Pairs two sets by the label "task" of their cases (and "domain", if both have it), a case without it by its id. In
 * sets without a common one, of which at least one has no task labels, nothing is paired.
 * @throws InputError for sets that both have task labels and none in common
 */
export function pairTasks(a: readonly PreparedCase[], b: readonly PreparedCase[]): Pairs {
  const hasDomain = [a, b].every(set => set.some(({ source }) => source.labels.domain !== undefined));
  const [inA, inB] = [a, b].map(set => groupTasksByKey(set, hasDomain));
  const units: TaskUnit[] = [];
  for (const [key, one] of inA) {
    const other = inB.get(key);
    if (other !== undefined) units.push({ name: one.name, a: one.cases, b: other.cases });
  }
  if (units.length === 0) return createUnpairedTasks(inA, inB);
  const isByTask = [...inA].some(([key, { isTold }]) => isTold && inB.has(key));
  const only = (set: Tasks, other: Tasks) =>
    [...set].flatMap(([key, { name }]) => (other.has(key) ? [] : [name]));
  return { by: isByTask ? 'task' : 'case', units, onlyA: only(inA, inB), onlyB: only(inB, inA) };
}

interface Task {
  readonly name: string;
  /** True if the source has it. */
  readonly isTold: boolean;
  readonly cases: number[];
}
type Tasks = ReadonlyMap<string, Task>;

function groupTasksByKey(set: readonly PreparedCase[], hasDomain: boolean): Tasks {
  const tasks = new Map<string, Task>();
  for (const [agent, { source }] of set.entries()) {
    const { task, domain = '' } = source.labels;
    const key = JSON.stringify(task === undefined ? [source.id] : [hasDomain ? domain : '', task]);
    const known = tasks.get(key);
    if (known !== undefined) known.cases.push(agent);
    else {
      const name = task === undefined ? source.id : hasDomain ? `${domain} ${task}` : task;
      tasks.set(key, { name, isTold: task !== undefined, cases: [agent] });
    }
  }
  return tasks;
}

function createUnpairedTasks(inA: Tasks, inB: Tasks): Pairs {
  const [a, b] = [[...inA.values()], [...inB.values()]];
  if ([...a, ...b].every(({ isTold }) => isTold))
    throw new InputError(
      `no task is in both sets (A has "${formatQuotedText(a[0].name, 40)}", B "${formatQuotedText(b[0].name, 40)}"): nothing can be compared`,
    );
  return {
    by: null,
    units: [
      ...a.map(({ name, cases }) => ({ name, a: cases, b: [] })),
      ...b.map(({ name, cases }) => ({ name, a: [], b: cases })),
    ],
    onlyA: [],
    onlyB: [],
  };
}
