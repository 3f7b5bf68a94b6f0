import { usePage } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { getCurrentAppearance } from '../../model/looks.ts';
import { DifferenceView } from './DifferenceView.tsx';
import { PairStates } from './PairStates.tsx';
import { PartingsView } from './PartingsView.tsx';

/** Two runs on one axis: their states, the difference, the model's own view of the run on the screen, and who parts when. */
export function CompareColumn() {
  const { Place, PairPlace = Place, pair } = useViews();
  // Where all agents are stacked, they are as many in both.
  const hasDifference = usePage(
    state => getCurrentAppearance(state).states.apart !== null && pair === undefined,
  );
  const Rows = pair?.Rows ?? PartingsView;
  return (
    <>
      <PairStates side="a" />
      <PairStates side="b" />
      {hasDifference && <DifferenceView />}
      <PairPlace />
      <Rows />
    </>
  );
}
