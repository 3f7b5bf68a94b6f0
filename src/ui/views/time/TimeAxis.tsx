import { useMemo, useRef } from 'react';
import type { Tick } from '../../../engine/core/indices.ts';
import type { RunConfig } from '../../../engine/setup/config.ts';
import { drawTextLine } from '../../charts/canvas.ts';
import type { Inks } from '../../charts/inks.ts';
import { computeTickLabelStep, convertTickToX, type TimeScale } from '../../charts/timeScale.ts';
import { CanvasLayers } from '../../controls/chart/CanvasLayers.tsx';
import chart from '../../controls/chart/ChartCanvas.module.css';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { usePage, usePageStore, usePainter } from '../../hooks/hooks.ts';
import {
  formatRunClock,
  getCurrentAppearance,
  getCurrentModelWords,
} from '../../model/getModelAppearance.ts';
import type { PageState } from '../../state/pageState.ts';
import { getPointedTick, getViewedTick } from '../../state/viewState.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import { FLAG, getFlagX, listFlaggedTicks } from './getFlagX.ts';
import styles from './TimeColumn.module.css';

const FIRST_TICK_ICON = 'm17 18-6-6 6-6M7 6v12';
const PREVIOUS = 'm15 18-6-6 6-6';
const NEXT = 'm9 18 6-6-6-6';
const LAST = 'm7 18 6-6-6-6M17 6v12';

/** First, previous, next and last round that has been played: moves the cursor, and plays nothing. */
function TimeSteps() {
  const store = usePageStore();
  const { tick } = usePage(getCurrentModelWords);
  const isFirst = usePage(state => state.run === null || getViewedTick(state) <= state.run.columns.first);
  const isLast = usePage(state => getViewedTick(state) >= state.head);
  const steps = [
    {
      name: `First ${tick}`,
      key: 'Home',
      outline: FIRST_TICK_ICON,
      by: Number.NEGATIVE_INFINITY,
      isOff: isFirst,
    },
    { name: `Previous ${tick}`, key: '←', outline: PREVIOUS, by: -1, isOff: isFirst },
    { name: `Next ${tick}`, key: '→', outline: NEXT, by: 1, isOff: isLast },
    { name: `Last ${tick}`, key: 'End', outline: LAST, by: Number.POSITIVE_INFINITY, isOff: isLast },
  ];
  return (
    <div className={styles.steps}>
      {steps.map(({ name, key, outline, by, isOff }) => (
        <button
          key={key}
          type="button"
          aria-label={name}
          title={`${name} that was played (${key})`}
          aria-disabled={isOff}
          onClick={() => !isOff && store.getState().moveCursor(by)}
        >
          <Icon outline={outline} size={14} />
        </button>
      ))}
    </div>
  );
}

const ChangeFlags = createLazyView(async () => (await import('./ChangeFlags.tsx')).ChangeFlags);

const AXIS_HEIGHT = 24;
/** Width of the buttons left of the axis, pixels. */
const STEP_BUTTONS_WIDTH = 112;
/** Least distance between two labels, pixels. */
const MIN_LABEL_DISTANCE = 78;
/** Width of the button at the end of the axis, with what keeps a label off it, pixels. */
const COMPARE = 80;
/** Gap between a round's number and its time of day, pixels. */
const ROUND_TO_TIME_GAP = 5;
/** Least distance of a label from the pill and from flags, pixels. */
const MIN_PILL_DISTANCE = 8;
const PILL = { width: 85, height: 18 };

/** Distance between labelled ticks: ten or a rounder number, less only when zoomed in. */
const getAxisLabelStep = (scale: TimeScale): number => {
  const step = computeTickLabelStep(scale, MIN_LABEL_DISTANCE);
  return scale.pixels >= 16 ? step : Math.max(10, step);
};

/**
 * Hairlines behind all views and the end of the warm-up. The lines stand at equal distances, so that a moving
 * window only shifts them, without new layout or paint.
 */
export function TimeGrid({ width, height, gutter }: { width: number; height: number; gutter: number }) {
  const pixels = usePage(state => getAxisLabelStep(state.scale) * state.scale.pixels);
  const step = usePage(state => getAxisLabelStep(state.scale));
  const store = usePageStore();
  const grid = useRef<HTMLDivElement>(null);
  const zero = useRef<HTMLDivElement>(null);
  usePainter(
    () => {
      const { scale, run } = store.getState();
      if (!grid.current || !zero.current) return;
      const shift = convertTickToX(scale, Math.ceil(scale.from / step) * step) - pixels;
      grid.current.style.transform = `translateX(${shift}px)`;
      const x = Math.round(convertTickToX(scale, 0) + scale.pixels / 2);
      const isShown = x >= 0 && getCurrentAppearance({ run }).from < 0;
      zero.current.style.visibility = isShown ? 'visible' : 'hidden';
      if (x >= 0) zero.current.style.transform = `translateX(${x}px)`;
    },
    state => [state.scale, state.run],
    0.2,
  );
  const lines = useMemo(() => {
    const count = Math.min(200, Math.ceil(width / pixels) + 2);
    return (
      <svg className={styles.lines} width={width + 2 * pixels} height={height} aria-hidden="true">
        {Array.from({ length: count }, (_, i) => (
          <line key={i * pixels} x1={i * pixels + 0.5} x2={i * pixels + 0.5} y1={20} y2={height} />
        ))}
      </svg>
    );
  }, [width, height, pixels]);
  return (
    <div className={styles.grid} style={{ left: gutter }}>
      <div ref={grid} className={styles.shift}>
        {lines}
      </div>
      <div ref={zero} className={styles.zero} />
    </div>
  );
}

