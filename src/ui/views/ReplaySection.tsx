import { useRef } from 'react';
import { useLink, usePage } from '../hooks.ts';
import { counted } from '../words/words.ts';
import styles from './OraclePanel.module.css';

/** The answers of a run document, again: chosen here or dropped on the page. */
export function ReplaySection() {
  const link = useLink();
  const picker = useRef<HTMLInputElement>(null);
  const replayed = usePage(state => (state.run?.setup.oracle.kind === 'replay' ? state.replayed : null));
  return (
    <>
      <p>
        A run document (Export) has every answer. Drop it on the page, or choose it, together with your own
        files that it was made from: the run is repeated to the same hash, with no model and no network.
      </p>
      <button type="button" className={styles.start} onClick={() => picker.current?.click()}>
        Choose a run document…
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Run document"
        multiple
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void link.openFiles(files);
          event.target.value = '';
        }}
      />
      {replayed && (
        <p className="label">
          {replayed.name}: {counted(replayed.rounds, 'round')}, hash{' '}
          <span className="mono">{replayed.hash.slice(0, 8)}</span>. A question that it lacks stops the run;
          nothing is guessed.
        </p>
      )}
    </>
  );
}
