import { describe, expect, it } from 'vitest';
import { createExemptionTest } from '../../../../../src/engine/guard/createExemptionTest.ts';
import { readGuardPolicy } from '../../../../../src/engine/guard/readGuardPolicy.ts';
import { findHealthyRepeats } from '../../../../../src/engine/models/recorded/governance/findHealthyRepeats.ts';
import { prepareCases } from '../../../../../src/engine/models/recorded/governance/prepareCases.ts';
import { EACH_TOOL } from '../../../../../src/engine/stateMapping/knownMappings.ts';
import type { TraceOutcome } from '../../../../../src/engine/traces/traces.ts';
import { aCase, aStep } from '../recordedRuns.ts';

const call = (tool: string, args: string) => ({ tool, args, argsHash: args });
const twice = (tool: string, args: string) => [call(tool, args), call(tool, args)];
const cases = (count: number, outcome: TraceOutcome, steps: readonly ReturnType<typeof call>[], of: string) =>
  Array.from({ length: count }, (_, i) => aCase(steps, { id: `${of} ${i}`, outcome }));
const find = (...sets: ReturnType<typeof cases>[]) =>
  findHealthyRepeats(prepareCases(sets.flat(), EACH_TOOL));

describe('healthy repeats', () => {
  const polling = cases(5, 'succeeded', [...twice('get_status', '{"job":1}'), call('x', '1')], 'polling');

  it('are those of at least five successful cases and of no failed one', () => {
    expect(find(polling)).toEqual([{ tool: '^get_status$', args: null, repeats: 5, succeeded: 5 }]);
    expect(find(polling.slice(1))).toEqual([]);
    expect(find(polling, cases(1, 'failed', twice('get_status', '{"job":2}'), 'stuck'))).toEqual([]);
    expect(find(polling, cases(3, 'failed', [call('get_status', '{}')], 'other'))).toHaveLength(1);
  });

  it('are distinguished by command where a shell runs it, as exemptions that fit these calls alone', () => {
    const git = '{"command":"git status"}';
    const [found, ...others] = find(
      cases(6, 'succeeded', twice('Bash', git), 'git'),
      cases(2, 'failed', twice('Bash', '{"command":"npm test"}'), 'test'),
    );
    expect(others).toEqual([]);
    expect(found).toMatchObject({ repeats: 6, succeeded: 6 });
    const { exempt } = readGuardPolicy({
      ...{ format: 'statescope-guard', version: 1, name: 'ours' },
      budgets: { calls: 9 },
      exempt: [{ tool: found.tool, args: found.args }],
    });
    const isExempt = createExemptionTest(exempt);
    expect(isExempt(aStep(call('Bash', git)))).toBe(true);
    expect(isExempt(aStep(call('Bash', '{"command":"npm test"}')))).toBe(false);
    expect(isExempt(aStep(call('Bash', '{"command":"gitk"}')))).toBe(false);
  });
});
