import type { Placement } from '../../charts/placement.ts';
import styles from '../../views/statechart/ChartSvg.module.css';

/** The meaning of a star, beside it. */
export function ChartNotes({ placement }: { readonly placement: Placement }) {
  const wild = placement.edges.find(({ isWildcard }) => isWildcard);
  const [x, y] = wild?.route.points[0] ?? [0, 0];
  const lowest = Math.max(...placement.states.map(({ box }) => box.y + box.height));
  if (!wild || x < 200 || y < lowest - 4) return null;
  return (
    <text className={styles.halo} x={x - 10} y={lowest + 15} textAnchor="end" pointerEvents="none">
      * any state; yields to exact edges
    </text>
  );
}
