import { GAPS } from '../../charts/fitting.ts';
import type { PlacedEdge } from '../../charts/placement.ts';

type Label = PlacedEdge['label'];

/** Where a name begins a row of its own. */
export const startsLabelRow = (label: Label, position: number) =>
  label?.rowHeight !== undefined && position > 0 && position % 2 === 0
    ? { x: label.x, dy: label.rowHeight }
    : {};

/** Pixels before a name or a number. */
export function getGapBeforePart(label: Label, position: number): number {
  if (position === 0 || (position % 2 === 0 && label?.rowHeight !== undefined)) return 0;
  return position % 2 ? GAPS.number : GAPS.name;
}
