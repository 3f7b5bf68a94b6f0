import type { TraceCase } from '../../../traces/traces.ts';

/** Longest task or id that is a name as it is, UTF-16 units. */
const MAX_CASE_NAME_LENGTH = 24;

/** Of a longer one the beginning and the end, which mostly differ. */
const CASE_NAME_HEAD = 12;
const TAIL = 7;

/** The display name of a case: the agent for a sub-agent, else the task or the id if it is short, else the number with a shortened id. @param number from 1 */
export function formatCaseName(
  { id, parent, labels: { task, trial, agent } }: TraceCase,
  number: number,
): string {
  if (parent !== null) return `↳ ${agent ?? 'sub-agent'}`;
  if (task !== undefined && task.length <= MAX_CASE_NAME_LENGTH)
    return `task ${task}${trial === undefined ? '' : `, trial ${trial}`}`;
  return id.length <= MAX_CASE_NAME_LENGTH ? id : `case ${number}: ${cutCaseName(task ?? id)}`;
}

/** Whole characters, on one line. */
function cutCaseName(text: string): string {
  const signs = [...text.slice(0, 200).replace(/\s+/g, ' ')];
  const last = [...text.slice(-200).replace(/\s+/g, ' ')];
  return `${signs.slice(0, CASE_NAME_HEAD).join('').trim()}…${last.slice(-TAIL).join('').trim()}`;
}
