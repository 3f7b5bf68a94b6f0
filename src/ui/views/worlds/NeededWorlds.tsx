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
      <WidthSelect
        of="mean"
        widths={WANTED_PERCENTS}
        chosen={wanted.percent}
        describe={percent => describeWantedWidth('', { ...wanted, percent })}
        onChoose={percent => choose({ percent })}
      />{' '}
      of it, of a share{' '}
      <WidthSelect
        of="share"
        widths={WANTED_POINTS}
        chosen={wanted.points}
        describe={points => describeWantedWidth('share', { ...wanted, points })}
        onChoose={points => choose({ points })}
      />
      . Where there are too few worlds for it, an estimate of the number needed is shown, from the standard
      deviation of ten or more; for numbers, not where the interval of the mean contains 0.
    </p>
  );
}

interface WidthSelectProps {
  readonly of: 'mean' | 'share';
  readonly widths: readonly number[];
  readonly chosen: number;
  describe(width: number): string;
  onChoose(width: number): void;
}

/** One width out of those offered for an outcome of a kind. */
function WidthSelect({ of, widths, chosen, describe, onChoose }: WidthSelectProps) {
  return (
    <select
      aria-label={`Wanted width of a ${of}`}
      title={`Wanted width of a ${of}`}
      value={chosen}
      onChange={event => onChoose(Number(event.target.value))}
    >
      {widths.map(width => (
        <option key={width} value={width}>
          {describe(width)}
        </option>
      ))}
    </select>
  );
}
