import { describe, expect, it } from 'vitest';
import { caseFiles, reversed, tokens } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

describe('trajectories in ATIF that refer to each other', () => {
  const files = caseFiles('a14-atif');

  it('count nothing twice, and name the sender of a subagent', () => {
    const { cases, skipped } = readFiles(files);
    expect(tokens(cases)).toEqual([3_000, 200]);
    const parents = Object.fromEntries(cases.map(({ id, parent }) => [id, parent]));
    expect(parents).toEqual({ 'main-1': null, 'main-1-cont-1': null, 'sub-1': 'main-1' });
    expect(cases.find(({ id }) => id === 'main-1')?.steps[0]?.tokensCachedRead).toBe(900);
    expect(skipped).toEqual([]);
  });

  it('are the same cases whatever the order of files', () => {
    expect(readFiles(reversed(files)).cases).toEqual(readFiles(files).cases);
  });
});
