import { useViews } from '../../models/useViews.ts';
import { DifferenceView } from './DifferenceView.tsx';
import { PairStates } from './PairStates.tsx';
import { PartingsView } from './PartingsView.tsx';

/** Two runs on one axis: their states, the difference, the model's own view of the run on the screen, and who parts when. */
export function CompareColumn() {
  const { Place } = useViews();
  return (
    <>
      <PairStates side="a" />
      <PairStates side="b" />
      <DifferenceView />
      <Place />
      <PartingsView />
    </>
  );
}
