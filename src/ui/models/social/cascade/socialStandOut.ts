import type { StandOut } from '../../../model/modelAppearance.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { getFocusedRow, getSocialPart } from '../socialPart.ts';
import { collectBranchRows, computeTidyLanes } from './cascadeLayout.ts';

/** Authors on the branch of the post that is looked at, or in the cascade on the screen. */
export const SOCIAL_STAND_OUT: StandOut = {
  watch: state => getSocialPart(state).tree,
  lit(state) {
    const { tree } = getSocialPart(state);
    const row = getFocusedRow(state);
    if (!tree || row < 0) return null;
    return new Set(
      [...collectBranchRows(tree, computeTidyLanes(tree), row)].flatMap(other => tree.author[other] ?? []),
    );
  },
  members(state) {
    const { tree } = getSocialPart(state);
    return tree ? tree.author.filter((_, row) => tree.tick[row] <= getViewedTick(state)) : [];
  },
  litNote: people => `lit: the ${people} on this branch`,
  membersNote: people => `outlined: the ${people} in the cascade`,
};
