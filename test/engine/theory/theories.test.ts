import { describe, expect, it } from 'vitest';
import { IS_LONG, LONG_TIMEOUT } from '../../runs.ts';
import { outcomeOf, THEORIES } from './theories.ts';

/** An interval of 99.99 %, so that chance alone fails none of the tests. */
const TAIL = 5e-5;

describe.each(THEORIES.map(theory => [theory.name, theory] as const))('%s', (_, theory) => {
  const sizes = IS_LONG ? theory.sizes : theory.sizes.slice(0, 1);

  it.each(sizes)(
    'matches the exact theory, at size %i',
    size => {
      const { exact, mean, interval } = outcomeOf(theory, size, theory.worlds * (IS_LONG ? 10 : 1), TAIL);
      // Of a number the interval is of 95 %: twice as wide it is of 99.99 %.
      const [low, high] = theory.kind === 'share' ? interval : interval.map(end => mean + 2 * (end - mean));
      const off = theory.off?.(size) ?? 0;
      expect(exact).toBeGreaterThan(low! - off);
      expect(exact).toBeLessThan(high! + off);
      expect(high! - low!).toBeLessThan(0.15 * Math.max(1, exact));
    },
    LONG_TIMEOUT,
  );
});
