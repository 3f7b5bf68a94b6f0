import type { Step } from '../../engine/models/governed/step.ts';

/** Whether somebody was asked in a step. */
export const isAsked = ({ kind }: Step): boolean => kind !== 'verdict' && kind !== 'forced';

/**
 * What became of a step's advice. @param steps all of the mission's that are known: one that did not obey its rule,
 * was not stopped by it and was asked again has got on.
 */
export function adviceWords(step: Step, steps: readonly Step[]): string {
  const { advice, obeyed, row } = step;
  if (advice === null) return '';
  if (obeyed === null) return step.kind === 'unanswered' ? 'no answer' : '';
  if (advice.rule === null) return obeyed ? 'put right' : 'not put right';
  if (obeyed) return 'obeyed';
  const later = steps.filter(other => other.row > row);
  const isStopped = later.some(({ kind, rule }) => kind === 'verdict' && rule === advice.rule);
  return !isStopped && later.some(isAsked) ? 'not obeyed, but got on' : 'not obeyed';
}
