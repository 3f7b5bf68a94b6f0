import { useEffect, useState } from 'react';
import { getCurrentSetName } from '../../../commands/recordedSets.ts';
import { useLink, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../../lib/words.ts';
import { getCurrentAppearance } from '../../../model/looks.ts';
import type { Choice } from '../../../state/choices.ts';
import type { KeptRow } from '../../../state/keptRow.ts';
import { formatTimeAgo } from '../../runs/formatTimeAgo.ts';
import styles from '../Compare.module.css';

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
  const { presets, presetsAre = '', takes } = usePage(getCurrentAppearance);
  const setup = usePage(({ run }) => run?.setup);
  const own = usePage(getCurrentSetName);
  const kept = useKept();
  if (setup === undefined) return null;
  const isOwn = setup.own?.includes(presetsAre) === true;
  const bundled = isOwn ? presets : presets.filter(one => isComparableSet(one, setup.preset, presets));
  const pair = isOwn || bundled.length > 0 ? null : findComparablePair(presets);
  const comparePreset = (preset: string, other: string) => {
    const rest = (setup.own ?? []).filter(input => input !== presetsAre);
    const { own: _, ...plain } = setup;
    const its = { ...plain, preset, agents: null, ...(rest.length > 0 && { own: rest }) };
    onCompare(link.compare({ kind: 'setup', setup: its, files: link.ownFiles(), rounds: 0 }, { own, other }));
  };
  const openBoth = async ([a, b]: Pair) => {
    await link.reset({ preset: a.value, own: [], agents: null, parameters: {}, changes: [] });
    const { run } = store.getState();
    if (run?.setup.preset !== a.value) return false;
    const its = { ...run.setup, preset: b.value };
    return link.compare(
      { kind: 'setup', setup: its, files: {}, rounds: 0 },
      { own: a.label, other: b.label },
    );
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
        {pair && (
          <li>
            <button type="button" disabled={isBusy} onClick={() => onCompare(openBoth(pair))}>
              {pair[0].label} beside {pair[1].label}
            </button>
            <span>an example: the same tasks, one set in place of the one on the screen</span>
          </li>
        )}
        {kept.map(({ id, name, words, touched }) => (
          <li key={id}>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => onCompare(link.compare({ kind: 'kept', id }, { own, other: name ?? words }))}
            >
              {escapeInvisibleText(name ?? words)}
            </button>
            <span>kept, {formatTimeAgo(touched, Date.now())}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Pair = readonly [Choice, Choice];

/** Whether a bundled set has the tasks of another one. */
function isComparableSet({ value, tasks }: Choice, preset: string, presets: readonly Choice[]): boolean {
  const own = presets.find(one => one.value === preset);
  return value !== preset && tasks !== undefined && tasks === own?.tasks;
}

/** Two bundled sets of the same tasks; null where there are none. */
function findComparablePair(presets: readonly Choice[]): Pair | null {
  for (const a of presets) for (const b of presets) if (isComparableSet(b, a.value, presets)) return [a, b];
  return null;
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
