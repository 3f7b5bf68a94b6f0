import type { Tick } from '../../../engine/core/indices.ts';
import type { Change } from '../../../engine/setup/config.ts';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { PageState } from '../../state/pageState.ts';
import { describeRunChange } from '../../words/describeChange.ts';
import { describeDecider } from '../../words/describeDecider.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import styles from './ChangeFlags.module.css';
import { getFlagX, listFlaggedTicks } from './getFlagX.ts';

/** Maximum number of changes of a round that are listed one by one. */
const MAX_CHANGES_TOLD = 5;

const NO_FLAGGED_CHANGES: readonly Change[] = [];

/** Flags on the time axis for changes from a tick on; the one at which a branch begins is filled. */
export function ChangeFlags({ width, gutter }: { readonly width: number; readonly gutter: number }) {
  const run = usePage(state => state.run);
  const branch = usePage(state => state.branch);
  const ticks = new Set(listFlaggedTicks({ run, branch }));
  if (ticks.size === 0) return null;
  return (
    <div className={styles.flags} style={{ left: gutter, width }}>
      {[...ticks].map(tick => (
        <Flag key={tick} tick={tick} width={width} />
      ))}
    </div>
  );
}

function Flag({ tick, width }: { readonly tick: Tick; readonly width: number }) {
  const store = usePageStore();
  const x = usePage(({ scale }) => getFlagX(scale, tick));
  const words = usePage(state => describeTickChanges(state, tick));
  const isBranch = usePage(({ branch }) => branch?.from === tick - 1);
  if (x < 0 || x > width) return null;
  const lookAt = () => {
    const { head, select } = store.getState();
    if (tick <= head) select({ cursor: tick });
  };
  return (
    <button
      type="button"
      className={styles.flag}
      style={{ transform: `translateX(${Math.round(x)}px)` }}
      aria-label={words}
      title={words}
      data-branch={isBranch || undefined}
      onClick={lookAt}
    >
      <svg width="11" height="18" aria-hidden="true">
        <path d="M.5 0V18" />
        <path d="M.5 1H9.5L7.5 4L9.5 7H.5" />
      </svg>
    </button>
  );
}

/** "Round 12: who decides: qwen3; Priya Gómez answers “reply”; Liking 3 ×" */
function describeTickChanges(state: PageState, tick: Tick): string {
  const here = (state.run?.setup.changes ?? NO_FLAGGED_CHANGES).filter(change => change.tick === tick);
  const lines = here.slice(0, MAX_CHANGES_TOLD).map(change => describeRunChange(state, change));
  const more = here.length > MAX_CHANGES_TOLD ? ` and ${here.length - MAX_CHANGES_TOLD} more` : '';
  const deciders = (state.run?.info.handOvers ?? [])
    .filter(other => other.tick === tick)
    .map(other => `who decides: ${describeDecider(other)}`);
  const { branch } = state;
  const text = branch?.isOtherText && tick === 1 ? [`${branch.change}, ${branch.since}`] : [];
  return `${getCurrentModelWords(state).Tick} ${formatRoundNumber(tick)}: ${[...text, ...deciders, ...lines].join('; ')}${more}`;
}
