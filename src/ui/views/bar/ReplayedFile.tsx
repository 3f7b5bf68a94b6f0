import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { describeCheckBriefly } from '../../words/describeVerdict.ts';
import styles from './ReplayedFile.module.css';

/** The document that the run on the screen replays, and what came of its check; a press opens the details, and begins the check where none was made. */
export function ReplayedFile() {
  const store = usePageStore();
  const commands = useCommands();
  const replayed = usePage(state => state.replayed);
  if (replayed === null) return null;
  const { name, check } = replayed;
  const differs = check !== null && typeof check === 'object' && check.verdict === 'differs';
  const open = () => {
    store.getState().arrange({ panel: 'oracle' });
    if (check === null) void commands.verify();
  };
  return (
    <button
      type="button"
      className={`${styles.file} ${differs ? styles.differs : ''}`}
      title={
        check === null
          ? 'check every section of the document'
          : 'the document and its check, in “Who decides”'
      }
      onClick={open}
    >
      {name}: {describeCheckBriefly(check)}
    </button>
  );
}
