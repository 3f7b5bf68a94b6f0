import { describe, expect, it } from 'vitest';
import {
  formatGroupedInteger,
  formatNounCount,
  formatPlainCount,
} from '../../../src/engine/core/formatNounCount.ts';

describe('counts', () => {
  it('group digits by thousands', () => {
    expect([0, 999, 1559, 1_234_567].map(formatGroupedInteger)).toEqual(['0', '999', '1,559', '1,234,567']);
  });

  it('have a minus sign before negative numbers, and are rounded to whole numbers', () => {
    expect([-5, -1559, -0.4, 12.5].map(formatGroupedInteger)).toEqual(['−5', '−1,559', '0', '13']);
  });

  it('agree in number with their noun', () => {
    expect([formatNounCount(1, 'reply', 'replies'), formatNounCount(2000, 'reply', 'replies')]).toEqual([
      '1 reply',
      '2,000 replies',
    ]);
  });

  it('have no groups where plain ones are wanted', () => {
    expect([1, 2000].map(count => formatPlainCount(count, 'step'))).toEqual(['1 step', '2000 steps']);
  });
});
