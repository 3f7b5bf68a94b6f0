import type { ParentComparison } from '../../../../engine/models/social/reports/socialQueries.ts';
import type { ParentRule } from '../../../../engine/models/social/socialChoices.ts';
import { formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';

type Exposures = ParentComparison['exposures'];

/** The copies by which authors could have come to a cascade, and where the choice of a parent lies under the run's rule. */
export const describeParentDecision = (rule: ParentRule, exposures: Exposures): string =>
  [describeCopies(exposures), RULES[rule](exposures), describeUnseenFirst(rule, exposures)]
    .filter(sentence => sentence !== '')
    .join(' ');

function describeCopies({ none, one, several, most }: Exposures): string {
  const upTo = several > 0 ? `, up to ${formatGroupedInteger(most)}` : '';
  return `Of ${formatNounCount(none + one + several, 'post')} below the first, ${formatGroupedInteger(several)} had several copies that their authors could have seen${upTo}, ${formatGroupedInteger(one)} had one, and ${formatGroupedInteger(none)} had none of somebody they follow.`;
}

const describeChance = (): string =>
  'By the rule of this run a post names the first with a chance that is drawn for the cascade, whatever its author could have seen: the decision lies in that chance more than in the choice among copies.';

const describeChoice = ({ several }: Exposures): string =>
  several > 0
    ? 'The rule of this run chooses among these copies: where there are several, the parent is a decision, and the measures depend on it.'
    : 'The rule of this run chooses among these copies; here it had nothing to choose.';

const RULES: Readonly<Record<ParentRule, (exposures: Exposures) => string>> = {
  drawn: describeChance,
  root_or_other: describeChance,
  first_seen: describeChoice,
  last_seen: describeChoice,
  strongest_tie: describeChoice,
  weighted_draw: describeChoice,
  original: () =>
    'By the rule of this run a post names what was answered or passed on, whatever its author could have seen: the decision lies in the rule, not in the copies.',
};

/** Rules that name a copy that could be seen have such posts only where the network has changed since. */
function describeUnseenFirst(rule: ParentRule, { unseenFirst, unseenFirstOfOne }: Exposures): string {
  if (unseenFirst === 0 && RULES[rule] === describeChoice) return '';
  const posts =
    unseenFirst === 1
      ? '1 post names the first though its author'
      : `${formatNounCount(unseenFirst, 'post')} name the first though their authors`;
  const alone =
    unseenFirstOfOne === 0
      ? ''
      : ` ${formatGroupedInteger(unseenFirstOfOne)} of these had no choice of copies, and yet ${unseenFirstOfOne === 1 ? 'moves' : 'move'} by a rule that names what could be seen.`;
  return `${posts} could have seen other copies only.${alone}`;
}
