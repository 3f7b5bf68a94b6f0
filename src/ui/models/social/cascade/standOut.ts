import type { StandOut } from '../../../model/look.ts';
import { shownTick } from '../../../state/shown.ts';
import { focusRow, socialOf } from '../socialPart.ts';
import { branchOf, tidyLanes } from './cascadeLayout.ts';

/** Authors on the branch of the post that is looked at, or in the cascade on the screen. */
export const SOCIAL_STAND_OUT: StandOut = {
  watch: state => socialOf(state).tree,
  lit(state) {
    const { tree } = socialOf(state);
    const row = focusRow(state);
    if (!tree || row < 0) return null;
    return new Set([...branchOf(tree, tidyLanes(tree), row)].flatMap(other => tree.author[other] ?? []));
  },
  members(state) {
    const { tree } = socialOf(state);
    return tree ? tree.author.filter((_, row) => tree.tick[row] <= shownTick(state)) : [];
  },
  litNote: people => `lit: the ${people} on this branch`,
  membersNote: people => `outlined: the ${people} in the cascade`,
};
