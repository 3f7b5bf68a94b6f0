import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawGuardArm } from '../../../src/engine/guard/drawGuardArm.ts';
import { Guard } from '../../../src/engine/guard/guard.ts';
import type { GuardDecision } from '../../../src/engine/guard/guardDecision.ts';
import { createGuard } from '../../../src/engine/guard/index.ts';
import { readGuardPolicy } from '../../../src/engine/guard/readGuardPolicy.ts';
import { prepareCases } from '../../../src/engine/models/recorded/governance/prepareCases.ts';
import {
  findFirstFiring,
  findStopAfterAdvice,
} from '../../../src/engine/models/recorded/governance/stops.ts';
import { PRESET_RULES } from '../../../src/engine/rules/presetRules.ts';
import { readStopRule } from '../../../src/engine/rules/readStopRule.ts';
import { AS_THE_SOURCE_SAYS } from '../../../src/engine/stateMapping/knownMappings.ts';
import type { TraceCase } from '../../../src/engine/traces/traces.ts';
import { recordedSet, SETS } from '../models/recorded/recordedRuns.ts';

const policyOf = (part: object) =>
  readGuardPolicy({ format: 'statescope-guard', version: 1, name: 'test', ...part });
const SAME_CALL = { rule: 'in_a_row', threshold: 3, compare: 'result' };
const ruleOf = (more: object = {}) => ({ id: 'same', when: SAME_CALL, ...more });

/** Makes the same call so many times, as long as it is allowed. */
function loop(
  guard: Guard,
  times: number,
  call = { tool: 'Bash', args: 'npm test' },
): GuardDecision['action'][] {
  const actions: GuardDecision['action'][] = [];
  for (let i = 0; i < times; i++) {
    const asked = guard.before(call);
    if (asked.action === 'stop' || asked.action === 'refuse') return [...actions, asked.action];
    actions.push(guard.after(call, { output: '1 failed' }).action);
  }
  return actions;
}

describe('a guard over recorded sessions', () => {
  it.each(SETS)('stops %s at the same step and token as the governance report, by every rule', set => {
    const cases = recordedSet(set);
    const prepared = prepareCases(cases, AS_THE_SOURCE_SAYS);
    const expected: unknown[] = [];
    const found: unknown[] = [];
    for (const { id, rule } of PRESET_RULES) {
      const policy = policyOf({ rules: [{ id, when: rule, advise: false }], phases: { preset: 'source' } });
      for (const [i, one] of cases.entries()) {
        const at = findFirstFiring(prepared[i], rule);
        const guard = new Guard(policy, one.id);
        const { stop, faults } = playToStop(guard, one);
        expected.push([one.id, id, at + 1, stop === null ? undefined : countTokens(one, at), []]);
        found.push([one.id, id, stop?.step ?? 0, stop?.spent.tokens, faults]);
      }
    }
    expect(found).toEqual(expected);
  });
});

function playToStop(guard: Guard, { steps }: TraceCase) {
  for (const step of steps) if (guard.take(step).action === 'stop') break;
  return guard.report();
}

function countTokens({ steps }: TraceCase, last: number): number | null {
  const known = steps
    .slice(0, last + 1)
    .filter(({ tokensIn, tokensOut }) => tokensIn !== null || tokensOut !== null);
  return known.length === 0
    ? null
    : known.reduce((sum, { tokensIn, tokensOut }) => sum + (tokensIn ?? 0) + (tokensOut ?? 0), 0);
}