/** Rounds and simulated time; a pill stands at the round that is read. */
export function TimeAxis({ plotWidth, gutter }: { plotWidth: number; gutter: number }) {
  const { axis } = usePage(getCurrentModelWords);
  const isChanged = usePage(state => listFlaggedTicks(state).length > 0);
  const width = gutter + plotWidth;
  return (
    <div className={styles.axis} data-ruler title={`${axis}: drag to look back`}>
      {gutter >= STEP_BUTTONS_WIDTH && <TimeSteps />}
      <CompareButton />
      {isChanged && <ChangeFlags width={plotWidth} gutter={gutter} />}
      <CanvasLayers
        className={chart.canvas}
        layers={[
          {
            left: 0,
            top: 0,
            size: () => [width, AXIS_HEIGHT],
            key: ({ state, run }) => [state.scale, getViewedTick(state), getPointedTick(state), run, width],
            draw(ctx, { state, run, inks }, before) {
              if (before) return;
              ctx.translate(gutter, 0);
              drawTimeAxis(ctx, state, run.info.config, plotWidth, inks);
            },
          },
        ]}
        picture={(state, inks) => state.run && { state, run: state.run, inks }}
        watch={selectAxisInputs}
        share={0.6}
      />
    </div>
  );
}

/** The way to a comparison, at the end of the axis. */
function CompareButton() {
  const store = usePageStore();
  const isThere = usePage(state => state.run !== null);
  return (
    <button
      type="button"
      className={styles.compare}
      title="another run next to this one (C)"
      disabled={!isThere}
      onClick={() => store.getState().arrange({ isComparing: true })}
    >
      Compare…
    </button>
  );
}

const selectAxisInputs = (state: PageState) => [
  state.run,
  state.scale,
  getViewedTick(state),
  getPointedTick(state),
];

function drawTimeAxis(
  ctx: CanvasRenderingContext2D,
  state: PageState,
  config: RunConfig,
  width: number,
  inks: Inks,
): void {
  const { scale } = state;
  const { hasPlainAxis } = getCurrentAppearance(state);
  const pill = createTickPill(ctx, state, config, width, inks, getViewedTick(state));
  const pointed = getPointedTick(state);
  const under = pointed === null ? null : createTickPill(ctx, state, config, width, inks, pointed);
  const flags = listFlaggedTicks(state).map(tick => {
    const left = getFlagX(scale, tick);
    return { left, right: left + FLAG };
  });
  const apart = [...[pill, under].filter(one => one !== null), ...flags];
  const step = getAxisLabelStep(scale);
  for (let tick = Math.ceil(scale.from / step) * step; convertTickToX(scale, tick) <= width; tick += step) {
    const round = formatRoundNumber(tick);
    const time = hasPlainAxis ? '' : formatRunClock(config, tick);
    ctx.font = `420 11px ${inks.font}`;
    const wide = ctx.measureText(round).width;
    const beside = time === '' ? 0 : ROUND_TO_TIME_GAP + ctx.measureText(time).width;
    // Not over the axis's name.
    const left = Math.max(2, convertTickToX(scale, tick) - (wide + beside) / 2);
    const right = left + wide + beside;
    if (
      right > width - COMPARE ||
      apart.some(one => right > one.left - MIN_PILL_DISTANCE && left < one.right + MIN_PILL_DISTANCE)
    )
      continue;
    drawTextLine(ctx, inks, round, left, 15, { color: inks.ink2 });
    drawTextLine(ctx, inks, time, left + wide + ROUND_TO_TIME_GAP, 15, { color: inks.ink3 });
  }
  if (pill !== null) drawTickPill(ctx, inks, pill, true);
  if (under !== null) drawTickPill(ctx, inks, under, false);
}

/** @param isShown whether the page shows that round; else it is under the pointer */
function drawTickPill(ctx: CanvasRenderingContext2D, inks: Inks, pill: Pill, isShown: boolean): void {
  const { left, right, middle, round, time } = pill;
  ctx.beginPath();
  ctx.roundRect(Math.round(left) + 0.5, 3.5, Math.round(right - left) - 1, PILL.height - 1, 5);
  ctx.fillStyle = isShown ? inks.ink : inks.bg;
  ctx.fill();
  ctx.strokeStyle = isShown ? inks.ink : inks.ink3;
  ctx.lineWidth = 1;
  ctx.stroke();
  const color = isShown ? inks.bg : inks.ink2;
  const isAlone = time === '';
  const align = isAlone ? 'center' : 'right';
  drawTextLine(ctx, inks, round, isAlone ? middle : middle - 4, 16, { color, weight: 600, align });
  drawTextLine(ctx, inks, time, middle + 3, 16, { color });
}

/** A round and its time of day, pixels from the plot's left edge. */
interface Pill {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
  readonly round: string;
  readonly time: string;
}

/** The pill at a tick; null if that is outside. */
function createTickPill(
  ctx: CanvasRenderingContext2D,
  state: PageState,
  config: RunConfig,
  width: number,
  inks: Inks,
  tick: Tick,
): Pill | null {
  const x = convertTickToX(state.scale, tick);
  if (x < 0 || x > width) return null;
  const [round, time] = [formatRoundNumber(tick), formatRunClock(config, tick)];
  ctx.font = `600 11px ${inks.font}`;
  const half = Math.max(PILL.width / 2, 12 + ctx.measureText(round).width, 11 + ctx.measureText(time).width);
  // Whole at both edges, and not over the axis's name.
  const middle = Math.max(half, Math.min(x, width - half));
  return { left: middle - half, right: middle + half, middle, round, time };
}
