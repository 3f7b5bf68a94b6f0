import type { PreparedCase } from './prepareCases.ts';

/** The task of a case; one without the label "task" is a task of its own. */
export function getTaskKey({ source: { id, labels } }: PreparedCase): string {
  const { task, domain = '' } = labels;
  return JSON.stringify(task === undefined ? [id] : [domain, task]);
}

/** Cases of one task, in the order of its first case. */
export function groupCasesByTask(cases: readonly PreparedCase[]): PreparedCase[][] {
  const tasks = new Map<string, PreparedCase[]>();
  for (const one of cases) {
    const key = getTaskKey(one);
    const known = tasks.get(key);
    if (known === undefined) tasks.set(key, [one]);
    else known.push(one);
  }
  return [...tasks.values()];
}
