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

/** What stands in the inspector's place; null: nothing does. */
function findCornerReplacement(state: PageState): InPlace | null {
  if (state.isLogged) return 'log';
  if (!isSomebodySelected(state.selection)) {
    if (state.counted !== null) return 'statistics';
    if (state.pair !== null) return 'compared';
    if (getCurrentWorlds(state) !== null) return 'worlds';
  }
  return state.run !== null && isLanguageModelOracle(state.run.setup.oracle) ? 'oracle' : null;
}

/** The lower left: agents or, where a language model decides, its report; the log; statistics; two runs in figures while they are compared, or many. */
export function Corner() {
  const which = usePage(findCornerReplacement);
  return which === null ? <Inspector /> : <Corners which={which} />;
}
