import { usePageStore } from '../../hooks/hooks.ts';
import type { WantedWidth, Worlds } from '../../state/worldsState.ts';
import {
  countWorldsForMean,
  describeNeededWorlds,
  describeWantedWidth,
  type SpreadMean,
  WANTED_PERCENTS,
  WANTED_POINTS,
} from '../../worlds/neededWorlds.ts';
import { listWorldCounts } from '../../worlds/worldsQuestion.ts';
import styles from './Worlds.module.css';

interface Props {
  readonly worlds: Worlds;
  readonly unit: string;
  readonly mean: SpreadMean;
}

/** Number of worlds that the wanted interval of a mean would need; nothing if there are enough, or it cannot be estimated. */
export function NeededWorlds({ worlds, unit, mean }: Props) {
  const needed = countWorldsForMean(mean, unit, worlds.wanted);
  return needed === null || needed <= mean.n ? null : (
    <span
      className={`label ${styles.fewer}`}
      title="worlds that an interval of this half-width would need, of numbers relative to the mean: an estimate from the standard deviation of those that were played"
    >
      {describeNeededWorlds(needed, unit, worlds.wanted, listWorldCounts(worlds).at(-1)!)}
    </span>
  );
}

/** Chooses the width of the intervals for which numbers of worlds are proposed. */
export function WidthChoice({ worlds }: { readonly worlds: Worlds }) {
  const store = usePageStore();
  const { wanted } = worlds;
  const choose = (change: Partial<WantedWidth>) =>
    store.getState().setWorlds({ ...worlds, wanted: { ...wanted, ...change } });
  return (
    <p className={`label ${styles.note}`}>
      Wanted 95 % interval of a mean:{' '}
      <select
        aria-label="Wanted width of a mean"
        value={wanted.percent}
        onChange={event => choose({ percent: Number(event.target.value) })}
      >
        {WANTED_PERCENTS.map(percent => (
          <option key={percent} value={percent}>
            {describeWantedWidth('', { ...wanted, percent })}
          </option>
        ))}
      </select>{' '}
      of it, of a share{' '}
      <select
        aria-label="Wanted width of a share"
        value={wanted.points}
        onChange={event => choose({ points: Number(event.target.value) })}
      >
        {WANTED_POINTS.map(points => (
          <option key={points} value={points}>
            {describeWantedWidth('share', { ...wanted, points })}
          </option>
        ))}
      </select>
      . About how many worlds it needs is said where they are not there yet, estimated from the standard
      deviation of ten or more; of numbers not for a mean whose interval contains 0.
    </p>
  );
}
