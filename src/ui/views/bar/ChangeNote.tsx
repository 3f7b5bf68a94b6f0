import type { Files } from '../../../engine/files/namedFile.ts';
import type { RunSource } from '../../../workers/protocol/api.ts';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { Branch, PageState } from '../../state/pageState.ts';
import { isRunRepeatable } from '../../store/deciders.ts';
import { findRunChange } from '../../worlds/findRunChange.ts';
import styles from './Headline.module.css';

/** The change of the run on the screen, and ways to its effect; without a change the model’s own note. */
export function ChangeNote() {
  const isBranch = usePage(state => state.branch !== null);
  const isChanged = usePage(state => isRunRepeatable(state) && findRunChange(state) !== null);
  const { Chip } = useViews();
  if (isBranch) return <BranchNote />;
  return isChanged ? <LatestChange /> : <Chip />;
}

/** "branch of 3d70ab37 after Round 10: Liking 3" */
function BranchNote() {
  const commands = useCommands();
  const branch = usePage(state => state.branch);
  const { Tick } = usePage(getCurrentModelWords);
  if (branch === null) return null;
  const { from, change, since, isOtherText, parent } = branch;
  const compare = () => {
    const source = getBranchRunSource(branch, commands.ownFiles());
    void commands.compare(source, { own: `${change} ${since}`, other: 'without it' }, true);
  };
  return (
    <>
      branch of <span className="mono">{parent.hash.slice(0, 8)}</span>
      {isOtherText ? `: ${change}, ${since}. ` : ` after ${Tick} ${from}: ${change}. `}
      <button type="button" className={styles.back} onClick={compare}>
        What did it change?
      </button>{' '}
      <InWorlds />{' '}
      <button
        type="button"
        className={styles.back}
        title="Control+Z: the run before the change; Control+Shift+Z brings this one back"
        onClick={() => void commands.undo()}
      >
        Undo
      </button>
    </>
  );
}

/** "Feed chronological from round 1" */
function LatestChange() {
  const store = usePageStore();
  const commands = useCommands();
  const { tick } = usePage(getCurrentModelWords);
  const words = usePage(state => findRunChange(state)?.words ?? '');
  const from = usePage(state => findRunChange(state)?.from);
  const isPaused = usePage(state => state.phase === 'paused');
  const compare = () => {
    const { head } = store.getState();
    const change = findRunChange(store.getState());
    if (change === null) return;
    const again = { setup: change.without, files: commands.ownFiles(), rounds: head };
    const label = `${words} from ${tick} ${from}`;
    void commands.compare({ kind: 'setup', ...again }, { own: label, other: 'without it' }, true);
  };
  return (
    <>
      {words} from {tick} {from}.{' '}
      {isPaused && (
        <button type="button" className={styles.back} onClick={compare}>
          What did it change?
        </button>
      )}{' '}
      <InWorlds />
    </>
  );
}

/** Plays worlds with and without the change: in new societies if it can be made there, else after the run’s own past. */
function InWorlds() {
  const commands = useCommands();
  const isOffered = usePage(
    state => state.phase === 'paused' && isRunRepeatable(state) && findRunChange(state) !== null,
  );
  const from = usePage(state => getFirstOfferedDesign(state));
  if (!isOffered) return null;
  return (
    <button
      type="button"
      className={styles.back}
      title={`with and without the change, in 200 ${from === null ? 'new societies' : 'worlds with the same past and new chance'}: is it the change, or luck?`}
      onClick={() => void commands.playWorlds({ worlds: 200, isAgainstUnchanged: true, from })}
    >
      In 200 worlds?
    </button>
  );
}

/** The first round with new draws; null for new societies. */
function getFirstOfferedDesign(state: PageState): number | null {
  const change = findRunChange(state);
  return change === null || change.isForAnySociety ? null : change.from;
}

/** The run before the change, to be played next to the one on the screen. */
function getBranchRunSource({ parent }: Branch, own: Files): RunSource {
  const { keptAs, document, setup, head, files, columns, isRepeatable } = parent;
  const again = { kind: 'setup', setup, files: files ?? own, rounds: Math.max(0, head) } as const;
  // It can change places with the other one then. After a reload what is kept knows more: its text, the rules of its engine.
  if (isRepeatable && columns !== null) return again;
  if (keptAs !== null) return { kind: 'kept', id: keptAs };
  if (document !== null) return { kind: 'document', file: document };
  return again;
}
