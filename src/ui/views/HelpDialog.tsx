import { Dialog } from '../controls/Dialog.tsx';
import { usePage, usePageStore } from '../hooks.ts';
import { LETTER_KEYS, remember } from '../storage.ts';
import styles from './HelpDialog.module.css';

const KEYS: readonly (readonly [string, string])[] = [
  ['Space', 'plays and pauses'],
  ['→', 'one round: a step at the end of the run, else the cursor'],
  ['←', 'the cursor back by a round'],
  ['W  S', 'zoom in and out (also Ctrl and the wheel)'],
  ['A  D', 'pan (also Shift and the wheel)'],
  ['F', 'fits the run or the brushed rounds into the window; again: follows the head'],
  ['/', 'searches an agent'],
  ['Esc', 'clears the last selection'],
  ['?', 'this page'],
  ['↑  ↓', 'in a chart: the next row, state or post; Enter selects it'],
];

interface Props {
  /** Meanings of the marks in the model's views. */
  readonly facts: readonly string[];
  readonly onClose: () => void;
}

/** Keys, and meanings of the marks. */
export function HelpDialog({ facts, onClose }: Props) {
  const store = usePageStore();
  const letters = usePage(state => state.letterKeys);
  return (
    <Dialog title="Help" onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={letters}
          onChange={event => {
            store.getState().arrange({ letterKeys: event.target.checked });
            remember(LETTER_KEYS, event.target.checked ? 'on' : 'off');
          }}
        />
        single-letter keys (W A S D F / ?)
      </label>
      <h3>What is what</h3>
      <ul className={styles.facts}>
        {facts.map(fact => (
          <li key={fact}>{fact}</li>
        ))}
        <li>
          A language model may answer differently each time. Its answers are in the exported document: drop it
          on the page, and the run is repeated without the model.
        </li>
      </ul>
    </Dialog>
  );
}
