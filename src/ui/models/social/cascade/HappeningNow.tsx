import { memo, useState } from 'react';
import type { CascadeSummary } from '../../../../engine/models/social/reports/socialQueries.ts';
import { useCalmPage, useLayout, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { useStill } from '../../../hooks/useStill.ts';
import { formatGroupedInteger } from '../../../lib/formatCounts.ts';
import type { Group } from '../../../paint/calm.ts';
import { isLookingBack } from '../../../state/viewState.ts';
import { formatRoundNumber } from '../../../words/runClock.ts';
import { getPostSelection, getSocialPart } from '../socialPart.ts';
import { LargestCascades } from './cascadeDialogsLater.ts';
import styles from './HappeningNow.module.css';
import { showCascade } from './showPost.ts';

/** Most cascades that fit above the status line. */
const MAX_CASCADES_SHOWN = 8;
/** The order of the list. */
const ORDER = 'most new people in the last 5 rounds first';
const SPARK = { width: 84, height: 26 };

/** The liveliest cascades; one of them is on the screen at the right. */
export function HappeningNow() {
  const { small } = useLayout();
  const [open, setOpen] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const epoch = usePage(state => state.run?.info.epoch);
  const isBack = usePage(isLookingBack);
  const none = useCalmPage(state => getSocialPart(state).liveliest.length === 0, 'cascades');
  return (
    <>
      <header className={styles.head}>
        <h2>{isBack ? 'Happening then' : 'Happening now'}</h2>
        <span className="label">
          {isHeld ? 'in this order while you point at it' : small ? 'most new first' : ORDER}
        </span>
        <button type="button" className={styles.largest} onClick={() => setOpen(true)}>
          Largest
        </button>
      </header>
      {none && (
        <p className={styles.none}>
          No post yet. Select an agent in the chart or the timelines to see why it acts.
        </p>
      )}
      {/* Rows that are held belong to their run. */}
      <ul
        key={epoch}
        className={styles.list}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
      >
        <Items from={0} to={MAX_CASCADES_SHOWN / 2} group="cascades" isHeld={isHeld} />
        <Items from={MAX_CASCADES_SHOWN / 2} to={MAX_CASCADES_SHOWN} group="more cascades" isHeld={isHeld} />
      </ul>
      {open && <LargestCascades onClose={() => setOpen(false)} />}
    </>
  );
}

/** Half of the list: each half changes in a frame of its own. */
function Items({ from, to, group, isHeld }: ItemsProps) {
  const liveliest = useCalmPage(state => getSocialPart(state).liveliest, group);
  // Rows stay still in the past; a held row would show later numbers.
  const isBack = usePage(isLookingBack);
  const rows = useStill(liveliest.slice(from, to), liveliest, getSummaryRoot, isHeld && !isBack);
  const root = useCalmPage(state => getPostSelection(state).root, group);
  const names = usePage(state => state.run?.info.names) ?? [];
  const playing = usePage(state => state.phase === 'playing');
  return rows.map(cascade => (
    <CascadeItem
      key={cascade.root}
      cascade={cascade}
      author={names[cascade.author] ?? ''}
      chosen={cascade.root === root}
      playing={playing}
    />
  ));
}

interface ItemsProps {
  /** Positions in the list. */
  readonly from: number;
  readonly to: number;
  readonly group: Group;
  /** True while the pointer is over the rows, which must not move then. */
  readonly isHeld: boolean;
}

const getSummaryRoot = ({ root }: CascadeSummary): number => root;

interface ItemProps {
  readonly cascade: CascadeSummary;
  readonly author: string;
  readonly chosen: boolean;
  readonly playing: boolean;
}

const CascadeItem = memo(
  function Item({ cascade, author, chosen }: ItemProps) {
    const store = usePageStore();
    return (
      <li>
        <button
          type="button"
          className={styles.item}
          aria-pressed={chosen}
          onClick={() => showCascade(store, cascade)}
        >
          <Spark cascade={cascade} />
          <span className={styles.words}>
            <span className={styles.text}>{cascade.text}</span>
            <span className="label">
              {cascade.topic}, by {author}, Round {formatRoundNumber(cascade.tick)};{' '}
              {formatGroupedInteger(cascade.seen)} saw it
            </span>
          </span>
          <span className={styles.numbers}>
            <b>{formatGroupedInteger(cascade.size)}</b>
            <span className="label">
              {cascade.gained > 0 ? `+${formatGroupedInteger(cascade.gained)}` : 'quiet'}
            </span>
          </span>
        </button>
      </li>
    );
  },
  (a, b) => a.author === b.author && a.chosen === b.chosen && isSameSummary(a.cascade, b.cascade, b.playing),
);

/**
 * Equality of summaries, since each frame brings new objects. While it plays, the curve of a cascade that
 * does not grow is left as it is.
 */
const isSameSummary = (a: CascadeSummary, b: CascadeSummary, playing: boolean): boolean =>
  a.root === b.root &&
  a.size === b.size &&
  a.seen === b.seen &&
  a.gained === b.gained &&
  a.text === b.text &&
  (playing || a.growth.length === b.growth.length);

/** Users reached over the cascade's life, as steps. */
function Spark({ cascade }: { cascade: CascadeSummary }) {
  const { width, height } = SPARK;
  const most = Math.max(1, cascade.size);
  const step = width / Math.max(1, cascade.growth.length);
  const rise = (height - 6) * Math.min(1, 0.35 + (most / 34) * 0.65);
  let path = `M0 ${height - 2}`;
  cascade.growth.forEach((reached, position) => {
    const y = height - 2 - (reached / most) * rise;
    path += `V${y.toFixed(1)}H${((position + 1) * step).toFixed(1)}`;
  });
  return (
    <svg className={styles.spark} width={width} height={height} aria-hidden="true">
      <line x1={0} x2={width} y1={height - 1.5} y2={height - 1.5} />
      <path d={path} />
    </svg>
  );
}
