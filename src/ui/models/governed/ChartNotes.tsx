import type { Placement } from '../../charts/placement.ts';
import { useCalmPage, usePage } from '../../hooks.ts';
import { grouped } from '../../words/words.ts';
import { governedOf } from './governedPart.ts';

/**
 * Notes in the last box: how many finished and how many were stopped, with a summary under governance; as of
 * now.
 */
export function ChartNotes({ placement }: { readonly placement: Placement }) {
  const box = placement.states.find(({ state }) => state === 'finishing')?.box;
  const finished = useCalmPage(state => governedOf(state).frame?.finished ?? 0, 'states');
  const stopped = useCalmPage(
    state => (governedOf(state).frame?.finishedStuck ?? 0) + (governedOf(state).frame?.cutOff ?? 0),
    'states',
  );
  const isNow = useCalmPage(({ selection, head }) => (selection.cursor ?? head) === head, 'states');
  const governed = usePage(({ run }) => run?.info.config.parameters.governance !== false);
  if (!box || !isNow) return null;
  return (
    <text x={box.x + 78} y={box.y + 16} pointerEvents="none">
      {grouped(finished)} finished, {grouped(stopped)} {governed ? 'stopped, with a summary' : 'cut off'}
    </text>
  );
}
