import { Dialog } from '../controls/Dialog.tsx';
import { usePage, usePageStore } from '../hooks.ts';
import { remember } from '../theme.ts';
import styles from './HelpDialog.module.css';

export const LETTER_KEYS = 'statescope-letter-keys';

const KEYS: readonly (readonly [string, string])[] = [
  ['Space', 'plays and pauses'],
  ['→', 'one round: a step at the end of the run, else the cursor'],
  ['←', 'the cursor back by a round'],
  ['W  S', 'zoom in and out (also Ctrl and the wheel)'],
  ['A  D', 'pan (also Shift and the wheel)'],
  ['F', 'fits the run or the brushed rounds into the window; again: follows the head'],
  ['/', 'searches an agent'],
  ['Esc', 'lets go of the last selection'],
  ['?', 'this page'],
  ['↑  ↓', 'in a chart: the next row, state or post; Enter selects it'],
];

/** Keys, and what the marks mean. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
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
            store.setState({ letterKeys: event.target.checked });
            remember(LETTER_KEYS, event.target.checked ? 'on' : 'off');
          }}
        />
        single-letter keys (W A S D F / ?)
      </label>
      <h3>What is what</h3>
      <ul className={styles.facts}>
        <li>
          Each dot in the chart is one agent; the longest-staying sit in the middle. A click selects it.
        </li>
        <li>
          The number at an edge is how many took it in this round; the band’s width grows with its root.
        </li>
        <li>In the timelines a taller bar means more engaged; a ring is a post in the cascade above.</li>
        <li>In a cascade x is the round; a line leads from a post to its answers and reshares.</li>
        <li>
          What is dimmed is the warm-up: rounds played before round 1, so that nobody starts in an empty
          world.
        </li>
        <li>
          The people are synthetic. The same set-up and seed give the same run, here and on the command line,
          as long as the policy decides.
        </li>
        <li>
          A language model may answer otherwise each time. Its answers are in the exported document: drop it
          on the page, and the run is repeated without the model.
        </li>
      </ul>
    </Dialog>
  );
}
