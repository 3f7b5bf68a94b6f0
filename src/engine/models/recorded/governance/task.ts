import type { PreparedCase } from './prepare.ts';

/** Cases of one task, in the order of its first case; a case without the label "task" is one of its own. */
export function casesByTask(cases: readonly PreparedCase[]): PreparedCase[][] {
  const tasks = new Map<string, PreparedCase[]>();
  for (const one of cases) {
    const { id, labels } = one.source;
    const { task, domain = '' } = labels;
    const key = JSON.stringify(task === undefined ? [id] : [domain, task]);
    const known = tasks.get(key);
    if (known === undefined) tasks.set(key, [one]);
    else known.push(one);
  }
  return [...tasks.values()];
}
