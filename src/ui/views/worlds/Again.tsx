import { useCommands, usePage } from '../../hooks/hooks.ts';
import { isRecordedModel } from '../../model/getModelAppearance.ts';
import { explainNoReplicates } from '../../store/deciders.ts';
import styles from '../bar/Headline.module.css';

/** Plays the run in other worlds. */
export function Again() {
  const commands = useCommands();
  const isPossible = usePage(
    ({ head, phase, run }) =>
      head > 0 && phase === 'paused' && run !== null && !isRecordedModel(run.setup.model),
  );
  const obstacle = usePage(explainNoReplicates);
  if (!isPossible) return null;
  const ready = () => void (obstacle === null && commands.readyWorlds());
  return (
    <button
      type="button"
      className={styles.again}
      aria-disabled={obstacle !== null}
      title={obstacle ?? undefined}
      onPointerEnter={ready}
      onFocus={ready}
      onClick={() => void (obstacle === null && commands.playWorlds({ worlds: 200 }))}
    >
      Would it happen again?
    </button>
  );
}
