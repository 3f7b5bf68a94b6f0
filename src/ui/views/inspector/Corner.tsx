import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { usePage } from '../../hooks/hooks.ts';
import type { PageState } from '../../state/pageState.ts';
import { isSomebodySelected } from '../../state/selection.ts';
import { getCurrentWorlds } from '../../store/slices/worldsSlice.ts';
import type { InPlace } from './Corners.tsx';
import { Inspector } from './Inspector.tsx';

const Corners = createLazyView<{ which: InPlace }>(
  async () => (await import('./Corners.tsx')).Corners,
  <Inspector />,
);

/** The content in place of the inspector; null if there is none. */
function findCornerReplacement(state: PageState): InPlace | null {
  if (state.isLogged) return 'log';
  if (!isSomebodySelected(state.selection)) {
    if (state.counted !== null) return 'statistics';
    if (state.pair !== null) return 'compared';
    if (getCurrentWorlds(state) !== null) return 'worlds';
  }
  return state.run !== null && isLanguageModelOracle(state.run.setup.oracle) ? 'oracle' : null;
}

/**
 * The lower left: agents or the report of the deciding language model; the log; statistics; two compared runs in
 * figures, or many.
 */
export function Corner() {
  const which = usePage(findCornerReplacement);
  return which === null ? <Inspector /> : <Corners which={which} />;
}