describe('a rule', () => {
  it('advises when it holds, and stops at the first step at which the advice is ignored', () => {
    const guard = new Guard(policyOf({ rules: [ruleOf()] }), 's');
    expect(loop(guard, 9)).toEqual(['allow', 'allow', 'advise', 'stop', 'stop']);
    expect(guard.report().events.map(({ kind, step }) => `${kind} ${step}`)).toEqual([
      'advise 3',
      'ignored 4',
      'stop 4',
    ]);
    expect(guard.before({ tool: 'Read' }).text).toBe(
      'Stopped: the same call with the same result 3 times in a row, after 4 steps. The last call was Bash npm test. Say what you have found and what is missing. Call no more tools.',
    );
  });

  it.each([1, 2, 3])('stops after advice ignored %i times where the recording says that it does', ignored => {
    const cases = recordedSet('tau2_sierra_sft');
    for (const [at, one] of prepareCases(cases, AS_THE_SOURCE_SAYS).entries()) {
      const guard = new Guard(policyOf({ rules: [ruleOf({ ignored })] }), 's');
      for (const step of cases[at].steps) guard.take(step);
      const when = readStopRule(ruleOf().when);
      expect((guard.report().stop?.step ?? 0) - 1).toBe(findStopAfterAdvice(one, when, ignored));
    }
  });

  it('goes on judging when nobody reports the end of a call', () => {
    const guard = new Guard(policyOf({ rules: [ruleOf()] }), 's');
    guard.before({ id: 'lost', tool: 'Read', args: 'a.ts' });
    const actions = loop(guard, 12);
    expect(actions.slice(0, 7)).toEqual(Array(7).fill('allow'));
    expect(actions.slice(7)).toContain('stop');
  });

  it('leaves an obedient agent alone, and starts counting again', () => {
    const guard = new Guard(policyOf({ rules: [ruleOf({ ignored: 2 })] }), 's');
    expect(loop(guard, 4)).toEqual(['allow', 'allow', 'advise', 'advise']);
    expect(loop(guard, 1, { tool: 'Read', args: 'a.ts' })).toEqual(['allow']);
    expect(guard.report().events.at(-1)).toEqual({ step: 5, kind: 'obeyed', rule: 'same', text: '' });
    expect(loop(guard, 3)).toEqual(['allow', 'allow', 'advise']);
  });

  it('asks a person, whose consent begins the count again', () => {
    const guard = new Guard(policyOf({ rules: [ruleOf({ advise: false, end: 'ask' })] }), 's');
    expect(loop(guard, 3)).toEqual(['allow', 'allow', 'ask']);
    const asked = guard.before({ tool: 'Bash', args: 'npm test' });
    expect([asked.action, asked.text]).toEqual([
      'ask',
      'the same call with the same result 3 times in a row: Bash npm test. Go on?',
    ]);
    expect(guard.before({ tool: 'Read' }).action).toBe('allow');
  });

  it('never ends anything if advice is all there is', () => {
    const guard = new Guard(policyOf({ rules: [ruleOf({ end: 'advise', advise: 'Look elsewhere.' })] }), 's');
    expect(loop(guard, 6)).toEqual(['allow', 'allow', 'advise', 'advise', 'advise', 'advise']);
  });
});

describe('exempt calls', () => {
  it('are counted by budgets, but not by rules', () => {
    const policy = policyOf({
      rules: [ruleOf()],
      exempt: [{ tool: '^Bash$', args: '^npm' }],
      budgets: { calls: 8 },
    });
    expect(loop(new Guard(policy, 's'), 20)).toEqual([...Array(7).fill('allow'), 'stop', 'stop']);
  });

  it('include those of a poll only as long as it waits', () => {
    const policy = policyOf({ rules: [ruleOf({ advise: false })], exempt: [{ tool: 'status', every_s: 5 }] });
    const call = (at: number) => ({ tool: 'status', args: '1', at });
    const patient = new Guard(policy, 's');
    for (let i = 0; i < 50; i++) {
      expect(patient.before(call(i * 6_000)).action).toBe('allow');
      expect(patient.after(call(i * 6_000), { output: 'running' }).action).toBe('allow');
    }
    const hasty = new Guard(policy, 's');
    const actions = [0, 1, 2, 3].map(i => {
      hasty.before(call(i * 100));
      return hasty.after(call(i * 100), { output: 'running' }).action;
    });
    expect(actions).toEqual(['allow', 'allow', 'allow', 'stop']);
  });
});

describe('a budget', () => {
  it('advises once, and stops at its limit', () => {
    const guard = new Guard(policyOf({ budgets: { tokens: { advise: 800, stop: 1_000 } } }), 's');
    guard.spend({ tokensIn: 700, tokensOut: 150 });
    expect(guard.before({ tool: 'a' })).toMatchObject({ action: 'advise', rule: 'tokens' });
    guard.spend({ tokensIn: 100 });
    expect(guard.before({ tool: 'b' }).action).toBe('allow');
    guard.spend({ tokensOut: 50 });
    const stop = guard.before({ tool: 'c' });
    expect([stop.action, stop.text]).toEqual([
      'stop',
      'Stopped: 1000 of 1000 tokens are spent, after 0 steps, 1000 tokens. Say what you have found and what is missing. Call no more tools.',
    ]);
  });
});

describe('the default advice', () => {
  it('names the part of the rule that held, and no other', () => {
    const parts = [{ rule: 'alternating', threshold: 3, compare: 'call' }, SAME_CALL];
    const guard = new Guard(policyOf({ rules: [ruleOf({ when: { rule: 'any', of: parts } })] }), 's');
    loop(guard, 3);
    expect(guard.report().events[0].text).toMatch(
      /^You are repeating yourself \(the same call with the same result 3 times in a row\)\. /,
    );
  });
});

