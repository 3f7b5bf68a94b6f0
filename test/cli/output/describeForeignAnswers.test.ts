import { describe, expect, it } from 'vitest';
import { describeForeignAnswers } from '../../../src/cli/output/describeForeignAnswers.ts';

const late = { source: 'late', reason: 'deadline passed', count: 1 } as const;
const unusable = (count: number, reason: string) => ({ source: 'fallback', reason, count }) as const;

describe('the line about answers that are not the model’s own', () => {
  it('is absent where all answers are its own', () => {
    expect(describeForeignAnswers({ notOwn: [], decisions: 9 })).toBeNull();
  });

  it('gives their number and the reasons', () => {
    expect(describeForeignAnswers({ notOwn: [unusable(1200, 'no object'), late], decisions: 5000 })).toBe(
      "1,201 of 5,000 answers are not the model's own: 1,200 unusable (no object), 1 late (deadline passed)",
    );
    expect(describeForeignAnswers({ notOwn: [late], decisions: 8 })).toBe(
      "1 of 8 answers is not the model's own: 1 late (deadline passed)",
    );
  });

  it('lists the three most frequent reasons', () => {
    const notOwn = [unusable(4, 'a'), unusable(3, 'b'), unusable(2, 'c'), unusable(1, 'd')];
    expect(describeForeignAnswers({ notOwn, decisions: 10 })).toMatch(
      /: 4 unusable \(a\), .+, 2 unusable \(c\), …$/,
    );
  });
});
