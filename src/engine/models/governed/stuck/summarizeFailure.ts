import { formatPlainCount } from '../../../core/formatNounCount.ts';
import type { Hit, MissionStep } from '../missionStep.ts';
import { describeToolVerb, getCallSubject } from '../tools.ts';

/** Documents that a summary names. */
const MAX_NAMED_DOCUMENTS = 3;

/** Content of a summary. */
interface Failure {
  readonly goal: string;
  /** Why it ended, in words. */
  readonly because: string;
  /** Simulated milliseconds. */
  readonly elapsed: number;
  readonly steps: readonly MissionStep[];
}

/** Summary of a failed mission: time and steps spent, what was sought, what was found. */
export function summarizeFailure({ goal, because, elapsed, steps }: Failure): string {
  const asked = steps.filter(step => step.source !== null).length;
  const spent = `I spent ${Math.round(elapsed / 1000)} s and ${formatPlainCount(asked, 'step')} on “${goal}”`;
  return `${spent}, and I am stuck: ${because}. ${describeSoughtSubjects(steps)} ${describeFoundDocuments(steps)}`;
}

function describeSoughtSubjects(steps: readonly MissionStep[]): string {
  const made = steps.flatMap(({ call }) => (call?.hits ? [call] : []));
  const parts = ['searched for', 'read'].flatMap(deed => {
    const subjects = countSubjects(
      made.filter(call => describeToolVerb(call) === deed).flatMap(call => getCallSubject(call) ?? []),
    );
    return subjects.length === 0 ? [] : [`${deed} ${subjects.join(', ')}`];
  });
  return parts.length === 0 ? 'I searched for nothing.' : `I ${parts.join(', and ')}.`;
}

/** Each once, with its number if that is more than one. */
function countSubjects(subjects: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  for (const subject of subjects) times.set(subject, (times.get(subject) ?? 0) + 1);
  return [...times].map(([subject, n]) => (n > 1 ? `“${subject}” (${n} times)` : `“${subject}”`));
}

function describeFoundDocuments(steps: readonly MissionStep[]): string {
  const hits = collectFoundDocuments(steps);
  if (hits.length === 0) return 'Nothing was found.';
  const named = hits.slice(0, MAX_NAMED_DOCUMENTS).map(({ document, title }) => `${document} (“${title}”)`);
  const more = hits.length > MAX_NAMED_DOCUMENTS ? ` and ${hits.length - MAX_NAMED_DOCUMENTS} more` : '';
  return `Here is what I managed to find instead: ${named.join(', ')}${more}.`;
}

/** Every document that was shown, once, in the order in which they came. */
export function collectFoundDocuments(steps: readonly MissionStep[]): readonly Hit[] {
  const hits = new Map<string, Hit>();
  for (const { call } of steps)
    for (const hit of call?.hits ?? []) if (!hits.has(hit.document)) hits.set(hit.document, hit);
  return [...hits.values()];
}
