import { useState } from 'react';
import { createLoadErrorHandler } from '../../../engine/core/errors.ts';
import { Icon } from '../../controls/Icon.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { useLink, usePageStore } from '../../hooks/hooks.ts';
import { SHARE } from '../../lib/icons.ts';
import { runWithRetry } from '../../store/runWithRetry.ts';
import styles from './Bar.module.css';

const loadShare = preloadOnActivity(() =>
  import('../../commands/shareRun.ts').catch(createLoadErrorHandler('the address')),
);

/** Copies an address that repeats the run up to this round, or says why it cannot. */
export function ShareButton() {
  const store = usePageStore();
  const link = useLink();
  const [copied, setCopied] = useState(false);
  const share = async () => {
    const { shareRun } = await loadShare();
    if (!(await shareRun(store, link.ownFiles()))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <button
      type="button"
      aria-label="Share"
      title="copy an address that repeats this run"
      onClick={() => void runWithRetry(store, share)}
    >
      <Icon outline={SHARE} size={15} className={styles.icon} />
      <span className={styles.word}>{copied ? 'Copied' : 'Share'}</span>
    </button>
  );
}
