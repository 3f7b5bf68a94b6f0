import type { NestedEdge } from '../../../charts/nested/nestedPlacement.ts';
import { getPointOnRoute } from '../../../charts/route.ts';
import { useCalmPage, usePage } from '../../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../../model/looks.ts';
import type { RunState } from '../../../state/pageState.ts';
import { getViewedTick } from '../../../state/shown.ts';
import { describeStateName } from '../../../words/chartWords.ts';
import { describeTickSpan } from '../../../words/clock.ts';
import { describeTransitionLabel } from '../../../words/describeTransitionLabel.ts';
import styles from '../StatechartView.module.css';
import type { SheetView } from './view.ts';

interface NestedTipProps {
  readonly run: RunState;
  readonly edge: NestedEdge;
  readonly view: SheetView;
  readonly width: number;
  readonly height: number;
}

/** Trigger, guard, rate and flow of every transition of a line. */
export function NestedTip({ run, edge, view, width, height }: NestedTipProps) {
  const tick = useCalmPage(getViewedTick, 'edges');
  const span = usePage(state => state.selection.range) ?? ([tick, tick] as const);
  const words = usePage(getCurrentModelWords);
  const { chart } = run.info;
  const { outline } = chart;
  if (!outline || !run.whole) return null;
  const [ex, ey] = getPointOnRoute(edge.route, 0.5);
  const x = Math.min(width - 40, Math.max(0, ex * view.scale + view.x));
  const y = Math.min(height - 20, Math.max(0, ey * view.scale + view.y));
  const left = Math.max(8, Math.min(x + 12, width - 264));
  const place = y > height / 2 ? { left, bottom: height - y + 8 } : { left, top: y + 14 };
  const name = (state: number) => {
    const id = outline.states[state]?.id;
    return id === undefined ? 'any state' : describeStateName(chart, id);
  };
  return (
    <div className={styles.tip} style={place}>
      {edge.transitions.length === 0 && (
        <p>
          {name(edge.source)} → {name(edge.target)}
          <span className="label"> where nobody has been yet</span>
        </p>
      )}
      {edge.transitions.map(transition => {
        const { trigger, guard, rate } = outline.transitions[transition];
        const { label, description } = describeTransitionLabel(chart, outline.transitions[transition]);
        const facts = [
          ...(label === trigger ? [] : [trigger]),
          ...(rate === null ? [] : [`rate ${rate}`]),
          guard ? `if ${guard}` : rate === null ? 'always' : '',
        ].filter(fact => fact !== '');
        return (
          <p key={transition}>
            <b>{label}</b> {name(edge.source)} → {name(edge.target)}
            {description && <span className="label"> {description};</span>}
            <span className="label">
              {' '}
              {facts.join(', ')}; {run.whole?.flowIn(...span, transition)}{' '}
              {describeTickSpan(span, words.tick)}
            </span>
          </p>
        );
      })}
    </div>
  );
}
