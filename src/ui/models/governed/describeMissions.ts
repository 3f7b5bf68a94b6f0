import { GOVERNED_WORDS } from '../../../engine/models/governed/governedChartWords.ts';
import {
  type Ending,
  MISSION_ENDINGS,
  type MissionOutcome,
  type Rule,
} from '../../../engine/models/governed/phases.ts';
import type { MissionRow } from '../../../engine/models/governed/reports/governedDetail.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';

/** A rule in a few words: those of the transition that it takes. */
export const describeGovernedRule = (rule: Rule | 'step_limit'): string =>
  GOVERNED_WORDS.triggers[rule].label;

/** Label of the rule, unless the reason next to it begins with the same words. */
export const describeUnstatedRule = (rule: Rule | 'step_limit', reason: string | null): string =>
  reason?.startsWith(describeGovernedRule(rule)) ? '' : describeGovernedRule(rule);

/** Outcomes in words. */
export const OUTCOME_WORDS: Readonly<Record<MissionOutcome, string>> = {
  waiting: 'waiting',
  under_way: 'under way',
  finished: 'finished',
  finished_stuck: 'stopped as stuck',
  cut_off: 'cut off',
};

/** Endings in words. */
export const ENDING_WORDS: Readonly<Record<Ending, string>> = {
  right: 'right',
  wrong: 'wrong',
  abstained: 'abstained',
  unjudged: 'answered, not judged',
  stuck: 'stopped as stuck',
  cut_off: 'cut off',
};

/** Meaning of each ending, for its tip. */
export const ENDING_MEANINGS: Readonly<Record<Ending, string>> = {
  right: 'Its own final text has an expected answer, or names an expected document.',
  wrong: 'Its own final text claims an answer that is not the expected one, or for which there is none.',
  abstained: 'Its own final text says that it has no answer.',
  unjudged: 'Its own final text claims an answer, and nobody has said what is right.',
  stuck: 'A rule ended it, after advice that did not help.',
  cut_off: 'The limit of steps ended it.',
};

/** "9 right, 3 wrong, 5 stopped as stuck": those that there are. */
export const describeMissionEndings = (
  endings: Readonly<Record<Ending, number>>,
  stuck: string = ENDING_WORDS.stuck,
): string =>
  MISSION_ENDINGS.filter(ending => endings[ending] > 0)
    .map(
      ending =>
        `${formatGroupedInteger(endings[ending])} ${ending === 'stuck' ? stuck : ENDING_WORDS[ending]}`,
    )
    .join(', ');

/** "right, on advice: same tool", "stopped: repeated search", "analyzing, advice is next", "cut off at 24". */
export function describeMissionOutcome(row: MissionRow): readonly [string, string] {
  const { outcome, ending, phase, rule, steps, stuck } = row;
  switch (outcome) {
    case 'waiting':
      return [OUTCOME_WORDS[outcome], ''];
    case 'finished':
      return [describeMissionEnding(ending, rule !== null), rule === null ? '' : describeGovernedRule(rule)];
    case 'finished_stuck':
      return rule === null ? [OUTCOME_WORDS[outcome], ''] : ['stopped: ', describeGovernedRule(rule)];
    case 'cut_off':
      return [`cut off at ${steps}`, ''];
    case 'under_way':
      if (isStuckMissionPhase(phase))
        return rule === null ? [phase, ''] : [`${phase}: `, describeGovernedRule(rule)];
      if (phase === 'init') return ['starts next', ''];
      return [
        `${phase}${row.resumed > 0 ? `, try ${row.resumed + 1}` : ''}${stuck ? ', advice is next' : ''}`,
        '',
      ];
  }
}

function describeMissionEnding(ending: Ending | null, isAdvised: boolean): string {
  const words = ending === 'unjudged' ? 'finished' : ENDING_WORDS[ending ?? 'unjudged'];
  return isAdvised ? `${words}, advised: ` : words;
}

/** True for the STUCK_* phases. */
export const isStuckMissionPhase = (phase: string): boolean => phase.startsWith('stuck_');
