import { useState } from 'react';
import { usePage } from '../hooks.ts';
import { wordsNow } from '../models/looks.ts';
import { BranchDialog } from './BranchDialog.tsx';
import styles from './Headline.module.css';

/** "branch of 3d70ab37 after Round 10: Liking 3", and the way to what that did. */
export function BranchNote() {
  const [isOpen, setOpen] = useState(false);
  const branch = usePage(state => state.branch);
  const { Tick } = usePage(wordsNow);
  if (branch === null) return null;
  const { from, change, parent } = branch;
  return (
    <>
      branch of <span className="mono">{parent.hash.slice(0, 8)}</span> after {Tick} {from}: {change}.{' '}
      <button type="button" className={styles.back} onClick={() => setOpen(true)}>
        What did it change?
      </button>
      {isOpen && <BranchDialog branch={branch} onClose={() => setOpen(false)} />}
    </>
  );
}
