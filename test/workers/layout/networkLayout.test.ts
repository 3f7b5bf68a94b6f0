import { describe, expect, it } from 'vitest';
import { buildNetwork } from '../../../src/engine/network/network.ts';
import type { LaidOut } from '../../../src/workers/layout/networkLayout.worker.ts';
import { startNetworkLayout } from '../../../src/workers/layout/startNetworkLayout.ts';
import { waitInVain } from '../../waitInVain.ts';

/** A ring. */
const ring = (nodes: number) =>
  buildNetwork('ring', nodes, {
    sources: Array.from({ length: nodes }, (_, node) => node),
    targets: Array.from({ length: nodes }, (_, node) => (node + 1) % nodes),
    weights: null,
  }).network;

const laidOut = ({ offsets, targets }: ReturnType<typeof ring>) =>
  new Promise<LaidOut[]>((resolve, failed) => {
    const told: LaidOut[] = [];
    const placed = (laid: LaidOut) => {
      told.push(laid);
      if (laid.part === 1) resolve(told);
    };
    startNetworkLayout({ offsets, targets }, { placed, failed });
  });

describe('the worker that lays networks out', () => {
  it('sends the places from the first to the last, the same each time', async () => {
    const [told, again] = [await laidOut(ring(60)), await laidOut(ring(60))];
    expect(told[0]!.part).toBe(0);
    expect(told.at(-1)!.places).toHaveLength(120);
    expect(told.at(-1)).toEqual(again.at(-1));
    expect(told.at(-1)!.places).not.toEqual(told[0]!.places);
  });

  it('sends nothing more once it is given up', async () => {
    let count = 0;
    const { offsets, targets } = ring(2000);
    const failed = (error: Error) => {
      throw error;
    };
    await new Promise<void>(resolve => {
      const stop = startNetworkLayout(
        { offsets, targets },
        {
          failed,
          placed() {
            count++;
            stop();
            resolve();
          },
        },
      );
    });
    await waitInVain(700);
    expect(count).toBe(1);
  });
});
