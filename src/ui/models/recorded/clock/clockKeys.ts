import { getKeyTargetIndex } from '../../../controls/chart/getKeyTargetIndex.ts';
import { type ClockPlace, type ClockPlot, getLaneMiddle, visitSpans } from './clockPlot.ts';

/** Effect of a key in the lanes. */
type ClockMove =
  | { readonly does: 'go'; readonly to: ClockPlace }
  | { readonly does: 'open' | 'fold'; readonly agent: number };

/** Lanes that Page keys pass over. */
const PAGE = 10;

/**
 * The place that an arrow leads to: up and down another lane, right its steps one by one, left back. On a lane whose sub-agents
 * are folded, right opens them, and left folds them again. Null for another key.
 */
export function findClockMove(plot: ClockPlot, key: string): ClockMove | null {
  const { lanes, active } = plot;
  const at = active?.lane ?? -1;
  const next = getKeyTargetIndex(key, at, lanes.length, PAGE);
  if (next !== null && lanes.length > 0) return { does: 'go', to: { lane: next, span: null } };
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null;
  if (at < 0) return lanes.length === 0 ? null : { does: 'go', to: { lane: 0, span: null } };
  const lane = lanes[at];
  const span = active?.span ?? null;
  if (span === null && key === 'ArrowLeft')
    return lane.isOpen ? { does: 'fold', agent: lane.agent } : { does: 'go', to: { lane: at, span: null } };
  if (span === null && lane.below.length > 0 && !lane.isOpen) return { does: 'open', agent: lane.agent };
  return { does: 'go', to: { lane: at, span: findNextSpan(plot, at, span, key === 'ArrowRight') } };
}

/** The step after or before one in its lane; without one the first that is on the screen; null left of the first. */
function findNextSpan(
  plot: ClockPlot,
  position: number,
  span: number | null,
  isForward: boolean,
): number | null {
  const { report, lanes } = plot;
  const lane = lanes[position];
  if (span === null) {
    let found: number | null = null;
    visitSpans(plot, lane, one => {
      if (found === null && report.begin[one] >= plot.window.from) found = one;
    });
    return found ?? findInLane(plot, position, report.first[lane.agent], 1);
  }
  const next = findInLane(plot, position, span + (isForward ? 1 : -1), isForward ? 1 : -1);
  return next ?? (isForward ? span : null);
}

function findInLane(
  { report, lanes, viewed }: ClockPlot,
  position: number,
  from: number,
  by: 1 | -1,
): number | null {
  const { agent, part } = lanes[position];
  for (let span = from; span >= report.first[agent] && span < report.first[agent + 1]; span += by)
    if (report.lane[span] === part && report.tick[span] <= viewed) return span;
  return null;
}

/** The scrolled height at which a lane is seen whole. @param room for lanes, pixels */
export function scrollToLane(
  { lanes, scrolled }: Pick<ClockPlot, 'lanes' | 'scrolled'>,
  position: number,
  room: number,
): number {
  const lane = lanes[position];
  if (lane === undefined || room < getLaneMiddle(lane.height)) return scrolled;
  return Math.max(lane.top + lane.height - room, Math.min(scrolled, lane.top));
}
