import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Inks } from '../../charts/inks.ts';
import { useLayout, usePageStore, useSize } from '../../hooks/hooks.ts';
import type { PageState } from '../../state/pageState.ts';
import { TableTwin } from '../TableTwin.tsx';
import type { TableData } from '../tableData.ts';
import { CanvasLayers } from './CanvasLayers.tsx';
import styles from './ChartCanvas.module.css';
import type { TipPlace } from './ChartTip.tsx';
import { type ChartFrame, createChartLayers, type PlotDrawing } from './chartLayers.ts';
import { PlotArea, type PlotKeys } from './PlotArea.tsx';

/** The item under the pointer, and its place in the chart. */
interface Pointed<Hit> {
  readonly hit: Hit;
  readonly x: number;
  readonly y: number;
}

interface Props<Plot, Hit> extends PlotDrawing<Plot>, PlotKeys {
  /** Name of the region. */
  readonly name: string;
  /** Of the region, for what leads there. */
  readonly id?: string;
  readonly className?: string;
  /** The drawing's data for one size; null: nothing is drawn. */
  plot(frame: ChartFrame, hit: Hit | null): Plot | null;
  watch(state: PageState): readonly unknown[];
  readonly share: number;
  /** True during a transition of the drawing. */
  readonly isMoving?: () => boolean;
  /** The item at a place, pixels from the plot's upper left corner; null for none. */
  hitTest?(plot: Plot, x: number, y: number): Hit | null;
  /** @returns whether the chart alone handles it. */
  onHover?(hit: Hit | null): boolean;
  /** @returns whether the chart alone handles it. @param x pixels from the plot's left edge. */
  onPick?(hit: Hit | null, x: number, y: number): boolean;
  onPickTwice?(hit: Hit | null): void;
  /** Text of the tip for the item under the pointer. */
  tip?(hit: Hit | null, place: TipPlace, drawn: RefObject<Plot | null>): ReactNode;
  /** The chart's name as a table. */
  readonly tableName?: string;
  summary(state: PageState): string;
  table(state: PageState): TableData | Promise<TableData>;
  /** Content next to the plot. @param twin the button that opens the table. */
  tools(twin: ReactNode): ReactNode;
  readonly children?: ReactNode;
  /** Called when the chart's height changes, CSS pixels. */
  onHeight?(height: number): void;
}

/** A chart over time: canvases, the item under pointer and keyboard, a table twin and a sentence. */
export function ChartCanvas<Plot, Hit = never>(props: Props<Plot, Hit>) {
  const { name, className, top = 0, hitTest, onHover, onPick, onPickTwice, tip, onHeight } = props;
  const store = usePageStore();
  const { gutter } = useLayout();
  const box = useRef<HTMLElement>(null);
  const drawn = useRef<Plot | null>(null);
  const [pointed, setPointed] = useState<Pointed<Hit> | null>(null);
  const { width, height } = useSize(box);
  useLayoutEffect(() => onHeight?.(height), [onHeight, height]);

  const picture = (state: PageState, inks: Inks, ctx: CanvasRenderingContext2D) => {
    const { run } = state;
    const frame = run && { state, run, inks, width, height: height - top, gutter, ctx };
    const plot = frame && frame.height > 0 ? props.plot(frame, pointed?.hit ?? null) : null;
    drawn.current = plot;
    return frame && plot && { frame, plot };
  };
  /** Place of a pointer, pixels from the plot's upper left corner, and the item there. */
  const placeOf = (event: React.MouseEvent) => {
    const bounds = box.current?.getBoundingClientRect();
    const [x, y] = bounds ? [event.clientX - bounds.left - gutter, event.clientY - bounds.top - top] : [0, 0];
    const hit = (bounds && drawn.current && hitTest?.(drawn.current, x, y)) ?? null;
    return { x, y, hit };
  };
  const move = (event: React.PointerEvent) => {
    const { x, y, hit } = placeOf(event);
    if (onHover?.(hit)) event.stopPropagation();
    if (tip && !onHover) setPointed(hit === null ? null : { hit, x: x + gutter, y: y + top });
  };
  const click = (event: React.MouseEvent) => {
    const { x, y, hit } = placeOf(event);
    if (onPick?.(hit, x, y)) event.stopPropagation();
  };
  const twin = (
    <TableTwin
      name={props.tableName ?? name}
      summary={() => props.summary(store.getState())}
      table={() => props.table(store.getState())}
    />
  );
  return (
    <section ref={box} id={props.id} aria-label={name} className={className}>
      <CanvasLayers
        className={styles.canvas}
        layers={createChartLayers(props, { gutter, width, height: height - top })}
        picture={picture}
        isMoving={props.isMoving}
        watch={props.watch}
        share={props.share}
      />
      <PlotArea
        label={props.label}
        spoken={props.spoken}
        brush={props.brush}
        onKey={props.onKey}
        onBlur={props.onBlur}
        onScroll={props.onScroll}
        onMove={onHover || tip ? move : undefined}
        onLeave={() => setPointed(null)}
        onClick={onPick && click}
        onDoubleClick={onPickTwice && (event => onPickTwice(placeOf(event).hit))}
      />
      {props.tools(twin)}
      {tip?.(pointed?.hit ?? null, { x: pointed?.x ?? 0, y: pointed?.y ?? 0, width, height }, drawn)}
      {props.children}
    </section>
  );
}
