import { describe, expect, it } from 'vitest';
import { convertTickToX } from '../../../../../src/ui/charts/timeScale.ts';
import { findPostAtPoint, getCascadeRowY } from '../../../../../src/ui/models/social/cascade/cascade.ts';
import {
  findNameAtPoint,
  type NameWish,
  placePostNames,
} from '../../../../../src/ui/models/social/cascade/cascadeNames.ts';
import { PLOT } from '../plot.ts';

const wish = (row: number, more: Partial<NameWish> = {}): NameWish => ({
  ...{ row, text: `name ${row}`, weight: row, atHead: false, strong: false },
  ...more,
});
const widthOf = (text: string) => 6 * text.length;

describe('the names of a cascade', () => {
  it('stand at their own posts, and touch neither each other nor another post', () => {
    const placed = placePostNames(
      PLOT,
      [1, 2, 3, 4].map(row => wish(row)),
      widthOf,
    );
    expect(placed.map(({ row }) => row).sort()).toEqual([1, 2, 3, 4]);
    for (const { row, x, y, width } of placed) {
      expect(Math.abs(y - getCascadeRowY(PLOT, row))).toBeLessThanOrEqual(6);
      const [post, edges] = [convertTickToX(PLOT.scale, PLOT.tree.tick[row]), [x, x + width]];
      expect(Math.min(...edges.map(edge => Math.abs(edge - post)))).toBeLessThanOrEqual(8);
    }
  });

  it('lead to their own posts, not to the one that is nearest', () => {
    const placed = placePostNames(
      PLOT,
      [1, 2, 3, 4].map(row => wish(row)),
      widthOf,
    );
    for (const { row, x, y, width } of placed)
      expect(findNameAtPoint(placed, x + width / 2, y - 4)).toBe(row);
    expect(findNameAtPoint(placed, 560, 135)).toBeNull();
    expect(findPostAtPoint(PLOT, convertTickToX(PLOT.scale, 8) + 2, getCascadeRowY(PLOT, 2) + 2)).toBe(2);
  });

  it('are left out where they would stand far from their posts at the head', () => {
    const crowd = { ...PLOT, lane: new Float64Array(5), lanes: 1 };
    const placed = placePostNames(
      crowd,
      [1, 2, 3, 4].map(row => wish(row, { atHead: true })),
      widthOf,
    );
    expect(placed.map(({ y, leader }) => y - leader!)).toEqual([4, 16.5]);
  });

  it('of selected agents stand in any case', () => {
    const narrow = { ...PLOT, lane: new Float64Array(5), lanes: 1, bottom: 24 };
    const strong = placePostNames(narrow, [wish(0, { strong: true, weight: 1e6 })], widthOf);
    expect(strong).toHaveLength(1);
  });
});
