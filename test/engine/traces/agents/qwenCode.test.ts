import { describe, expect, it } from 'vitest';
import { readFiles, totals } from '../fixture.ts';
import { caseOf, expectedOf, expectSteps, filesAt, readPaths, stepsFor } from './expected.ts';

const PATH = 'agents/qwen-code/projects';

describe('logs of Qwen Code', () => {
  it('are not mistaken for those of Claude Code, and hold every step and token', () => {
    const expected = expectedOf('qwen-code', 'projects/', 0);
    const { cases, found } = readPaths(PATH);
    expect(new Set(found.map(({ format }) => format))).toEqual(new Set(['Qwen Code']));
    const main = cases.find(({ id }) => /^bda77365\S+$/.test(id));
    const sub = cases.find(({ parent }) => parent !== null);
    expectSteps(main?.steps ?? [], stepsFor(expected, 'main'));
    expectSteps(sub?.steps ?? [], stepsFor(expected, 'sub-agent'));
    expect(sub).toMatchObject({ parent: main?.id, labels: { agent: 'general-purpose' } });
    expectSteps(caseOf(cases, '5d742e46').steps, expectedOf('qwen-code', 'projects/', 1).steps);
    expect(totals(cases)).toMatchObject({
      steps: 13,
      errors: 1,
      tokensIn: 106_717 + 7_101,
      tokensOut: 517 + 101,
    });
  });

  it('are reported as broken where a line is cut', () => {
    const files = filesAt(PATH);
    const [[name, bytes]] = Object.entries(files).filter(([path]) => path.includes('5d742e46'));
    const { cases, skipped } = readFiles({ [name]: bytes.subarray(0, bytes.length - 40) });
    expect(cases.map(({ steps }) => steps.length)).toEqual([1]);
    expect(skipped).toMatchObject([{ reason: expect.stringMatching(/^not JSON/) }]);
  });
});
