import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ChartTip } from '../../../src/ui/controls/chart/ChartTip.tsx';
import { getKeyTargetIndex } from '../../../src/ui/controls/chart/getKeyTargetIndex.ts';

describe('the keys of a chart', () => {
  it('lead to the next, by a page, to the ends, and never out of the list', () => {
    const from = (key: string, at = 4) => getKeyTargetIndex(key, at, 10, 3);
    expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].map(key => from(key))).toEqual([
      5, 3, 7, 1, 0, 9,
    ]);
    expect([from('ArrowDown', 9), from('PageUp', 1)]).toEqual([9, 0]);
  });

  it('lead down to the first and up to the last from nowhere', () => {
    expect([getKeyTargetIndex('ArrowDown', -1, 10), getKeyTargetIndex('ArrowUp', -1, 10)]).toEqual([0, 9]);
  });

  it('ignore other keys, and Page keys where there are no pages', () => {
    expect([getKeyTargetIndex('Enter', 4, 10, 3), getKeyTargetIndex('PageDown', 4, 10)]).toEqual([
      null,
      null,
    ]);
  });
});

describe('a chart’s tip', () => {
  const styleAt = (x: number, y: number, height: number | null, width = 600) => {
    const place = { x, y, width, height: 300 };
    const { container } = render(
      <ChartTip place={place} gap={[16, 14]} width={200} height={height}>
        words
      </ChartTip>,
    );
    const { left, top, bottom } = (container.firstElementChild as HTMLElement).style;
    return [left, top, bottom];
  };

  it('stands right below the pointer, left of it where there is no room, and inside the chart', () => {
    expect(styleAt(100, 50, 76)).toEqual(['116px', '64px', '']);
    expect(styleAt(500, 290, 76)).toEqual(['284px', '224px', '']);
    // In a narrow chart there is room on neither side.
    expect(styleAt(150, 50, 76, 300)).toEqual(['4px', '64px', '']);
  });

  it('stands at the corner of the pointer where it covers least of the mark concerned', () => {
    const place = { x: 250, y: 120, width: 600, height: 300 };
    // What it explains lies right of the pointer, and most of it below.
    const points = [
      [300, 160],
      [320, 200],
      [300, 60],
    ] as const;
    const covered = (left: number, top: number, right: number, bottom: number) =>
      points.filter(([x, y]) => x > left && x < right && y > top && y < bottom).length;
    const { container } = render(
      <ChartTip place={place} gap={[16, 14]} width={200} height={76} covered={covered}>
        words
      </ChartTip>,
    );
    expect((container.firstElementChild as HTMLElement).style.left).toBe('34px');
  });

  it('stands over the pointer in the lower half where its height is not known', () => {
    expect(styleAt(100, 50, null)).toEqual(['116px', '64px', '']);
    expect(styleAt(100, 290, null)).toEqual(['116px', '', '22px']);
  });
});
