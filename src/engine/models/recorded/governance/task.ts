import type { PreparedCase } from './prepare.ts';

/** The task of a case; one without the label "task" is a task of its own. */
export function taskKey({ source: { id, labels } }: PreparedCase): string {
  const { task, domain = '' } = labels;
  return JSON.stringify(task === undefined ? [id] : [domain, task]);
}

/** Cases of one task, in the order of its first case. */
export function casesByTask(cases: readonly PreparedCase[]): PreparedCase[][] {
  const tasks = new Map<string, PreparedCase[]>();
  for (const one of cases) {
    const key = taskKey(one);
    const known = tasks.get(key);
    if (known === undefined) tasks.set(key, [one]);
    else known.push(one);
  }
  return [...tasks.values()];
}
