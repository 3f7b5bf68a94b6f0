import { type CSSProperties, useRef } from 'react';
import { convertTickToX } from '../../charts/timeScale.ts';
import { useLayout, usePage, usePageStore, usePainter } from '../../hooks/hooks.ts';
import { computeLegendHeight, getCurrentGroupHues } from '../../network/assignGroupHues.ts';
import type { PageState } from '../../state/pageState.ts';
import { getPointedTick, getViewedTick, isLookingBack } from '../../state/shown.ts';
import styles from './TimeColumn.module.css';
import { getVeilLeft } from './TimelineTools.tsx';

interface Props {
  readonly gutter: number;
  readonly plotWidth: number;
}

/** One vertical line through all views at the cursor; thin ones at the pointer and at the run's head. */
export function Plumb({ gutter, plotWidth }: Props) {
  const store = usePageStore();
  const held = useRef<Record<keyof ReturnType<typeof computePlumbLines>, (HTMLDivElement | null)[]>>({
    edge: [],
    ghost: [],
    cursor: [],
  });
  const hold = (name: keyof typeof held.current, part: number) => (line: HTMLDivElement | null) => {
    held.current[name][part] = line;
  };
  // Moved without rendering: a line that only shifts needs no layout.
  usePainter(
    () => {
      const at = computePlumbLines(store.getState());
      for (const [name, lines] of Object.entries(held.current)) {
        const x = at[name as keyof typeof at];
        const visible = x !== null && x >= 0 && x <= plotWidth;
        for (const line of lines) {
          if (!line) continue;
          line.style.visibility = visible ? 'visible' : 'hidden';
          if (visible) line.style.transform = `translateX(${Math.round(gutter + x)}px)`;
        }
      }
    },
    state => Object.values(computePlumbLines(state)),
    0.2,
  );
  const { isPhone } = useLayout();
  const legend = usePage(state => computeLegendHeight(getCurrentGroupHues(state), isPhone));
  const under = { '--legend': `${legend}px` } as CSSProperties;
  // In two parts, so that no line crosses the words and controls over the rows.
  const parts = [styles.upper, styles.lower].map((part, position) => (
    <div key={part} className={`${styles.plumb} ${part}`} style={under} aria-hidden="true">
      <Range gutter={gutter} plotWidth={plotWidth} />
      <div ref={hold('edge', position)} className={styles.edge} />
      <div ref={hold('ghost', position)} className={styles.ghost} />
      <div ref={hold('cursor', position)} className={styles.cursor} />
    </div>
  ));
  return (
    <>
      {/* Where all of the run is drawn; the model's own view is as it was. */}
      {[styles.flows, styles.lower].map(part => (
        <div key={part} className={`${styles.plumb} ${part}`} style={under} aria-hidden="true">
          <Later gutter={gutter} plotWidth={plotWidth} />
        </div>
      ))}
      {parts}
    </>
  );
}

/** Pixels from the plot's left edge; null where there is no line. */
function computePlumbLines(state: PageState) {
  const { scale, selection, head } = state;
  const pointed = getPointedTick(state);
  return {
    edge:
      (selection.cursor === null && !selection.hover) || getVeilLeft(state) !== null
        ? null
        : Math.round(convertTickToX(scale, head) + scale.pixels / 2),
    ghost: pointed === null ? null : convertTickToX(scale, pointed),
    cursor: convertTickToX(scale, getViewedTick(state)),
  };
}

/** Dims what came after the round that is looked at. */
function Later({ gutter, plotWidth }: Props) {
  const isBack = usePage(isLookingBack);
  const from = usePage(state => convertTickToX(state.scale, getViewedTick(state)) + state.scale.pixels / 2);
  const until = usePage(state => convertTickToX(state.scale, state.head) + state.scale.pixels / 2);
  if (!isBack) return null;
  const left = Math.max(0, from);
  const right = Math.min(plotWidth, until);
  return right > left ? (
    <div className={styles.later} style={{ left: gutter + left, width: right - left }} />
  ) : null;
}

function Range({ gutter, plotWidth }: Props) {
  const range = usePage(state => state.selection.range);
  const scale = usePage(state => state.scale);
  if (!range) return null;
  const left = Math.max(0, convertTickToX(scale, range[0]) - scale.pixels / 2);
  const right = Math.min(plotWidth, convertTickToX(scale, range[1]) + scale.pixels / 2);
  return right > left ? (
    <div className={styles.range} style={{ left: gutter + left, width: right - left }} />
  ) : null;
}
