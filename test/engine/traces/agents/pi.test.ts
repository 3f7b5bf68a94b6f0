import { describe, expect, it } from 'vitest';
import { readFiles, totals } from '../fixture.ts';
import { caseOf, expectedOf, expectSteps, filesAt, readBothWays, readPaths } from './expected.ts';

describe('logs of pi', () => {
  it('hold every step and token, of killed calls too', () => {
    const { cases, leftOut } = readPaths('agents/pi/sessions');
    expectSteps(caseOf(cases, '01a21f21-18ea').steps, expectedOf('pi', 'sessions/', 0).steps);
    expectSteps(caseOf(cases, '01a21f21-43d6').steps, expectedOf('pi', 'sessions/', 1).steps);
    expect(totals(cases)).toMatchObject({
      steps: 10,
      errors: 1,
      tokensIn: 73_111 + 7_101,
      tokensOut: 361 + 101,
    });
    expect(cases[0].steps[0]).toMatchObject({ usd: 0.0011, until: 1_795_818_593_192 });
    expect(leftOut[0].what).toBe('bookkeeping lines (model_change, thinking_level_change)');
  });

  it('leave out what a session repeats of the one that it continues', () => {
    const [[, bytes]] = Object.entries(filesAt('agents/pi/sessions')).filter(([name]) =>
      name.includes('43d6'),
    );
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\n');
    const head = { type: 'session', version: 3, id: 'next', timestamp: '2026-11-28T00:00:00Z', cwd: '/w' };
    const own = {
      ...{ type: 'message', id: 'own', timestamp: '2026-11-28T00:00:01Z' },
      message: { role: 'assistant', content: [{ type: 'text', text: 'on' }], usage: { input: 1, output: 1 } },
    };
    const fork = [JSON.stringify(head), ...lines.slice(1), JSON.stringify(own)].join('\n');
    const { cases, leftOut } = readBothWays({ a: fork, b: bytes });
    expect(cases.map(({ id, steps }) => [id, steps.length])).toEqual([
      ['01a21f21-43d6-73e4-ae3b-16e57b7887ec', 2],
      ['next', 1],
    ]);
    expect(leftOut).toContainEqual({ file: 'a', what: 'lines that repeat another session (fork)', count: 4 });
  });

  it('are reported as broken where a line is cut', () => {
    const [[name, bytes]] = Object.entries(filesAt('agents/pi/sessions'));
    const { cases, skipped } = readFiles({ [name]: bytes.subarray(0, bytes.length - 40) });
    expect(cases).toHaveLength(1);
    expect(skipped).toMatchObject([{ reason: expect.stringMatching(/^not JSON/) }]);
  });
});
