import { useLink } from '../../hooks/hooks.ts';
import type { DamagedRow } from '../../state/keptRow.ts';
import { DeleteRun } from './DeleteRun.tsx';
import styles from './RunsPanel.module.css';

/** An entry of the list that cannot be understood. Its run may be whole: it can be opened, saved or deleted. */
export function DamagedRun({ row: { id, problem } }: { readonly row: DamagedRow }) {
  const link = useLink();
  return (
    <li className={styles.row}>
      <span />
      <div className={styles.what}>
        <p className={styles.name}>
          <b>Damaged entry</b>
        </p>
        <p className="label">{problem}; its run may be whole.</p>
        <p className={styles.tools}>
          <button type="button" onClick={() => void link.openKept(id)}>
            Open its run
          </button>
          <button type="button" onClick={() => void link.saveKept(id)}>
            Save as file
          </button>
          <DeleteRun id={id} />
        </p>
      </div>
    </li>
  );
}
