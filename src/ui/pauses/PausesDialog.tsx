import { useState } from 'react';
import { createPortal } from 'react-dom';
import { agentId } from '../../engine/indices.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { useLink, usePage } from '../hooks.ts';
import { inspected } from '../selection.ts';
import type { Pause } from '../store/pausesState.ts';
import { stateWords } from '../words/chartWords.ts';
import { counted } from '../words/words.ts';
import styles from './Pauses.module.css';

/** Where playing pauses by itself: the conditions, and the ways to the next and the last round that meets one. */
export function PausesDialog({ onClose }: { readonly onClose: () => void }) {
  const link = useLink();
  const all = usePage(state => state.pauses);
  const isOn = all.some(one => one.isOn);
  const phase = usePage(state => state.phase);
  // Its button is in the footer, which is a landmark of its own.
  return createPortal(
    <Dialog title="Pause when…" onClose={onClose}>
      <p>Playing pauses after the first round that meets a condition; nothing about the run changes.</p>
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
          title="failures are not known of rounds that are over"
          onClick={() => {
            onClose();
            void link.backToMet();
          }}
        >
          Back to the last one
        </button>
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
        {fits ? hits > 0 && `paused ${counted(hits, 'time')}` : 'not in this run'}
      </span>
      <button type="button" aria-label={`Remove “${text}”`} onClick={() => void link.setPause(text, null)}>
        Remove
      </button>
    </li>
  );
}

const KINDS = {
  enters: 'somebody enters',
  takes: 'somebody takes',
  outcome: 'an outcome reaches',
  state: 'so many are in',
  moves: 'the selected moves',
  fails: 'something fails',
} as const;

type Kind = keyof typeof KINDS;

/** Puts a condition together. */
function NewPause() {
  const link = useLink();
  const [kind, setKind] = useState<Kind>('enters');
  const [name, setName] = useState('');
  const [value, setValue] = useState('10');
  const chart = usePage(state => state.run?.info.chart);
  const info = usePage(state => state.run?.info);
  const outcomes = (info?.outcomes ?? []).filter(
    ({ needs }) => needs === undefined || Boolean(info?.config.parameters[needs]),
  );
  const agent = usePage(state => inspected(state.selection));
  const person = usePage(({ run }) => (agent === null ? null : (run?.info.names[agent] ?? null)));
  const [isOwn, setOwn] = useState(false);
  const states = (chart?.states ?? []).map(id => [id, stateWords(chart, id)] as const);
  const choices =
    kind === 'takes'
      ? [...new Set(chart?.transitions.map(({ trigger }) => trigger))].map(id => [id, id] as const)
      : kind === 'outcome'
        ? outcomes.map(one => [one.name, one.label.toLowerCase()] as const)
        : kind === 'moves' || kind === 'fails'
          ? []
          : states;
  const chosen = choices.some(([id]) => id === name) ? name : (choices[0]?.[0] ?? '');
  const canBeOwn = (kind === 'enters' || kind === 'takes') && agent !== null;
  const who = canBeOwn && isOwn ? `${agentId(agent)} ` : '';
  const text = {
    enters: `${who}enters ${chosen}`,
    takes: `${who}takes ${chosen}`,
    outcome: `${chosen} >= ${value}`,
    state: `${chosen} >= ${value}`,
    moves: agent === null ? '' : `${agentId(agent)} moves`,
    fails: 'fails',
  }[kind];
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        void link.addPause(text);
      }}
    >
      <select aria-label="What happens" value={kind} onChange={event => setKind(event.target.value as Kind)}>
        {Object.entries(KINDS).map(([id, words]) => (
          <option key={id} value={id} disabled={id === 'moves' && agent === null}>
            {id === 'moves' && person !== null ? `${person} moves` : words}
          </option>
        ))}
      </select>
      {choices.length > 0 && (
        <select aria-label="Of what" value={chosen} onChange={event => setName(event.target.value)}>
          {choices.map(([id, words]) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </select>
      )}
      {(kind === 'outcome' || kind === 'state') && (
        <input
          aria-label="At least"
          inputMode="decimal"
          size={5}
          value={value}
          onChange={event => setValue(event.target.value)}
        />
      )}
      {canBeOwn && (
        <label>
          <input type="checkbox" checked={isOwn} onChange={event => setOwn(event.target.checked)} /> only{' '}
          {person}
        </label>
      )}
      <button type="submit" disabled={text === ''}>
        Add
      </button>
    </form>
  );
}
