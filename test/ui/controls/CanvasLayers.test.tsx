import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CanvasLayers, type Layer } from '../../../src/ui/controls/chart/CanvasLayers.tsx';
import type { PageState } from '../../../src/ui/state/pageState.ts';
import { renderOnPage } from '../page.tsx';
import { settlePage } from '../settlePage.ts';

/** A context that draws nothing. */
const CONTEXT = { setTransform() {}, clearRect() {} };

describe('canvases over each other', () => {
  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(CONTEXT as never);
  });
  afterEach(() => void vi.restoreAllMocks());

  /** Layers that note what they are asked to draw; the lower one hangs on the run's head. */
  async function open() {
    const drawn: string[] = [];
    const size = { width: 300 };
    const layer = (name: string, part: Partial<Layer<PageState>>): Layer<PageState> => ({
      left: 0,
      top: 0,
      size: () => [size.width, 100],
      draw: (_, { head }, before) => void drawn.push(`${name} ${before ? `${before.head} → ` : ''}${head}`),
      ...part,
    });
    const page = await renderOnPage(
      <CanvasLayers
        className="chart"
        layers={[layer('lower', { key: state => [state.run] }), layer('upper', {})]}
        picture={state => (state.run ? state : null)}
        watch={state => [state.head, state.speed]}
        share={0}
      />,
    );
    await settlePage();
    return { ...page, drawn, size };
  }

  it('recognise what still stands on the layer with the same key, and clear the other one', async () => {
    const { drawn, store } = await open();
    expect(drawn.splice(0)).toEqual(['lower 0', 'upper 0']);
    act(() => store.setState({ head: 1 }));
    await settlePage();
    expect(drawn).toEqual(['lower 0 → 1', 'upper 1']);
  });

  it('are empty in another size', async () => {
    const { drawn, store, size } = await open();
    drawn.length = 0;
    size.width = 200;
    act(() => store.setState({ head: 1 }));
    await settlePage();
    expect(drawn).toEqual(['lower 1', 'upper 1']);
  });

  it('are drawn again where the browser lost them', async () => {
    const { drawn } = await open();
    drawn.length = 0;
    act(() => void document.querySelector('canvas')?.dispatchEvent(new Event('contextrestored')));
    await settlePage();
    expect(drawn).toEqual(['lower 0', 'upper 0']);
  });
});
