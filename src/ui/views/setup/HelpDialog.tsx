import type { RunConfig } from '../../../engine/setup/config.ts';
import type { PlainWords } from '../../../engine/statechart/definition.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { addIndefiniteArticle } from '../../lib/formatCounts.ts';
import { LETTER_KEYS, writeStoredItem } from '../../lib/storedItems.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import styles from './HelpDialog.module.css';
import { HelpExampleList, type HelpExamples } from './HelpExamples.tsx';

/** The page's keys. @param tick the model's word for one: "round" */
const listPageKeys = (tick: string): readonly (readonly [string, string])[] => [
  ['Space', 'plays and pauses, everywhere but in a text field and on a control that was reached by Tab'],
  ['→', `one ${tick}: played at the end of the run, else the cursor`],
  ['←', `the cursor back by a ${tick}`],
  [
    'Shift ← →',
    `brushes ${tick}s up to the one that is looked at: every region counts what happened in them`,
  ],
  ['Home, End', `the cursor to the first ${tick}, and to the last`],
  ['W  S', 'zoom in and out (also Ctrl and the wheel)'],
  ['A  D', 'pan (also Shift and the wheel)'],
  ['C', 'another run next to this one, to compare them'],
  ['F', `fits the run or the brushed ${tick}s into the window; again: follows the head`],
  [
    'T',
    'statistics: how long agents stay, where they go, who is stuck; of those who are selected, or of all',
  ],
  ['L', 'the log: what happens, line by line; J and K go from line to line'],
  ['/', 'searches'],
  ['I', 'leads to the inspector'],
  [
    'Esc',
    'closes the panel at the left or the log, else clears who is selected (on a phone first), else closes the statistics, else goes to the latest, else leaves a comparison',
  ],
  ['Ctrl Z', 'undoes the change by which the run branched off; with Shift: redoes it'],
  ['?', 'this page'],
  ['↑  ↓', 'in a chart: the next row or mark; Enter selects it'],
];

/** A key of the model's views, and its effect; a text is the meaning of a mark. */
export type HelpFact = string | readonly [key: string, effect: string];

/** A model's own part of Help. */
export interface HelpContents {
  /** Keys of its views, and meanings of their marks. */
  readonly facts: readonly HelpFact[];
  /** A language that it is written in, by example; absent for none. @param parameters of the run on the screen; null for none */
  readonly describeLanguage?: (parameters: RunConfig['parameters'] | null) => HelpExamples;
}

interface Props extends HelpContents {
  readonly onClose: () => void;
}

/** Keys, and meanings of the marks. */
export function HelpDialog({ facts, describeLanguage, onClose }: Props) {
  const store = usePageStore();
  const letters = usePage(state => state.letterKeys);
  const { tick, agent } = usePage(getCurrentModelWords);
  const chart = usePage(state => state.run?.info.chart);
  const parameters = usePage(state => state.run?.info.config.parameters ?? null);
  const own = facts.filter(fact => typeof fact !== 'string');
  const ownKeys = new Set(own.flatMap(([key]) => key.split(/,? /)));
  const marks = facts.filter(fact => typeof fact === 'string');
  return (
    <Dialog title="Help" onClose={onClose}>
      <dl className={styles.keys}>
        {[...own, ...listPageKeys(tick)].map(([key, what]) => (
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
            writeStoredItem(LETTER_KEYS, event.target.checked ? 'on' : 'off');
          }}
        />
        single-letter keys ({['W A S D C F T L J K I / ?', ...ownKeys].join(' ')})
      </label>
      <button type="button" onClick={() => store.getState().arrange({ help: null, scenarios: '' })}>
        Scenarios: questions, each with what its worlds came to
      </button>
      <h3>Terms</h3>
      <ul className={styles.facts}>
        {marks.map(fact => (
          <li key={fact}>{fact}</li>
        ))}
        <li>
          A language model may answer differently each time. Its answers are in the exported document: drop it
          on the page, and the run is repeated without the model.
        </li>
      </ul>
      {chart?.words && Object.keys(chart.words.states).length > 0 && (
        <>
          <h3>States: what {addIndefiniteArticle(agent[0])} in one does</h3>
          <Meanings names={chart.states} of={chart.words.states} />
          {Object.keys(chart.words.triggers).length > 0 && <h3>Transitions, with the triggers’ names</h3>}
          <Meanings names={Object.keys(chart.words.triggers)} of={chart.words.triggers} isNamed />
        </>
      )}
      {describeLanguage && <HelpExampleList {...describeLanguage(parameters)} />}
    </Dialog>
  );
}

interface MeaningsProps {
  readonly names: readonly string[];
  readonly of: Readonly<Record<string, PlainWords>>;
  /** True if the label is followed by the name in the chart's definition. */
  readonly isNamed?: true;
}

function Meanings({ names, of, isNamed }: MeaningsProps) {
  return (
    <dl className={styles.meanings}>
      {names.map(name => (
        <div key={name}>
          <dt>
            {of[name]?.label ?? name} {isNamed && <code>{name}</code>}
          </dt>
          <dd>{of[name]?.description}</dd>
        </div>
      ))}
    </dl>
  );
}
