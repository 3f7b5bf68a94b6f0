import { useRef } from 'react';
import { useLink, usePage } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/words.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import type { Replayed } from '../../state/pageState.ts';
import { describeVerdict } from '../../words/describeVerdict.ts';
import styles from './OraclePanel.module.css';

/** The answers of a run document, again: chosen here or dropped on the page. */
export function ReplaySection() {
  const link = useLink();
  const picker = useRef<HTMLInputElement>(null);
  const { tick } = usePage(getCurrentModelWords);
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
          {replayed.name}: {formatNounCount(replayed.rounds, tick)}, hash{' '}
          <span className="mono">{replayed.hash.slice(0, 8)}</span>. A question that it lacks stops the run;
          nothing is guessed.
        </p>
      )}
      {replayed && <Check check={replayed.check} onCheck={() => void link.verify()} />}
    </>
  );
}

interface CheckProps {
  readonly check: Replayed['check'];
  readonly onCheck: () => void;
}

/** What the document is worth: all that it says against what follows from its answers. */
function Check({ check, onCheck }: CheckProps) {
  if (check === null)
    return (
      <button type="button" className={styles.start} onClick={onCheck}>
        Check every section
      </button>
    );
  if (typeof check === 'number')
    return <p role="status">Checking every section … {Math.round(check * 100)} %</p>;
  return (
    <>
      <p role="status">Its document is {describeVerdict(check).replace(/^it is /, '')}</p>
      <p className="label">Not checked: {check.unchecked}.</p>
    </>
  );
}
