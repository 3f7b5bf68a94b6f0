import { doesEdgeCarryTransition, type PlacedEdge } from '../../charts/placement.ts';
import { getPointOnRoute } from '../../charts/route.ts';
import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { RunState } from '../../state/pageState.ts';
import { getViewedTick, type TickSpan } from '../../state/viewState.ts';
import { describeStateName } from '../../words/chartLabels.ts';
import { describeTransitionLabel } from '../../words/describeTransitionLabel.ts';
import { describeTickSpan } from '../../words/runClock.ts';
import styles from './StatechartView.module.css';

/** Properties of `EdgeTip`. */
export interface EdgeTipProps {
  readonly run: RunState;
  readonly edge: PlacedEdge;
  /** Facts about the line before its triggers. */
  readonly facts: string | undefined;
  readonly width: number;
  readonly height: number;
}

/** Trigger, guard and flow of every transition that shares an edge. */
export function EdgeTip({ run, edge, facts, width, height }: EdgeTipProps) {
  const tick = useCalmPage(getViewedTick, 'edges');
  const words = usePage(getCurrentModelWords);
  const [x, y] = getPointOnRoute(edge.route, 0.5);
  const span = usePage(state => state.selection.range) ?? ([tick, tick] as const);
  const rows = buildEdgeTipRows(run, edge, span);
  const left = Math.max(8, Math.min(x + 12, width - 264));
  // A long tip near the lower edge goes above the arrow.
  const over = rows.length > 3 && y > height / 2;
  const place = over ? { left, bottom: height - y + 8 } : { left, top: y + 14 };
  return (
    <div className={styles.tip} style={place}>
      {facts && <p>{facts}</p>}
      {rows.map(row => (
        <p key={row.key}>
          <b>{row.label}</b> {row.from} → {describeStateName(run.info.chart, edge.target)}
          {row.description && <span className="label"> {row.description};</span>}
          <span className="label">
            {' '}
            {row.label !== row.trigger && row.trigger !== (row.guard ?? 'always') && `${row.trigger}, `}
            {row.guard ? `if ${row.guard}` : 'always'}; {row.flow} {describeTickSpan(span, words.tick)}
          </span>
        </p>
      ))}
    </div>
  );
}

interface EdgeTipRow {
  readonly key: string;
  readonly trigger: string;
  readonly label: string;
  readonly description: string | null;
  readonly from: string;
  readonly guard: string | null;
  readonly flow: number;
}

/** A row for each transition; those from any state share one for each trigger. */
function buildEdgeTipRows(
  { info, columns }: RunState,
  edge: PlacedEdge,
  [first, last]: TickSpan,
): EdgeTipRow[] {
  const rows = new Map<string, EdgeTipRow>();
  info.chart.transitions.forEach((transition, position) => {
    if (!doesEdgeCarryTransition(edge, transition)) return;
    const { trigger, source, guard } = transition;
    const key = edge.isWildcard ? trigger : String(position);
    const flow = columns.flowIn(first, last, position) + (rows.get(key)?.flow ?? 0);
    const from = edge.isWildcard ? 'any state' : describeStateName(info.chart, source);
    rows.set(key, { key, trigger, ...describeTransitionLabel(info.chart, transition), from, guard, flow });
  });
  return [...rows.values()];
}
