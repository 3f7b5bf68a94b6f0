import { useEffect, useState } from 'react';
import { formatNounCount } from '../../lib/words.ts';
import type { KeptRow } from '../../state/keptRow.ts';
import { formatDiskSize } from './formatDiskSize.ts';
import styles from './RunsPanel.module.css';

/** What the kept runs take, and whether the browser may clear them when it is short of room. */
export function StorageNote({ rows }: { readonly rows: readonly KeptRow[] }) {
  const [isPersisted, setPersisted] = useState<boolean | null>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    void navigator.storage?.persisted?.().then(setPersisted, () => undefined);
  }, []);
  const ask = async () => {
    const granted = await navigator.storage.persist();
    setPersisted(granted);
    setRefused(!granted);
  };
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return (
    <p className="label">
      {formatNounCount(rows.length, 'run')}, {formatDiskSize(bytes)}.{' '}
      {isPersisted === true && 'The browser clears them only when you tell it to.'}
      {isPersisted === false && (
        <>
          The browser may clear them when it is short of room
          {isRefused ? ', and did not agree to spare them: a saved file is the copy that counts.' : '.'}{' '}
          {!isRefused && (
            <button type="button" className={styles.small} onClick={() => void ask()}>
              Ask it to spare them
            </button>
          )}
        </>
      )}
    </p>
  );
}
