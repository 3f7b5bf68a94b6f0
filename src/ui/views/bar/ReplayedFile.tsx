import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import {
  describeReplayedBriefly,
  isReplayedInDoubt,
  isReplayedUnchecked,
} from '../../words/describeVerdict.ts';
import styles from './ReplayedFile.module.css';

/** The document that the run on the screen replays, and what came of its check; a press opens the details, and begins the check where none was made. */
export function ReplayedFile() {
  const store = usePageStore();
  const commands = useCommands();
  const replayed = usePage(state => state.replayed);
  if (replayed === null) return null;
  const isUnchecked = isReplayedUnchecked(replayed);
  const open = () => {
    store.getState().arrange({ panel: 'oracle' });
    if (isUnchecked) void commands.verify();
  };
  return (
    <button
      type="button"
      className={`${styles.file} ${isReplayedInDoubt(replayed) ? styles.doubted : ''}`}
      data-sheet={replayed.sheet !== undefined || undefined}
      title={
        isUnchecked ? 'check every section of the document' : 'the document and its check, in “Who decides”'
      }
      onClick={open}
    >
      {replayed.name}: {describeReplayedBriefly(replayed)}
    </button>
  );
}
