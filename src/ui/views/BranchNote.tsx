import { useLink, usePage } from '../hooks.ts';
import { wordsNow } from '../models/looks.ts';
import styles from './Headline.module.css';

/** "branch of 3d70ab37 after Round 10: Liking 3", and the way to what that did. */
export function BranchNote() {
  const link = useLink();
  const branch = usePage(state => state.branch);
  const { Tick } = usePage(wordsNow);
  if (branch === null) return null;
  const { from, change, since, parent } = branch;
  const compare = () => {
    const source =
      parent.document === null
        ? ({ kind: 'setup', setup: parent.setup, files: link.ownFiles(), rounds: parent.head } as const)
        : ({ kind: 'document', file: parent.document } as const);
    void link.compare(source, { own: `${change} ${since}`, other: 'without it' }, true);
  };
  return (
    <>
      branch of <span className="mono">{parent.hash.slice(0, 8)}</span> after {Tick} {from}: {change}.{' '}
      <button type="button" className={styles.back} onClick={compare}>
        What did it change?
      </button>
    </>
  );
}
