import { useMemo, useRef } from 'react';
import { ASLEEP } from '../../../../engine/statechart/regionMoves.ts';
import { type DotField, FLIGHT } from '../../../charts/dotField.ts';
import { drawDots, drawMarkedDots } from '../../../charts/drawDots.ts';
import type { Inks } from '../../../charts/inks.ts';
import { drawAgentDotLinks } from '../../../charts/nested/drawAgentDotLinks.ts';
import type { NestedPlacement } from '../../../charts/nested/nestedPlacement.ts';
import { CanvasLayers, type Layer } from '../../../controls/chart/CanvasLayers.tsx';
import { useMedia } from '../../../hooks/hooks.ts';
import { CALM } from '../../../paint/calm.ts';
import type { ShownAgents } from '../../../run/shownAgents.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getViewedAgents } from '../../../state/viewState.ts';
import { isPlayingFast, SPEEDS } from '../../../store/speed.ts';
import { getCachedMarks, type Marks } from '../../time/marks.ts';
import { selectDotInputs } from '../StatechartDots.tsx';
import own from './Nested.module.css';
import type { SheetView } from './sheetView.ts';

interface Props {
  readonly field: DotField;
  readonly placement: NestedPlacement;
  /** States of the chart. */
  readonly states: number;
  readonly view: SheetView;
  readonly width: number;
  readonly height: number;
}

/** A dot for each agent in each region at its state; a dot that changes its state flies along the line. */
export function NestedDots({ field, placement, states, view, width, height }: Props) {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const places = useMemo(() => collectDotAreas(placement, states), [placement, states]);
  const routes = useMemo(() => collectEdgeRoutes(placement), [placement]);
  const shown = useRef<DrawnNestedDots>(NO_NESTED_DOTS);
  const picture = (state: PageState, inks: Inks): Dots | null => {
    const now = performance.now();
    const before = updateNestedDots(shown.current, state, { field, places, routes, isStill, now });
    const isMoving = field.advance(now);
    shown.current = { ...before, time: now };
    const hover = state.selection.hover;
    const hovered = hover?.kind === 'agent' ? hover.agent : -1;
    return { marks: getCachedMarks(state), hovered, isMoving, flight: before.flight, inks, now, view };
  };
  const layers = useMemo(() => createNestedDotLayers(field, width, height), [field, width, height]);
  return (
    <CanvasLayers
      className={own.dots}
      layers={layers}
      picture={picture}
      isDue={state => !isPlayingFast(state) || performance.now() - shown.current.time >= CALM}
      isMoving={({ isMoving }) => isMoving}
      watch={selectDotInputs}
      share={0}
    />
  );
}

const NOWHERE = { dots: { x: 0, y: 0, width: 0, height: 0 }, stretch: 1 };

/** Areas of the dots of each state. */
function collectDotAreas({ boxes }: NestedPlacement, states: number) {
  const places = Array.from(
    { length: states },
    () => NOWHERE as { dots: (typeof NOWHERE)['dots']; stretch: number; least?: number },
  );
  for (const { state, dots } of boxes) if (dots) places[state] = { dots, stretch: 2.2, least: 2.6 };
  return places;
}

/** The line of each transition. */
function collectEdgeRoutes({ edges }: NestedPlacement) {
  const routes: (NestedPlacement['edges'][number]['route'] | null)[] = [];
  for (const { transitions, route } of edges) for (const one of transitions) routes[one] ??= route;
  return routes;
}

interface DrawnNestedDots {
  readonly society: ShownAgents | null;
  readonly places: unknown;
  readonly tick: number;
  readonly time: number;
  /** Counts the societies that it has held. */
  readonly flight: number;
}

const NO_NESTED_DOTS: DrawnNestedDots = { society: null, places: null, tick: 0, time: 0, flight: 0 };

interface Into {
  readonly field: DotField;
  readonly places: ReturnType<typeof collectDotAreas>;
  readonly routes: ReturnType<typeof collectEdgeRoutes>;
  readonly isStill: boolean;
  readonly now: number;
}

/** Takes a new society into the field; flights only from one tick to the next. */
function updateNestedDots(
  shown: DrawnNestedDots,
  state: PageState,
  { field, places, routes, isStill, now }: Into,
): DrawnNestedDots {
  const society = getViewedAgents(state);
  const isPlaced = places === shown.places;
  if (!society?.places || (society === shown.society && isPlaced)) return shown;
  const { leaf, since, moved } = society.places;
  const agents = society.state.length;
  // In every region an agent has the colour of its state in the region that all views show.
  const ink = leaf.map((one, dot) => (one === ASLEEP ? 0 : society.state[dot % agents]));
  const perTick = state.phase === 'playing' ? 1000 / (SPEEDS[state.speed] || 1000) : FLIGHT;
  const flies = society.tick === shown.tick + 1 && isPlaced && !isStill && !isPlayingFast(state);
  field.place(
    { state: leaf, since, moved, ink, agents },
    places,
    routes,
    flies ? Math.min(FLIGHT, perTick) : 0,
    now,
  );
  return { ...shown, society, places, tick: society.tick, flight: shown.flight + 1 };
}

interface Dots {
  readonly marks: Marks;
  /** Agent under the pointer, whose dots are joined as those of a selected one; −1 for none. */
  readonly hovered: number;
  readonly isMoving: boolean;
  readonly flight: number;
  readonly inks: Inks;
  readonly now: number;
  readonly view: SheetView;
}

function createNestedDotLayers(field: DotField, width: number, height: number): readonly Layer<Dots>[] {
  const place = { left: 0, top: 0, size: () => [width, height] as const };
  return [
    {
      ...place,
      key: ({ flight, isMoving, marks, hovered, view }) => [flight, isMoving, marks, hovered, view],
      draw(ctx, dots, before) {
        if (!before) drawInSheetView(ctx, dots.view, () => drawNestedDots(ctx, field, dots, false));
      },
    },
    {
      ...place,
      draw(ctx, dots) {
        if (!dots.isMoving) return;
        drawInSheetView(ctx, dots.view, () => {
          field.drawTrails(ctx, dots.inks.states, dots.now);
          drawNestedDots(ctx, field, dots, true);
        });
      },
    },
  ];
}

function drawInSheetView(ctx: CanvasRenderingContext2D, { scale, x, y }: SheetView, draw: () => void): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(scale, scale);
  draw();
  ctx.restore();
}

function drawNestedDots(ctx: CanvasRenderingContext2D, field: DotField, dots: Dots, isMoving: boolean): void {
  const { marks, hovered, inks } = dots;
  drawDots(ctx, field, inks.states, marks.agents, marks.dim, isMoving);
  const joined = new Set([marks.strong, hovered].filter(agent => agent >= 0));
  if (isMoving === dots.isMoving) for (const agent of joined) drawAgentDotLinks(ctx, field, inks.ink, agent);
  if (hovered >= 0) drawMarkedDots(ctx, field, inks.states, inks.ink, new Set([hovered]), -1, isMoving);
  drawMarkedDots(ctx, field, inks.states, inks.ink, marks.agents, marks.strong, isMoving);
}
