import { describe, expect, it } from 'vitest';
import type { ChartOutline } from '../../../src/engine/statechart/buildChartOutline.ts';
import type { NestedPlacement } from '../../../src/ui/charts/nested/nestedPlacement.ts';
import { classifySheetRoom, NestedPlacements } from '../../../src/ui/model/nestedPlacements.ts';

const OUTLINE: ChartOutline = { states: [], transitions: [], regions: [], initial: [], active: [] };
const PLACED = { boxes: [] } as unknown as NestedPlacement;
const ROOM = classifySheetRoom(500, 400, 10);

describe('layouts of charts with hierarchy', () => {
  it('are made once for each chart and class of sheet', async () => {
    let made = 0;
    const placements = new NestedPlacements(async () => {
      made++;
      return PLACED;
    });
    expect(placements.known('a')).toBeNull();
    await Promise.all([placements.ask('a', OUTLINE, [], ROOM), placements.ask('a', OUTLINE, [], ROOM)]);
    expect(placements.known('a')).toBe(PLACED);
    await placements.ask('b', OUTLINE, [], ROOM);
    expect(made).toBe(2);
  });

  it('are tried again after one has failed', async () => {
    let fails = true;
    const placements = new NestedPlacements(async () => {
      if (fails) throw new Error('no worker');
      return PLACED;
    });
    await expect(placements.ask('a', OUTLINE, [], ROOM)).rejects.toThrow('no worker');
    fails = false;
    expect(await placements.ask('a', OUTLINE, [], ROOM)).toBe(PLACED);
  });

  it('are shared by sheets of nearly the same shape', () => {
    expect(classifySheetRoom(520, 400, 10)).toEqual(classifySheetRoom(530, 410, 10));
    expect(classifySheetRoom(520, 400, 10)).not.toEqual(classifySheetRoom(1400, 700, 10));
  });

  it('stay where a sheet passes the edge of its class by a little, and not by much', () => {
    const before = classifySheetRoom(470, 400, 10);
    expect(classifySheetRoom(490, 400, 10)).not.toEqual(before);
    expect(classifySheetRoom(490, 400, 10, before)).toEqual(before);
    expect(classifySheetRoom(560, 400, 10, before)).not.toEqual(before);
    const compact = classifySheetRoom(690, 500, 10);
    expect(classifySheetRoom(710, 500, 10, compact)).toEqual(compact);
    expect(classifySheetRoom(760, 500, 10, compact).isCompact).toBe(false);
  });
});
