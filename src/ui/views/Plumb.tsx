import { usePage } from '../hooks.ts';
import { readTick, shownTick } from '../store.ts';
import { xOf } from '../timeScale.ts';
import styles from './TimeColumn.module.css';

interface Props {
  readonly gutter: number;
  readonly plotWidth: number;
}

/** One vertical line through all views at the cursor; thin ones at the pointer and at the run's head. */
export function Plumb({ gutter, plotWidth }: Props) {
  const cursor = usePage(state => xOf(state.scale, shownTick(state)));
  const ghost = usePage(state => xOf(state.scale, readTick(state)));
  const edge = usePage(state =>
    state.selection.cursor === null && !state.selection.hover
      ? -1
      : xOf(state.scale, state.head) + state.scale.pixels / 2,
  );
  return (
    <div className={styles.plumb} aria-hidden="true">
      <Range gutter={gutter} plotWidth={plotWidth} />
      <Line x={edge} gutter={gutter} plotWidth={plotWidth} className={styles.edge!} />
      {ghost !== cursor && <Line x={ghost} gutter={gutter} plotWidth={plotWidth} className={styles.ghost!} />}
      <Line x={cursor} gutter={gutter} plotWidth={plotWidth} className={styles.cursor!} />
    </div>
  );
}

function Line({ x, gutter, plotWidth, className }: Props & { x: number; className: string }) {
  if (x < 0 || x > plotWidth) return null;
  return <div className={className} style={{ transform: `translateX(${Math.round(gutter + x)}px)` }} />;
}

function Range({ gutter, plotWidth }: Props) {
  const range = usePage(state => state.selection.range);
  const scale = usePage(state => state.scale);
  if (!range) return null;
  const left = Math.max(0, xOf(scale, range[0]) - scale.pixels / 2);
  const right = Math.min(plotWidth, xOf(scale, range[1]) + scale.pixels / 2);
  return right > left ? (
    <div className={styles.range} style={{ left: gutter + left, width: right - left }} />
  ) : null;
}
