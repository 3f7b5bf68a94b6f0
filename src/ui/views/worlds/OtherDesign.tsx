import { useCommands, usePage } from '../../hooks/hooks.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { describeNewSocieties } from '../../worlds/describeDesign.ts';
import { findRunChange } from '../../worlds/findRunChange.ts';
import sweep from './Sweep.module.css';
import styles from './Worlds.module.css';

/** Plays the same change by the other design: in new societies, or after the run’s own past. */
export function OtherDesign({ worlds: { plan, shown } }: { readonly worlds: Worlds }) {
  const commands = useCommands();
  const since = usePage(state => findRunChange(state)?.from);
  const isForAnySociety = usePage(state => findRunChange(state)?.isForAnySociety);
  if (since === undefined || shown !== null) return null;
  const isNew = plan.from === null;
  if (!isNew && !isForAnySociety)
    return (
      <p className={`label ${styles.note}`}>
        Not in new societies: what was changed is somebody or something of this run, and another one there.
      </p>
    );
  const from = isNew ? since : null;
  return (
    <p className={sweep.other}>
      <button
        type="button"
        className={styles.again}
        title={
          isNew
            ? 'up to the round of the change all is as it was in this run, then draws are new: what does the change do here?'
            : `everything is drawn again: what does the change do ${describeNewSocieties(plan)}?`
        }
        onClick={() => void commands.playWorlds({ worlds: plan.worlds, isAgainstUnchanged: true, from })}
      >
        {isNew ? 'Same past, new chance' : 'In new societies'}
      </button>
    </p>
  );
}