describe('a chart of tools', () => {
  const chart = {
    definition: {
      name: 'review',
      states: ['reading', 'writing', 'done'],
      initial: 'reading',
      thresholds: { reading: 3 },
      transitions: [
        { trigger: 'look', source: 'reading', target: 'reading' },
        { trigger: 'change', source: 'reading', target: 'writing' },
        { trigger: 'change', source: 'writing', target: 'writing' },
        { trigger: 'timeout', source: 'reading', target: 'writing' },
      ],
    },
    tools: { look: ['^Read$', '^Grep$'], change: ['^(Edit|Write)$', '^mcp__.*edit'] },
    advice: { writing: 'Write the comment now.' },
  };

  it('refuses tools that its state does not allow, lists the allowed ones, and leaves other tools free', () => {
    const guard = new Guard(policyOf({ chart }), 's');
    expect(loop(guard, 1, { tool: 'Edit', args: 'x' })).toEqual(['allow']);
    const refused = guard.before({ tool: 'Read', args: 'a' });
    expect([refused.action, refused.text]).toEqual([
      'refuse',
      'Read is not allowed in writing: allowed are Edit, Write, tools like ^mcp__.*edit.',
    ]);
    expect(loop(guard, 1, { tool: 'WebSearch', args: 'x' })).toEqual(['allow']);
    expect(guard.state()).toContain('Current Phase: writing');
    expect(guard.state()).toContain('Advice: Write the comment now.');
  });

  it('leaves a state by itself after as many steps as its threshold allows', () => {
    const guard = new Guard(policyOf({ chart }), 's');
    for (let i = 0; i < 5; i++) loop(guard, 1, { tool: 'Think', args: `${i}` });
    expect(guard.before({ tool: 'Grep' }).action).toBe('refuse');
  });
});

describe('shadow and chance', () => {
  it('note what the guard would have done, and allow everything', () => {
    const guard = new Guard(policyOf({ rules: [ruleOf()], act: 0 }), 's');
    expect(loop(guard, 6)).toEqual(Array(6).fill('allow'));
    expect(guard.report()).toMatchObject({ acts: false, steps: 6, stop: { step: 4, rule: 'same' } });
    expect(guard.state()).toBe('');
  });

  it('draw half of the sessions by their ids, always the same ones', () => {
    const draws = Array.from({ length: 10_000 }, (_, i) =>
      drawGuardArm({ name: 'test', act: 0.5 }, `session ${i}`),
    );
    const acting = draws.filter(Boolean).length;
    // Six standard deviations of a fair coin.
    expect(Math.abs(acting - 5_000)).toBeLessThan(300);
    expect(draws[7]).toBe(drawGuardArm({ name: 'test', act: 0.5 }, 'session 7'));
    expect(drawGuardArm({ name: 'test', act: 1 }, 'x')).toBe(true);
    expect(drawGuardArm({ name: 'test', act: 0 }, 'x')).toBe(false);
  });
});

describe('calls at once', () => {
  const policy = policyOf({ rules: [ruleOf({ advise: false })] });
  const calls = [0, 1, 2, 3].map(i => ({ id: `c${i}`, tool: 'Bash', args: i === 1 ? 'ls' : 'npm test' }));

  it('are judged in the order in which they were made, whatever the order of their ends', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(calls, { minLength: 4 }), ends => {
        const guard = new Guard(policy, 's');
        for (const call of calls) guard.before(call);
        for (const call of ends) guard.after(call, { output: 'x' });
        guard.before({ id: 'c4', tool: 'Bash', args: 'npm test' });
        guard.after({ id: 'c4', tool: 'Bash', args: 'npm test' }, { output: 'x' });
        expect(guard.report().stop?.step).toBe(5);
      }),
    );
  });

  it('that never end are over when the model answers again', () => {
    const guard = new Guard(
      policyOf({ rules: [ruleOf({ advise: false, when: { ...SAME_CALL, compare: 'call' } })] }),
      's',
    );
    for (const turn of ['1', '2', '3', '4']) guard.before({ ...calls[0], id: turn, turn });
    expect(guard.before({ ...calls[0], id: '5', turn: '5' }).action).toBe('stop');
  });

  it('without ids are distinguished by tool and arguments', () => {
    const guard = new Guard(policy, 's');
    guard.before({ tool: 'Bash', args: 'a' });
    guard.before({ tool: 'Bash', args: 'b' });
    guard.after({ tool: 'Bash', args: 'b' }, { output: 'x' });
    expect(guard.report().steps).toBe(0);
    guard.after({ tool: 'Bash', args: 'a' }, { output: 'x' });
    expect(guard.report().steps).toBe(2);
  });

  it('that did not run after all are taken back', () => {
    const guard = new Guard(policy, 's');
    guard.before(calls[0]);
    guard.cancel(calls[0]);
    guard.before(calls[1]);
    guard.after(calls[1], {});
    expect(guard.report().steps).toBe(1);
  });
});

