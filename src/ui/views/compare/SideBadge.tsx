import styles from './Compare.module.css';
import type { SideName } from './sides.ts';

/** "A" filled or "B" outlined, the badge of each run in all views. */
export const SideBadge = ({ side }: { readonly side: SideName }) => (
  <b className={`${styles.badge} ${side === 'a' ? styles.a : styles.b}`}>{side.toUpperCase()}</b>
);

/** Heads of a table's columns for both runs and their difference. */
export const SideHeads = () => (
  <>
    <th scope="col">
      <SideBadge side="a" />
    </th>
    <th scope="col">
      <SideBadge side="b" />
    </th>
    <th scope="col">B − A</th>
  </>
);
