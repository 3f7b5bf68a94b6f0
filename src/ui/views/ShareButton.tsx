import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { writeAddress } from '../address.ts';
import { usePageStore } from '../hooks.ts';
import styles from './Bar.module.css';

/** Copies an address that repeats the run up to this round. */
export function ShareButton() {
  const store = usePageStore();
  const [copied, setCopied] = useState(false);
  const share = async () => {
    const { run, head, mixed, notify } = store.getState();
    if (!run) return;
    if (mixed)
      notify(
        'note',
        'More than one has decided in this run: the address repeats its set-up, and only Export JSON keeps the run itself.',
      );
    const address = new URL(writeAddress(run.setup, Math.max(0, head)), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      notify('note', `The clipboard is not available. The address is ${address}`);
    }
  };
  return (
    <button
      type="button"
      aria-label="Share"
      title="copy an address that repeats this run"
      onClick={() => void share()}
    >
      <Share2 size={15} className={styles.icon} />
      <span className={styles.word}>{copied ? 'Copied' : 'Share'}</span>
    </button>
  );
}
