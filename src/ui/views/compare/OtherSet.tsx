import { useEffect, useState } from 'react';
import { useLink, usePage, usePageStore } from '../../hooks.ts';
import type { KeptRow } from '../../kept/keptRow.ts';
import { nameNow } from '../../link/recordedSets.ts';
import { lookNow } from '../../models/looks.ts';
import { visible } from '../../words/words.ts';
import { agoWords } from '../runs/agoWords.ts';
import styles from './Compare.module.css';

interface Props {
  readonly isBusy: boolean;
  onCompare(comparing: Promise<boolean>): void;
}

/** Kept runs that are offered; the others are in the list of runs. */
const OFFERED = 8;

/** Another set of recordings: files of the user's, a bundled set, or a run that this browser keeps. */
export function OtherSet({ isBusy, onCompare }: Props) {
  const link = useLink();
  const store = usePageStore();
  const { presets, presetsAre = '', takes } = usePage(lookNow);
  const setup = usePage(({ run }) => run?.setup);
  const own = usePage(nameNow);
  const kept = useKept();
  if (setup === undefined) return null;
  const isOwn = setup.own?.includes(presetsAre) === true;
  const bundled = presets.filter(({ value }) => isOwn || value !== setup.preset);
  const comparePreset = (preset: string, other: string) => {
    const rest = (setup.own ?? []).filter(input => input !== presetsAre);
    const { own: _, ...plain } = setup;
    const its = { ...plain, preset, agents: null, ...(rest.length > 0 && { own: rest }) };
    onCompare(link.compare({ kind: 'setup', setup: its, files: link.ownFiles(), rounds: 0 }, { own, other }));
  };
  return (
    <div className={styles.variant}>
      <h3>With other {presetsAre}</h3>
      <p>
        <label className={styles.file}>
          {takes}{' '}
          <input
            type="file"
            multiple
            disabled={isBusy}
            onChange={event => {
              const files = [...(event.target.files ?? [])];
              if (files.length > 0)
                onCompare(
                  link.openFiles(files, presetsAre, 'beside').then(() => store.getState().pair !== null),
                );
              event.target.value = '';
            }}
          />
        </label>
      </p>
      <ul className={styles.list}>
        {bundled.map(({ value, label, title }) => (
          <li key={value}>
            <button type="button" disabled={isBusy} onClick={() => comparePreset(value, label)}>
              {label}
            </button>
            <span>{title}</span>
          </li>
        ))}
        {kept.map(({ id, name, words, touched }) => (
          <li key={id}>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => onCompare(link.compare({ kind: 'kept', id }, { own, other: name ?? words }))}
            >
              {visible(name ?? words)}
            </button>
            <span>kept, {agoWords(touched, Date.now())}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Other runs of the model that this browser keeps. */
function useKept(): readonly KeptRow[] {
  const link = useLink();
  const [rows, setRows] = useState<readonly KeptRow[]>([]);
  const model = usePage(({ run }) => run?.setup.model);
  const keptAs = usePage(state => state.keptAs);
  useEffect(() => {
    let isThere = true;
    void link.listKept().then(({ rows: all }) => {
      if (isThere) setRows(all.filter(({ id, setup }) => setup.model === model && id !== keptAs));
    });
    return () => {
      isThere = false;
    };
  }, [link, model, keptAs]);
  return rows.slice(0, OFFERED);
}
