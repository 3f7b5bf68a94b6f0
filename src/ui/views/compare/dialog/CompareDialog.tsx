import { useEffect, useState } from 'react';
import { getCurrentSetName } from '../../../commands/recordedSets.ts';
import { Dialog } from '../../../controls/Dialog.tsx';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import { getCurrentAppearance, isRecordedModel } from '../../../model/getModelAppearance.ts';
import type { PairChoicesProps } from '../../../model/modelPlugin.ts';
import { getCurrentPlugin } from '../../../model/registered.ts';
import type { NamedChoice } from '../../../state/oracleChoices.ts';
import type { SavedRow } from '../../../state/savedRow.ts';
import { formatTimeAgo } from '../../runs/formatTimeAgo.ts';
import styles from '../Compare.module.css';
import { VariantForm } from './VariantForm.tsx';

/** Chooses the run to compare with: this one with one thing otherwise, or a run document. */
export function CompareDialog() {
  const store = usePageStore();
  const commands = useCommands();
  const recorded = usePage(({ run }) => run !== null && isRecordedModel(run.setup.model));
  const close = () => store.getState().arrange({ isComparing: false });
  const [isBusy, setBusy] = useState(false);
  const compared = async (comparing: Promise<boolean>) => {
    setBusy(true);
    if (await comparing) close();
    setBusy(false);
  };
  return (
    <Dialog title="Compare this run" onClose={close}>
      <p>
        {recorded
          ? 'A second set next to this one, which stays as it is: outcomes, costs, loops, states and moves with intervals, and the tasks with a different outcome.'
          : 'Another run is played next to this one, which stays as it is: both on one axis, what differs, and who diverges first, when and why.'}
      </p>
      {recorded ? (
        <OtherSet isBusy={isBusy} onCompare={comparing => void compared(comparing)} />
      ) : (
        <VariantForm isBusy={isBusy} onCompare={comparing => void compared(comparing)} />
      )}
      <h3>{recorded ? 'With a run document' : 'With a recorded run'}</h3>
      <p>
        <label className={styles.file}>
          a run document of this model, such as one that Export has written{' '}
          <input
            type="file"
            accept=".json,application/json"
            disabled={isBusy}
            onChange={event => {
              const file = event.target.files?.[0];
              if (file) void compared(commands.compareFile(file));
            }}
          />
        </label>
      </p>
    </Dialog>
  );
}

/** Saved runs that are offered; the others are in the list of runs. */
const OFFERED = 8;

/** Another set of recordings: files of the user's, a bundled set, or a run that this browser keeps. */
function OtherSet({ isBusy, onCompare }: PairChoicesProps) {
  const commands = useCommands();
  const store = usePageStore();
  const { presets, presetsAre = '', takes } = usePage(getCurrentAppearance);
  const setup = usePage(({ run }) => run?.setup);
  const own = usePage(getCurrentSetName);
  const kept = useSavedRows();
  const Choices = usePage(state => getCurrentPlugin(state).views.pair?.Choices);
  if (setup === undefined) return null;
  const isOwn = setup.own?.includes(presetsAre) === true;
  const bundled = isOwn ? presets : presets.filter(one => isComparableSet(one, setup.preset, presets));
  const pair = isOwn || bundled.length > 0 ? null : findComparablePair(presets);
  const comparePreset = (preset: string, other: string) => {
    const rest = (setup.own ?? []).filter(input => input !== presetsAre);
    const { own: _, ...plain } = setup;
    const its = { ...plain, preset, agents: null, ...(rest.length > 0 && { own: rest }) };
    onCompare(
      commands.compare({ kind: 'setup', setup: its, files: commands.ownFiles(), rounds: 0 }, { own, other }),
    );
  };
  const openBoth = async ([a, b]: Pair) => {
    await commands.reset({ preset: a.value, own: [], agents: null, parameters: {}, changes: [] });
    const { run } = store.getState();
    if (run?.setup.preset !== a.value) return false;
    const its = { ...run.setup, preset: b.value };
    return commands.compare(
      { kind: 'setup', setup: its, files: {}, rounds: 0 },
      { own: a.label, other: b.label },
    );
  };
  return (
    <div className={styles.variant}>
      {Choices && <Choices isBusy={isBusy} onCompare={onCompare} />}
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
                  commands.openFiles(files, presetsAre, 'beside').then(() => store.getState().pair !== null),
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
              {pair[0].label} and {pair[1].label}
            </button>
            <span>an example: the same tasks, one set in place of the one on the screen</span>
          </li>
        )}
        {kept.map(({ id, name, words, touched }) => (
          <li key={id}>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => onCompare(commands.compare({ kind: 'kept', id }, { own, other: name ?? words }))}
            >
              {escapeInvisibleText(name ?? words)}
            </button>
            <span>saved {formatTimeAgo(touched, Date.now())}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Pair = readonly [NamedChoice, NamedChoice];

/** True if a bundled set has the tasks of another one. */
function isComparableSet(
  { value, tasks }: NamedChoice,
  preset: string,
  presets: readonly NamedChoice[],
): boolean {
  const own = presets.find(one => one.value === preset);
  return value !== preset && tasks !== undefined && tasks === own?.tasks;
}

/** Two bundled sets of the same tasks; null if there are none. */
function findComparablePair(presets: readonly NamedChoice[]): Pair | null {
  for (const a of presets) for (const b of presets) if (isComparableSet(b, a.value, presets)) return [a, b];
  return null;
}

/** Other runs of the model that this browser keeps. */
function useSavedRows(): readonly SavedRow[] {
  const commands = useCommands();
  const [rows, setRows] = useState<readonly SavedRow[]>([]);
  const model = usePage(({ run }) => run?.setup.model);
  const keptAs = usePage(state => state.keptAs);
  useEffect(() => {
    let isThere = true;
    void commands.listKept().then(({ rows: all }) => {
      if (isThere) setRows(all.filter(({ id, setup }) => setup.model === model && id !== keptAs));
    });
    return () => {
      isThere = false;
    };
  }, [commands, model, keptAs]);
  return rows.slice(0, OFFERED);
}
