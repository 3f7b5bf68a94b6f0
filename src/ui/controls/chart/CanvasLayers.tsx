import { useRef } from 'react';
import { prepareCanvasSurface, type Surface } from '../../charts/canvas.ts';
import type { Inks } from '../../charts/inks.ts';
import { useInks, usePageStore, usePainter } from '../../hooks/hooks.ts';
import { requestPaint } from '../../paint/paint.ts';
import type { PageState } from '../../state/pageState.ts';

/** A canvas of a stack, and its drawing. */
export interface Layer<Picture> {
  /** Offset within the parent, CSS pixels. */
  readonly left: number;
  readonly top: number;
  readonly testId?: string | undefined;
  size(state: PageState): readonly [width: number, height: number];
  /**
   * Parts of the picture: while they and the theme are the same, the drawing stays. Absent: every paint
   * starts over.
   */
  key?(picture: Picture): readonly unknown[];
  /** @param before the picture already on the canvas; null: the canvas is empty. */
  draw(ctx: CanvasRenderingContext2D, picture: Picture, before: Picture | null): void;
}

interface Props<Picture> {
  readonly className: string | undefined;
  /** Lowest first; always as many. */
  readonly layers: readonly Layer<Picture>[];
  /** Input of all layers; null for nothing. @param ctx of the lowest layer, for measuring texts. */
  picture(state: PageState, inks: Inks, ctx: CanvasRenderingContext2D): Picture | null;
  /** False: the present picture may stay for now. */
  isDue?(state: PageState): boolean;
  /** True if something in it is moving, so that the next frame draws again. */
  readonly isMoving?: ((picture: Picture) => boolean) | undefined;
  /** The parts of the state that it is drawn from. */
  watch(state: PageState): readonly unknown[];
  /**
   * Share of a frame that it takes while the run plays, 0 to 1; 0: every change is drawn in the next frame.
   */
  readonly share: number;
}

/** Content of a canvas. */
interface Held<Picture> {
  readonly key: readonly unknown[];
  readonly picture: Picture;
}

/** Canvases over each other, drawn at the screen's resolution when what they show has changed or was lost. */
export function CanvasLayers<Picture>(props: Props<Picture>) {
  const { className, layers, watch, share } = props;
  const store = usePageStore();
  const inks = useInks();
  const canvases = useRef<(HTMLCanvasElement | null)[]>([]);
  const held = useRef<(Held<Picture> | null)[]>([]);
  const repaint = usePainter(
    () => {
      const state = store.getState();
      if (props.isDue && !props.isDue(state)) return;
      const surfaces = layers.flatMap((layer, position): Surface[] => {
        const canvas = canvases.current[position];
        const surface = canvas && prepareCanvasSurface(canvas, ...layer.size(state));
        return surface ? [surface] : [];
      });
      const [lowest] = surfaces;
      if (!lowest || surfaces.length < layers.length) return;
      const picture = props.picture(state, inks, lowest.ctx);
      held.current = surfaces.map((surface, position) =>
        drawLayerIfNeeded(layers[position], surface, picture, inks, held.current[position] ?? null),
      );
      if (picture !== null && props.isMoving?.(picture)) requestPaint(repaint);
    },
    watch,
    share,
  );
  return layers.map(({ left, top, testId }, position) => (
    <canvas
      key={position}
      ref={canvas => {
        canvases.current[position] = canvas;
      }}
      className={className}
      style={{ left, top }}
      data-testid={testId}
    />
  ));
}

/** Draws a layer if necessary. */
function drawLayerIfNeeded<Picture>(
  layer: Layer<Picture> | undefined,
  { ctx, cleared, width, height }: Surface,
  picture: Picture | null,
  inks: Inks,
  held: Held<Picture> | null,
): Held<Picture> | null {
  const key = picture === null ? null : [...(layer?.key?.(picture) ?? []), inks];
  const isKept =
    layer?.key !== undefined &&
    !cleared &&
    held !== null &&
    key?.every((part, position) => part === held.key[position]) === true;
  // Clearing an empty canvas would still cost a paint.
  if (!isKept && !cleared && held !== null) ctx.clearRect(0, 0, width, height);
  if (picture === null || key === null) return null;
  layer?.draw(ctx, picture, isKept ? held.picture : null);
  return { key, picture };
}
