import type { TraceCase } from '../../../traces/traces.ts';

/** Longest task or id that is a name as it is, UTF-16 units. */
const MAX_CASE_NAME_LENGTH = 24;

/** Of a longer one the beginning and the end, which mostly differ. */
const CASE_NAME_HEAD = 12;
const TAIL = 7;

/** Longest id that people may know a case by, UTF-16 units. */
const MAX_KNOWN_ID_LENGTH = 16;

/** True for an id in words, as people give it: "refund-7", neither a number nor the digits of a machine. */
const isKnownId = (id: string): boolean =>
  id.length <= MAX_KNOWN_ID_LENGTH && /\p{L}/u.test(id) && !/^[\da-f-]{8,}$/i.test(id);

/**
 * The display name of a case: the agent for a sub-agent, an id that people know, else the task or the id if it is short, else the
 * number with a shortened id.
 * @param number from 1
 * @param isShown false for a text of the recordings that is left out: the number alone names a case without any
 */
export function formatCaseName(
  { id, parent, labels: { task, trial, agent } }: TraceCase,
  number: number,
  isShown: (text: string) => boolean = () => true,
): string {
  if (parent !== null) return `↳ ${agent !== undefined && isShown(agent) ? agent : 'sub-agent'}`;
  const isShort = (text: string) => text.length <= MAX_CASE_NAME_LENGTH;
  const ofTask = isKnownId(id) || task === undefined ? null : task;
  const text = ofTask !== null && (isShort(ofTask) || !isShort(id)) ? ofTask : id;
  if (!isShown(text)) return `case ${number}`;
  if (!isShort(text)) return `case ${number}: ${cutCaseName(text)}`;
  if (text !== ofTask) return text;
  return `task ${text}${trial !== undefined && isShown(trial) ? `, trial ${trial}` : ''}`;
}

/** Whole characters, on one line. */
function cutCaseName(text: string): string {
  const signs = [...text.slice(0, 200).replace(/\s+/g, ' ')];
  const last = [...text.slice(-200).replace(/\s+/g, ' ')];
  return `${signs.slice(0, CASE_NAME_HEAD).join('').trim()}…${last.slice(-TAIL).join('').trim()}`;
}
