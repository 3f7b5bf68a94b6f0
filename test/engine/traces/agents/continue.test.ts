import { describe, expect, it } from 'vitest';
import { readFiles, totals } from '../fixture.ts';
import { expectedOf, expectSteps, filesAt, readPaths } from './expected.ts';

describe('sessions of Continue', () => {
  it('hold every step, token and cost', () => {
    const { cases, leftOut } = readPaths('agents/continue/sessions');
    expect(cases.map(({ id }) => id)).toEqual(['78087f25-358e-47c6-aa5a-5c63e1d5ff3d']);
    expectSteps(cases[0].steps, expectedOf('continue', 'sessions/').steps);
    expect(totals(cases)).toMatchObject({ steps: 8, errors: 1, tokensIn: 73_111, tokensOut: 361 });
    expect(cases[0].steps[0]).toMatchObject({ usd: 0.03, tokensReasoning: 7, result: 'notes.txt\n' });
    expect(leftOut).toMatchObject([{ what: 'entries of a list of sessions', count: 1 }]);
  });

  it('are reported as broken where the file is cut', () => {
    const [[name, bytes]] = Object.entries(filesAt('agents/continue/sessions'));
    const { cases, skipped } = readFiles({ [name]: bytes.subarray(0, bytes.length - 100) });
    expect(cases).toEqual([]);
    expect(skipped).toMatchObject([{ reason: expect.stringMatching(/^not JSON/) }]);
  });
});
