import { GOVERNED_WORDS } from '../../../engine/models/governed/chartWords.ts';
import type { MissionRow } from '../../../engine/models/governed/detail.ts';
import type { Outcome, Rule } from '../../../engine/models/governed/phases.ts';

/** A rule in a few words: those of the transition that it takes. */
export const ruleWords = (rule: Rule | 'step_limit'): string => GOVERNED_WORDS.triggers[rule].label;

/** The rule's words, unless the reason beside them begins with the same. */
export const untold = (rule: Rule | 'step_limit', reason: string | null): string =>
  reason?.startsWith(ruleWords(rule)) ? '' : ruleWords(rule);

/** Outcomes in words. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  waiting: 'waiting',
  under_way: 'under way',
  finished: 'finished',
  finished_stuck: 'stopped as stuck',
  cut_off: 'cut off',
};

/** "on advice: same tool", "stopped: repeated search", "analyzing, advice is next", "cut off at 24". */
export function outcomeWords({ outcome, phase, rule, steps, stuck }: MissionRow): readonly [string, string] {
  switch (outcome) {
    case 'waiting':
      return [OUTCOME_WORDS[outcome], ''];
    case 'finished':
      return rule === null ? ['finished', ''] : ['on advice: ', ruleWords(rule)];
    case 'finished_stuck':
      return rule === null ? [OUTCOME_WORDS[outcome], ''] : ['stopped: ', ruleWords(rule)];
    case 'cut_off':
      return [`cut off at ${steps}`, ''];
    case 'under_way':
      if (isStuck(phase)) return rule === null ? [phase, ''] : [`${phase}: `, ruleWords(rule)];
      if (phase === 'init') return ['starts next', ''];
      return [stuck ? `${phase}, advice is next` : phase, ''];
  }
}

/** Whether a phase is one of the STUCK_* states. */
export const isStuck = (phase: string): boolean => phase.startsWith('stuck_');
