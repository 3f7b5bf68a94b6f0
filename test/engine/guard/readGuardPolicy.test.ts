import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { WrittenGuardPolicy, WrittenRule } from '../../../src/engine/guard/guardPolicy.ts';
import { buildGuardPolicyJsonSchema, readGuardPolicy } from '../../../src/engine/guard/readGuardPolicy.ts';
import { RULE_KINDS } from '../../../src/engine/rules/stopRule.ts';

const rule = { id: 'same', when: { rule: 'in_a_row', threshold: 3, compare: 'call' } };
/** A chart with one trigger. */
const CHART = {
  ...{ name: 'c', states: ['a'], initial: 'a' },
  transitions: [{ trigger: 'go', source: 'a', target: 'a' }],
};
const policy = { format: 'statescope-guard', version: 1, name: 'ours', rules: [rule] };

describe('a policy', () => {
  it('has defaults for everything that it leaves out', () => {
    expect(readGuardPolicy(policy)).toMatchObject({
      act: 1,
      rules: [{ id: 'same', ignored: 1, end: 'stop' }],
      exempt: [],
      budgets: {},
      chart: null,
    });
  });

  it.each([
    ['of another format', { ...policy, format: 'other' }, /^policy\.format/],
    ['of a later version', { ...policy, version: 2 }, /^policy\.version/],
    ['with an unknown field', { ...policy, rule: [] }, /^policy.*rule/],
    ['that allows everything', { ...policy, rules: [] }, /no rules, no budgets and no chart/],
    [
      'that acts in more than all sessions',
      { ...policy, act: 1.5 },
      /^policy\.act is 1\.5, needs a number from 0 to 1$/,
    ],
    [
      'with a budget of nothing',
      { ...policy, budgets: { calls: 0 } },
      /^policy\.budgets\.calls is 0, needs more than 0$/,
    ],
    ['with a name that is too long', { ...policy, name: 'x'.repeat(101) }, /needs at most 100$/],
    [
      'with a rule that compares what it cannot',
      { ...policy, rules: [{ ...rule, when: { rule: 'similar', threshold: 3, compare: 'tool' } }] },
      /^policy\.rules\[0\]\.when\.compare: “similar” compares call, not “tool”$/,
    ],
    [
      'with two rules of one id',
      { ...policy, rules: [rule, rule] },
      /^policy\.rules\[1\]\.id: “same” is there already$/,
    ],
    [
      'with a rule without effect',
      { ...policy, rules: [{ ...rule, advise: false, end: 'advise' }] },
      /^policy\.rules\[0\]: a rule that neither advises nor ends anything has no effect$/,
    ],
    [
      'with an expression that is none',
      { ...policy, exempt: [{ tool: '(' }] },
      /^policy\.exempt\[0\]\.tool: “\(” is not a regular expression/,
    ],
    [
      'with advice after the stop',
      { ...policy, budgets: { calls: { advise: 10, stop: 5 } } },
      /^policy\.budgets\.calls: advise is 10, and has to be less than stop, 5$/,
    ],
    [
      'with a budget as text',
      { ...policy, budgets: { calls: '5' } },
      /^policy\.budgets\.calls is "5", needs number or object$/,
    ],
    [
      'with a misspelled part',
      { ...policy, budget: { calls: 5 } },
      /^policy\.budget is not known here; did you mean "budgets"\?$/,
    ],
    [
      'with a misspelled part of a part',
      { ...policy, budgets: { calls: { advice: 5 } } },
      /^policy\.budgets\.calls\.advice is not known here; did you mean "advise"\?$/,
    ],
    [
      'with a misspelled part of a rule',
      {
        ...policy,
        rules: [{ id: 'a', when: { rule: 'in_a_row', treshold: 3, compare: 'call' } }],
      },
      /^policy\.rules\[0\]\.when\.treshold is not known here; did you mean "threshold"\?$/,
    ],
    [
      'with a rule that can never hold',
      { ...policy, rules: [{ id: 'a', when: { rule: 'similar', threshold: 8, compare: 'call' } }] },
      /^policy\.rules\[0\]\.when\.threshold is 8, and among 6 earlier calls and this one there are at most 7$/,
    ],
    [
      'with an unknown mapping',
      { ...policy, phases: { preset: 'none' } },
      /^policy\.phases: preset "none" is unknown/,
    ],
    [
      'with a trigger that its chart lacks',
      {
        ...policy,
        chart: {
          definition: CHART,
          tools: { run: ['x'] },
        },
      },
      /^policy\.chart\.tools: the chart has no trigger “run”; it has go$/,
    ],
    [
      'with a chart that is none',
      {
        ...policy,
        chart: { definition: { name: 'c', states: [], initial: 'a', transitions: [] }, tools: {} },
      },
      /^policy\.chart\.definition: /,
    ],
  ])('%s is refused with its place', (_, json, message) => {
    expect(() => readGuardPolicy(json)).toThrow(message);
  });
});

describe('the JSON Schema of a policy', () => {
  const accepts = new Ajv2020({ strict: false }).compile(buildGuardPolicyJsonSchema());
  const withRule = (when: object) => ({ ...policy, rules: [{ id: 'a', when }] });

  it('accepts each kind of rule with all that it can compare', () => {
    for (const [rule, compared] of Object.entries(RULE_KINDS))
      for (const compare of compared) {
        const when = { rule, threshold: 2, compare };
        expect([rule, accepts(withRule(when))]).toEqual([rule, true]);
        expect(accepts(withRule({ rule: 'any', of: [when] }))).toBe(true);
        expect(() => readGuardPolicy(withRule(when))).not.toThrow();
      }
    expect(accepts({ ...policy, phases: { preset: 'tau' } })).toBe(true);
  });

  it.each([
    ['a rule without a kind', withRule({})],
    [
      'a subject that a kind does not compare',
      withRule({ rule: 'alternating', threshold: 2, compare: 'state' }),
    ],
    [
      'a window of a rule that has none',
      withRule({ rule: 'in_a_row', threshold: 2, compare: 'call', window: 3 }),
    ],
    ['an unknown mapping', { ...policy, phases: { preset: 'none' } }],
    ['a mapping without rules', { ...policy, phases: {} }],
    ['a chart without states', { ...policy, chart: { definition: {}, tools: {} } }],
  ])('refuses %s, as the reader does', (_, json) => {
    expect(accepts(json)).toBe(false);
    expect(() => readGuardPolicy(json)).toThrow();
  });
});

it('has a type for each kind of rule, with what it compares', () => {
  type Kinds = typeof RULE_KINDS;
  type Read = { [Kind in keyof Kinds]: Kinds[Kind][number] };
  type Written = { [Kind in keyof Kinds]: Extract<WrittenRule, { rule: Kind }>['compare'] };
  expectTypeOf<Written>().toEqualTypeOf<Read>();
  expectTypeOf<WrittenRule['rule']>().toEqualTypeOf<keyof Kinds>();
  const whole: WrittenGuardPolicy = {
    ...({ format: 'statescope-guard', version: 1, name: 'whole' } as const),
    act: 0.5,
    rules: [
      { id: 'a', when: { rule: 'similar', threshold: 2, compare: 'call', likeness: 0.8, window: 4 } },
      { id: 'b', when: { rule: 'any', of: [{ rule: 'longer_than', threshold: 9, compare: 'step' }] } },
    ],
    exempt: [{ tool: 'wait', args: 'x', every_s: 5 }],
    budgets: { calls: 5, usd: { advise: 1, stop: 2 }, minutes: { stop: 3 } },
    phases: { preset: 'tool' },
    chart: {
      definition: CHART,
      tools: { go: ['x'] },
      advice: { a: 'go on' },
    },
    evidence: null,
  };
  expect(readGuardPolicy(whole)).toMatchObject({ act: 0.5, budgets: { minutes: { advise: null, stop: 3 } } });
});
