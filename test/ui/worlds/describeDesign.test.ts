import { expect, it } from 'vitest';
import type { Worlds } from '../../../src/ui/state/worldsState.ts';
import { describeDesignQuestion, describeWorldKind } from '../../../src/ui/worlds/describeDesign.ts';

function worldsOf(from: number | null, arms: number, sweep: readonly string[] = [], network = 'scale-free') {
  const arm = { label: '', setup: { network } };
  return { plan: { from, arms: Array.from({ length: arms }, () => arm) }, sweep } as unknown as Worlds;
}

it('each design says the question that it answers', () => {
  expect(describeDesignQuestion(worldsOf(null, 1))).toBe(
    'new societies: does it happen in any society of this kind?',
  );
  // Of a given network there is one alone.
  expect(describeDesignQuestion(worldsOf(null, 1, [], 'congress'))).toBe(
    'new societies: does it happen with any people and chance on this network?',
  );
  expect(describeDesignQuestion(worldsOf(null, 2, [], 'file'))).toContain('on this network');
  expect(describeDesignQuestion(worldsOf(5, 1))).toBe('same past, new chance: would it go on so?');
  expect(describeDesignQuestion(worldsOf(null, 2))).toContain('in any society of this kind');
  expect(describeDesignQuestion(worldsOf(5, 2))).toContain('after this past alone');
  expect(describeDesignQuestion(worldsOf(null, 2, ['liking=1,2']))).toContain('what do the values do');
  expect([null, 5].map(from => describeWorldKind(worldsOf(from, 2)))).toEqual([
    'new societies',
    'worlds with the same past',
  ]);
});
