import type { PlacedEdge } from '../charts/placement.ts';
import { pointAt } from '../charts/route.ts';
import { useCalmPage, usePage } from '../hooks.ts';
import { wordsNow } from '../models/index.ts';
import { type RunState, shownTick } from '../store.ts';
import styles from './StatechartView.module.css';

interface Props {
  readonly run: RunState;
  readonly edge: PlacedEdge;
  readonly width: number;
  readonly height: number;
}

/** Trigger, guard and flow of every transition that shares an edge. */
export function EdgeTip({ run, edge, width, height }: Props) {
  const tick = useCalmPage(shownTick, 'edges');
  const words = usePage(wordsNow);
  const [x, y] = pointAt(edge.route, 0.5);
  const rows = run.info.chart.transitions
    .map((transition, position) => ({ ...transition, position, flow: run.columns.flow(tick, position) }))
    .filter(({ source, target }) => target === edge.target && edge.sources.includes(source));
  const left = Math.max(8, Math.min(x + 12, width - 264));
  // Many lines near the lower edge stand over the arrow.
  const over = rows.length > 3 && y > height / 2;
  const place = over ? { left, bottom: height - y + 8 } : { left, top: y + 14 };
  return (
    <div className={styles.tip} style={place}>
      {rows.map(row => (
        <p key={row.position}>
          <b>{row.trigger}</b> {row.source} → {row.target}
          <span className="label">
            {' '}
            {row.guard ? `if ${row.guard}` : 'always'}; {row.flow} in {words.tick} {tick}
          </span>
        </p>
      ))}
    </div>
  );
}
