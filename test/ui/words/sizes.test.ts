import { expect, it } from 'vitest';
import { formatByteSize } from '../../../src/ui/words/sizes.ts';

it('bytes are shown in the unit that leaves readable figures', () => {
  expect([0, 43_900, 2_400_000, 210_000_000, 6_100_000_000].map(formatByteSize)).toEqual([
    '0 kB',
    '44 kB',
    '2.4 MB',
    '210 MB',
    '6.1 GB',
  ]);
});
