import type { Files } from '../../../engine/files/namedFile.ts';
import type { RunSource } from '../../../workers/protocol/api.ts';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { Branch } from '../../state/pageState.ts';
import styles from './Headline.module.css';

/** "branch of 3d70ab37 after Round 10: Liking 3", and the way to what that did. */
export function BranchNote() {
  const commands = useCommands();
  const branch = usePage(state => state.branch);
  const { Tick } = usePage(getCurrentModelWords);
  const isByPolicy = usePage(
    ({ run, phase, mixed }) => phase === 'paused' && !mixed && run?.setup.oracle.kind === 'policy',
  );
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
      {isByPolicy && !isOtherText && (
        <button
          type="button"
          className={styles.back}
          title="both runs with other draws from the change on, in 200 worlds: is it the change, or luck?"
          onClick={() => void commands.playWorlds({ worlds: 200, isAgainstParent: true })}
        >
          In 200 worlds?
        </button>
      )}{' '}
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
