import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkConformance } from '../../../../src/engine/models/recorded/conformance/checkConformance.ts';
import { prepareCases } from '../../../../src/engine/models/recorded/governance/prepareCases.ts';
import { computeRuleOutcomes } from '../../../../src/engine/models/recorded/governance/ruleOutcomes.ts';
import { findStoppedCases } from '../../../../src/engine/models/recorded/governance/stops.ts';
import { CASE_MEASURES } from '../../../../src/engine/models/recorded/sets/caseMeasures.ts';
import { mapStepsToStates } from '../../../../src/engine/models/recorded/states/mapStepsToStates.ts';
import { PRESET_RULES } from '../../../../src/engine/rules/presetRules.ts';
import { EACH_TOOL } from '../../../../src/engine/stateMapping/knownMappings.ts';
import { createGuardStep, GUARD_EVENT_KINDS } from '../../../../src/engine/traces/guardSteps.ts';
import type { TraceCase, TraceStep } from '../../../../src/engine/traces/traces.ts';
import { aCase, recordedSet } from './recordedRuns.ts';

const decision = (kind: (typeof GUARD_EVENT_KINDS)[number], at: number | null = null): TraceStep => {
  const step = createGuardStep({ kind, acts: true, rule: 'same', text: 'Look elsewhere.', at });
  if (step === null) throw new Error('no step');
  return step;
};

/** A case with decisions put before some of its steps; the last place is after all. */
const guard = (one: TraceCase, places: readonly number[]): TraceCase => ({
  ...one,
  steps: [...one.steps, null].flatMap((step, i) => [
    ...places
      .filter(place => place % (one.steps.length + 1) === i)
      .map(place => decision(GUARD_EVENT_KINDS[place % GUARD_EVENT_KINDS.length], step?.at ?? null)),
    ...(step === null ? [] : [step]),
  ]),
});

const set = recordedSet('tau2_sierra_sft').slice(0, 40);

describe('a guard’s decisions among the steps of a case', () => {
  it('leave the effects of every rule as they are, at whatever places they stand', () => {
    const plain = prepareCases(set, EACH_TOOL);
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { maxLength: 8 }), places => {
        const guarded = prepareCases(
          set.map(one => guard(one, places)),
          EACH_TOOL,
        );
        for (const { rule } of PRESET_RULES) {
          expect(computeRuleOutcomes(guarded, rule, [])).toEqual(computeRuleOutcomes(plain, rule, []));
          const stepsOf = (cases: typeof plain) =>
            findStoppedCases(cases, rule).map(({ id, step }) => {
              const { source } = cases.find(one => one.source.id === id)!;
              return [id, source.steps[step]];
            });
          expect(stepsOf(guarded)).toEqual(stepsOf(plain));
        }
      }),
      { numRuns: 5 },
    );
  });

  it('count neither as steps nor as calls where two sets are compared', () => {
    const measured = ['steps', 'calls', 'repeats', 'stuck', 'failed_steps', 'tokens'];
    const measure = (cases: readonly TraceCase[]) =>
      prepareCases(cases, EACH_TOOL).map(one =>
        CASE_MEASURES.filter(({ name }) => measured.includes(name)).map(({ of }) => of(one)),
      );
    expect(measure(set.map(one => guard(one, [0, 7, 14, 9_999])))).toEqual(measure(set));
  });

  it('are figures of two sets that are compared: who acts, advises and stops, and who obeys', () => {
    const measure = (one: TraceCase) =>
      Object.fromEntries(
        CASE_MEASURES.filter(({ name }) => name.startsWith('guard_')).map(({ name, of }) => [
          name,
          of(prepareCases([one], EACH_TOOL)[0]),
        ]),
      );
    const made = (labels: Record<string, string>, ...kinds: (typeof GUARD_EVENT_KINDS)[number][]) =>
      aCase([{ tool: 'a' }, ...kinds.map(kind => decision(kind)), { tool: 'b' }], { labels });
    expect(measure(made({}))).toEqual({
      ...{ guard_acted: null, guard_advised: null, guard_obeyed: null, guard_stopped: null },
    });
    expect(measure(made({ guard: 'acted' }, 'advise', 'obeyed'))).toEqual({
      ...{ guard_acted: 1, guard_advised: 1, guard_obeyed: 1, guard_stopped: 0 },
    });
    expect(measure(made({ guard: 'acted' }, 'advise', 'ignored', 'stop'))).toEqual({
      ...{ guard_acted: 1, guard_advised: 1, guard_obeyed: 0, guard_stopped: 1 },
    });
    expect(measure(made({ guard: 'shadow' }))).toEqual({
      ...{ guard_acted: 0, guard_advised: 0, guard_obeyed: null, guard_stopped: 0 },
    });
  });

  it('are not moves of the agent where a chart is given', () => {
    const chart = {
      ...{ name: 'c', states: ['a', 'b'], initial: 'a' },
      transitions: [{ trigger: 'go', source: 'a', target: 'b' }],
    };
    const walk = (one: TraceCase) => checkConformance(prepareCases([one], EACH_TOOL), chart);
    const one = aCase([{ tool: 'a' }, { tool: 'b' }]);
    expect(walk(guard(one, [1, 2]))).toEqual(walk(one));
  });

  it('have states of their own under any mapping, and do not change which mapping is chosen', () => {
    const coding = aCase(
      ['Bash', 'Edit', 'Read', 'Bash'].map(tool => ({ tool, args: '{"command":"npm test"}' })),
    );
    const { prepared, mapping } = mapStepsToStates([guard(coding, [2, 4, 3, 8, 9, 13])], null);
    expect(mapping.name).toBe(mapStepsToStates([coding], null).mapping.name);
    const states = prepared[0].states.filter(state => state.startsWith('guard: '));
    expect(states).toHaveLength(6);
    expect(prepared[0].stepPlaces).toHaveLength(4);
  });
});
