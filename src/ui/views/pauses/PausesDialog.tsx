import { createPortal } from 'react-dom';
import { Dialog } from '../../controls/Dialog.tsx';
import { useLink, usePage } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/words.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import type { Pause } from '../../state/pausesState.ts';
import { NewPause } from './NewPause.tsx';
import styles from './Pauses.module.css';

/** Where playing pauses by itself: the conditions, and the ways to the next and the last round that meets one. */
export function PausesDialog({ onClose }: { readonly onClose: () => void }) {
  const link = useLink();
  const all = usePage(state => state.pauses);
  const isOn = all.some(one => one.isOn);
  const phase = usePage(state => state.phase);
  const { tick } = usePage(getCurrentModelWords);
  // Its button is in the footer, which is a landmark of its own.
  return createPortal(
    <Dialog title="Pause when…" onClose={onClose}>
      <p>Playing pauses after the first {tick} that meets a condition; nothing about the run changes.</p>
      {all.length > 0 && (
        <ul className={styles.list}>
          {all.map(one => (
            <Line key={one.text} pause={one} />
          ))}
        </ul>
      )}
      <NewPause />
      <p className={styles.ways}>
        <button
          type="button"
          disabled={!isOn || phase !== 'paused'}
          onClick={() => {
            onClose();
            void link.toggle();
          }}
        >
          Play to the next
        </button>
        <button
          type="button"
          disabled={!isOn || phase !== 'paused'}
          onClick={() => {
            onClose();
            void link.backToMet();
          }}
        >
          Back to the last one
        </button>
        {!isOn && (
          <span className="label">
            {all.length === 0 ? 'once a condition is added' : 'once one is switched on'}
          </span>
        )}
      </p>
    </Dialog>,
    document.body,
  );
}

function Line({ pause: { text, isOn, fits, hits } }: { readonly pause: Pause }) {
  const link = useLink();
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={event => void link.setPause(text, { isOn: event.target.checked })}
        />{' '}
        <span className="mono">{text}</span>
      </label>
      <span className="label">
        {fits ? hits > 0 && `paused ${formatNounCount(hits, 'time')}` : 'not in this run'}
      </span>
      <button type="button" aria-label={`Remove “${text}”`} onClick={() => void link.setPause(text, null)}>
        Remove
      </button>
    </li>
  );
}
