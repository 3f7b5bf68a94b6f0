import { describe, expect, it } from 'vitest';
import { STRATEGIES } from '../../../../src/engine/models/librarian/librarianTerms.ts';
import { intervalOf, recallAt, shareOf } from './recallAt.ts';

describe('recall on the bundled texts', async () => {
  // Half of the texts and few seeds: the whole is `npm run bench -- librarian`.
  const [tight, middle, ample] = await Promise.all([512, 2048, 8192].map(limit => recallAt(limit, 4, 9)));
  const of = (rows: typeof tight, strategy: string) => rows.find(row => row.strategy === strategy)!;

  it.each(STRATEGIES)('falls with the limit: %s', strategy => {
    const [low, mid, high] = [tight, middle, ample].map(rows => intervalOf(of(rows, strategy)));
    expect(low.mean).toBeLessThan(mid.mean + mid.half);
    expect(mid.mean + mid.half).toBeLessThan(high.mean);
    expect(low.mean).toBeLessThan(high.mean - 0.3);
  });

  it('is equal for careful and sliding where everything fits, and differs where little does', () => {
    const share = (rows: typeof tight, strategy: string) => intervalOf(of(rows, strategy)).mean;
    expect(share(ample, 'careful')).toBe(share(ample, 'sliding'));
    expect(share(ample, 'careful')).toBeGreaterThan(0.9);
    expect(share(tight, 'careful')).toBeGreaterThan(share(tight, 'sliding') + 0.3);
  });

  it('suffers most from the limit for joined or changed facts', () => {
    const { kinds } = of(tight, 'careful');
    for (const hard of ['joined', 'changed'])
      for (const easy of ['plain', 'reworded'])
        expect(shareOf(kinds[hard])).toBeLessThan(shareOf(kinds[easy]) - 0.2);
  });

  it('differs from seed to seed', () => {
    const shares = new Set(of(middle, 'careful').seeds.map(({ right }) => right));
    expect(shares.size).toBeGreaterThan(1);
  });
});
