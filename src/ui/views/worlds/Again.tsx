import { useLink, usePage } from '../../hooks.ts';
import { isRecorded } from '../../models/looks.ts';
import styles from '../Headline.module.css';

/** Plays the run in other worlds. */
export function Again() {
  const link = useLink();
  const isPossible = usePage(
    ({ head, phase, run }) =>
      head > 0 &&
      phase === 'paused' &&
      run !== null &&
      run.setup.oracle.kind !== 'replay' &&
      !isRecorded(run.setup.model),
  );
  if (!isPossible) return null;
  return (
    <button
      type="button"
      className={styles.again}
      onPointerEnter={() => void link.readyWorlds()}
      onFocus={() => void link.readyWorlds()}
      onClick={() => void link.playWorlds({ worlds: 200 })}
    >
      Would it happen again?
    </button>
  );
}
