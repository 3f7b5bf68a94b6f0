import { describe, expect, it } from 'vitest';
import { inProcess } from '../../../inProcess.ts';

describe('recorded cases on the command line', () => {
  it('are played to their end where no rounds are asked for', async () => {
    const { stdout, stderr } = await inProcess('run', '--model', 'recorded');
    const summary = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(summary.rounds).toBe(102);
    expect(summary.outcomes).toMatchObject({ steps: 1053, succeeded: 30, failed: 10, tokens: 9_786_349 });
    // Its prices are 0 throughout: those of a model without a known price.
    expect(summary.outcomes.usd).toBeNull();
    expect(stderr).toContain('tau2_telecom_40.json: tau2-bench, 40 cases, 1,053 steps');
    expect(stderr).not.toContain('still under way');
  });

  it('report what fewer rounds cut off', async () => {
    const { stderr } = await inProcess('run', '--model', 'recorded', '--rounds', '100');
    expect(stderr).toContain(
      '2 of 40 cases are still under way: 1 step and 14,482 tokens come later, up to round 102',
    );
  });
});
