import { roundNumber, timeOfDay } from '../clock.ts';
import { useLayout, usePage } from '../hooks.ts';
import { readTick } from '../store.ts';
import { labelStep, type TimeScale, xOf } from '../timeScale.ts';
import styles from './TimeColumn.module.css';

/** Ticks that carry a label, within the plot. */
export function labelledTicks(scale: TimeScale, width: number, least = 90): number[] {
  const step = Math.max(10, labelStep(scale, least));
  const fine = scale.pixels >= 20 ? labelStep(scale, least) : step;
  const ticks = [];
  for (let tick = Math.ceil(scale.from / fine) * fine; xOf(scale, tick) <= width; tick += fine)
    ticks.push(tick);
  return ticks;
}

/** Hairlines behind all views, and the end of the warm-up. */
export function TimeGrid({ width, height, gutter }: { width: number; height: number; gutter: number }) {
  const scale = usePage(state => state.scale);
  const warmUp = xOf(scale, 0) + scale.pixels / 2;
  return (
    <svg className={styles.grid} width={width} height={height} aria-hidden="true">
      {labelledTicks(scale, width - gutter).map(tick => (
        <line key={tick} x1={gutter + xOf(scale, tick)} x2={gutter + xOf(scale, tick)} y1={20} y2={height} />
      ))}
      {warmUp >= 0 && (
        <line className={styles.zero} x1={gutter + warmUp} x2={gutter + warmUp} y1={24} y2={height} />
      )}
    </svg>
  );
}

/** Rounds and simulated time of day; the cursor's pill stands over them. */
export function TimeAxis({ plotWidth, gutter }: { plotWidth: number; gutter: number }) {
  const scale = usePage(state => state.scale);
  const config = usePage(state => state.run?.info.config);
  const { small } = useLayout();
  return (
    <div className={styles.axis}>
      {!small && <span className={`label ${styles.axisName}`}>round, clock</span>}
      <svg
        className={styles.axisMarks}
        width={plotWidth}
        height={24}
        style={{ left: gutter }}
        aria-hidden="true"
      >
        {config &&
          labelledTicks(scale, plotWidth).map(tick => (
            <AxisLabel key={tick} tick={tick} x={xOf(scale, tick)} clock={timeOfDay(config, tick)} />
          ))}
      </svg>
      {config && <CursorPill gutter={gutter} plotWidth={plotWidth} />}
    </div>
  );
}

function AxisLabel({ tick, x, clock }: { tick: number; x: number; clock: string }) {
  const hidden = usePage(state => Math.abs(tick - readTick(state)) * state.scale.pixels < 76);
  if (hidden) return null;
  return (
    <text x={x} y={15} textAnchor="middle">
      <tspan className={styles.round}>{roundNumber(tick)}</tspan>
      <tspan dx={5}>{clock}</tspan>
    </text>
  );
}

function CursorPill({ gutter, plotWidth }: { gutter: number; plotWidth: number }) {
  const tick = usePage(readTick);
  const x = usePage(state => xOf(state.scale, readTick(state)));
  const config = usePage(state => state.run!.info.config);
  if (x < 0 || x > plotWidth) return null;
  return (
    <div className={styles.pill} style={{ transform: `translateX(${Math.round(gutter + x - 42)}px)` }}>
      <b>{roundNumber(tick)}</b> {timeOfDay(config, tick)}
    </div>
  );
}
