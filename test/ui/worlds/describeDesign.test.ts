import { expect, it } from 'vitest';
import type { Worlds } from '../../../src/ui/state/worldsState.ts';
import { describeDesignQuestion, describeWorldKind } from '../../../src/ui/worlds/describeDesign.ts';

const worldsOf = (from: number | null, arms: number, sweep: readonly string[] = []) =>
  ({ plan: { from, arms: Array.from({ length: arms }, () => ({ label: '' })) }, sweep }) as unknown as Worlds;

it('each design says the question that it answers', () => {
  expect(describeDesignQuestion(worldsOf(null, 1))).toBe('new societies: does it happen elsewhere?');
  expect(describeDesignQuestion(worldsOf(5, 1))).toBe('same past, new chance: would it go on so?');
  expect(describeDesignQuestion(worldsOf(null, 2))).toContain('in any society of this kind');
  expect(describeDesignQuestion(worldsOf(5, 2))).toContain('after this past alone');
  expect(describeDesignQuestion(worldsOf(null, 2, ['liking=1,2']))).toContain('what do the values do');
  expect([null, 5].map(from => describeWorldKind(worldsOf(from, 2)))).toEqual([
    'new societies',
    'worlds with the same past',
  ]);
});
