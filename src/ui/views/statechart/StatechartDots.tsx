import { useMemo, useRef } from 'react';
import { MAX_DOTS } from '../../../engine/statechart/regionMoves.ts';
import { type DotField, FLIGHT } from '../../charts/dotField.ts';
import { drawDots, drawMarkedDots } from '../../charts/drawDots.ts';
import { findTransitionFlight } from '../../charts/findTransitionFlight.ts';
import type { Inks } from '../../charts/inks.ts';
import type { ChartLike, Placement } from '../../charts/placement.ts';
import type { Route } from '../../charts/route.ts';
import { CanvasLayers, type Layer } from '../../controls/chart/CanvasLayers.tsx';
import { useMedia, usePage } from '../../hooks/hooks.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import { CALM } from '../../paint/calm.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedAgents } from '../../state/viewState.ts';
import { isPlayingFast, SPEEDS } from '../../store/speed.ts';
import { getCachedMarks, type Marks } from '../time/marks.ts';
import styles from './StatechartView.module.css';

interface Props {
  /** The dots' field, which also finds the dot under the pointer. */
  readonly field: DotField;
  readonly chart: ChartLike | undefined;
  readonly placement: Placement | null;
  readonly width: number;
  readonly height: number;
}

/** All agents as dots in the boxes of their states; an agent that changes state flies along the edge. */
export function StatechartDots({ field, chart, placement, width, height }: Props) {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const agents = usePage(state => state.run?.info.config.agents ?? 0);
  const routes = useMemo(
    () =>
      placement && chart
        ? chart.transitions.map(transition => findTransitionFlight(transition, placement))
        : [],
    [chart, placement],
  );
  const shown = useRef<DrawnDots>(NO_DRAWN_DOTS);
  const picture = (state: PageState, inks: Inks): Dots | null => {
    if (!placement || agents > MAX_DOTS) return null;
    const now = performance.now();
    const before = updateChartDots(shown.current, state, { field, placement, routes, isStill, now });
    const isMoving = field.advance(now);
    // A tree that grew during a flight waits for the landing; the user's selection does not.
    const { selection, search } = state;
    const isSame = before.selection === selection && before.search === search;
    const marks = (isMoving && isSame && before.marks) || getCachedMarks(state);
    shown.current = { ...before, time: now, selection, search, marks };
    return { marks, isMoving, flight: before.flight, inks, now };
  };
  const layers = useMemo(() => createDotLayers(field, width, height), [field, width, height]);
  return (
    <CanvasLayers
      className={styles.dots}
      layers={layers}
      picture={picture}
      isDue={state => !isPlayingFast(state) || performance.now() - shown.current.time >= CALM}
      isMoving={({ isMoving }) => isMoving}
      watch={selectDotInputs}
      share={0}
    />
  );
}

/** Content of the field, and its marks. */
interface DrawnDots {
  readonly society: unknown;
  readonly placement: Placement | null;
  readonly tick: number;
  /** Time of the drawing, milliseconds. */
  readonly time: number;
  /** Counts the societies that it has held. */
  readonly flight: number;
  readonly selection: unknown;
  readonly search: unknown;
  readonly marks: Marks | null;
}

const NO_DRAWN_DOTS: DrawnDots = {
  society: null,
  placement: null,
  tick: 0,
  time: 0,
  flight: 0,
  selection: null,
  search: null,
  marks: null,
};

interface Into {
  readonly field: DotField;
  readonly placement: Placement;
  readonly routes: readonly (Route | null)[];
  readonly isStill: boolean;
  readonly now: number;
}

/** Takes a new society into the field; flights only from one round to the next. */
function updateChartDots(
  shown: DrawnDots,
  state: PageState,
  { field, placement, routes, isStill, now }: Into,
): DrawnDots {
  const society = getViewedAgents(state);
  const isPlaced = placement === shown.placement;
  if (!society || (society === shown.society && isPlaced)) return shown;
  const perRound = state.phase === 'playing' ? 1000 / (SPEEDS[state.speed] || 1000) : FLIGHT;
  const flies = society.tick === shown.tick + 1 && isPlaced && !isStill && !isPlayingFast(state);
  field.place(society, placement.states, routes, flies ? Math.min(FLIGHT, perRound) : 0, now);
  return { ...shown, society, placement, tick: society.tick, flight: shown.flight + 1, marks: null };
}

/** The drawing of the field. */
interface Dots {
  readonly marks: Marks;
  readonly isMoving: boolean;
  readonly flight: number;
  readonly inks: Inks;
  readonly now: number;
}

/** During a flight only moving dots are redrawn. */
function createDotLayers(field: DotField, width: number, height: number): readonly Layer<Dots>[] {
  const place = { left: 0, top: 0, size: () => [width, height] as const };
  return [
    {
      ...place,
      key: ({ flight, isMoving, marks }) => [flight, isMoving, marks],
      draw(ctx, dots, before) {
        if (!before) drawChartDots(ctx, field, dots, false);
      },
    },
    {
      ...place,
      draw(ctx, dots) {
        if (!dots.isMoving) return;
        field.drawTrails(ctx, dots.inks.states, dots.now);
        drawChartDots(ctx, field, dots, true);
      },
    },
  ];
}

function drawChartDots(
  ctx: CanvasRenderingContext2D,
  field: DotField,
  { marks, inks }: Dots,
  isMoving: boolean,
): void {
  drawDots(ctx, field, inks.states, marks.agents, marks.dim, isMoving);
  drawMarkedDots(ctx, field, inks.states, inks.ink, marks.agents, marks.strong, isMoving);
}

/** State that the drawing of the dots depends on. */
export const selectDotInputs = (state: PageState) => [
  state.society,
  state.past,
  state.selection,
  state.search,
  getCurrentAppearance(state).standOut?.watch(state),
  state.pair?.elsewhere,
  state.focus,
  state.phase,
  state.speed,
];