describe('a long session', () => {
  it('is guarded as reliably at its ten-thousandth call as at its first', () => {
    const policy = { format: 'statescope-guard', version: 1, name: 'long', rules: [ruleOf()] };
    const guard = createGuard(policy, 's');
    for (let i = 0; i < 10_000; i++)
      expect(loop(guard, 1, { tool: 'Read', args: `${i}` })).toEqual(['allow']);
    expect(loop(guard, 9)).toEqual(['allow', 'allow', 'advise', 'stop', 'stop']);
  });
});

describe('an error inside the guard', () => {
  it('allows the call, and is noted', () => {
    const guard = new Guard(policyOf({ rules: [ruleOf()] }), 's');
    const args = {
      toJSON(): never {
        throw new Error('no text');
      },
    };
    expect(guard.before({ tool: 'Bash', args })).toEqual({
      action: 'allow',
      text: '',
      rule: null,
      would: 'allow',
    });
    expect(guard.report().faults).toEqual(['no text']);
  });
});

describe('the agent’s state', () => {
  it('contains phase, time, status and advice', () => {
    const guard = new Guard(policyOf({ rules: [ruleOf()], phases: { preset: 'coding' } }), 's');
    for (const at of [1_000, 2_000, 3_000]) {
      guard.before({ tool: 'Bash', args: { command: 'npm test' }, at });
      guard.after({ tool: 'Bash', args: { command: 'npm test' } }, { output: '1 failed', until: at + 500 });
    }
    expect(guard.state().split('\n')).toEqual([
      '## Agent State',
      'Current Phase: TEST',
      'Phase Duration: 3 steps, 2500ms',
      'Status: STUCK',
      'Advice: You are repeating yourself (the same call with the same result 3 times in a row). The same call will give the same result. Try something else, or finish with what you have.',
    ]);
  });
});

it('takes no time away where a clock is set back', () => {
  const policy = readGuardPolicy({
    ...{ format: 'statescope-guard', version: 1, name: 'clock', budgets: { minutes: 10 } },
  });
  const guard = new Guard(policy, 's');
  const spent = [0, 4, -60, 2, 11].map(minute => {
    const call = { tool: 'look', args: { minute }, at: minute * 60_000 };
    guard.before(call);
    guard.after(call, { output: 'x', until: minute * 60_000 });
    return guard.report().spent.minutes;
  });
  expect(spent).toEqual([0, 4, 4, 4, 11]);
  expect(guard.report().stop).toMatchObject({ step: 4, rule: 'minutes' });
  expect(guard.state()).not.toMatch(/-\d/);
});

it('stops a call that comes when the minutes are over, before it runs', () => {
  const policy = policyOf({ budgets: { minutes: 10 } });
  const guard = new Guard(policy, 's');
  guard.before({ tool: 'look', at: 0 });
  guard.after({ tool: 'look' }, { output: 'x', until: 1_000 });
  expect(guard.before({ tool: 'look', at: 7_200_000 }).action).toBe('stop');
  expect(guard.report()).toMatchObject({ steps: 1, stop: { rule: 'minutes' }, underWay: 0 });
});

it('leaves its chart where it is when a call failed', () => {
  const chart = {
    definition: {
      ...{ name: 'reading', states: ['begun', 'read'], initial: 'begun' },
      transitions: [
        { trigger: 'read', source: 'begun', target: 'read' },
        { trigger: 'answer', source: 'read', target: 'begun' },
      ],
    },
    tools: { read: ['^read$'], answer: ['^answer$'] },
  };
  const guard = new Guard(policyOf({ chart }), 's');
  const read = { tool: 'read', args: {} };
  guard.before(read);
  guard.after(read, { output: 'Error: 404' });
  expect(guard.before({ tool: 'answer', args: {} }).action).toBe('refuse');
  guard.before(read);
  guard.after(read, { output: 'a page' });
  expect(guard.before({ tool: 'answer', args: {} }).action).toBe('allow');
});
