import { describe, expect, it } from 'vitest';
import type { MissionStep } from '../../../../../src/engine/models/governed/missionStep.ts';
import type { Rule } from '../../../../../src/engine/models/governed/phases.ts';
import { createRuleJudge, type Judge } from '../../../../../src/engine/rules/createRuleJudge.ts';
import type { StepKeys } from '../../../../../src/engine/rules/stepKeyer.ts';
import { finish, openMissions, path, play, reason, search, stateOf } from '../mission.ts';

/** Some eleven seconds of simulated time. */
const MUSING = 'x'.repeat(1400);
const PROSE = 'I would rather think about it.';

/** Steps that make each rule the one that holds, and steps that fall one short of it. */
const CASES: readonly {
  readonly rule: Rule;
  readonly fires: readonly string[];
  readonly spares: readonly string[];
}[] = [
  {
    rule: 'same_tool',
    fires: [search('a'), search('b'), search('c'), search('d')],
    spares: [search('a'), search('b'), reason(), reason(), search('c'), search('d'), finish()],
  },
  {
    rule: 'same_state',
    fires: [search('a'), reason(), ...Array(5).fill(reason({ next_state: 'analyzing' }))],
    spares: [
      search('a'),
      reason(),
      ...Array(3).fill(reason({ next_state: 'analyzing' })),
      reason(),
      finish(),
    ],
  },
  {
    rule: 'timeout',
    fires: [search('a'), reason(), ...Array(4).fill(reason({ next_state: 'analyzing', reasoning: MUSING }))],
    spares: [
      search('a'),
      reason(),
      reason({ next_state: 'analyzing', reasoning: MUSING }),
      reason(),
      finish(),
    ],
  },
  {
    rule: 'repeated_search',
    fires: [search('a'), reason(), reason(), search(' A! '), search('a')],
    spares: [search('a'), reason(), reason(), search('a b'), reason(), reason(), finish()],
  },
  {
    rule: 'alternation',
    fires: [search('a'), reason(), search('a'), reason(), search('a')],
    spares: [search('a'), reason(), search('b'), reason(), finish()],
  },
  {
    rule: 'failed_decisions',
    fires: [PROSE, PROSE, PROSE, PROSE],
    spares: [PROSE, PROSE, search('a'), reason(), reason(), PROSE, PROSE, finish()],
  },
];

describe.each(CASES)('the rule $rule', ({ rule, fires, spares }) => {
  it('advises once, and ends a mission that continues', async () => {
    const { run, steps, script } = await play(fires);
    expect(stateOf(run).ledger.ruleOf(0)).toBe(rule);
    expect(stateOf(run).ledger.outcomeOf(0)).toBe('finished_stuck');
    const advised = steps.filter(step => step.advice?.rule);
    expect(advised.map(step => step.advice?.rule)).toEqual([rule]);
    expect(advised[0].obeyed).toBe(false);
    expect(path(steps.slice(-2))).toEqual([
      expect.stringMatching(new RegExp(`> stuck_\\w+: ${rule}$`)),
      expect.stringMatching(new RegExp(`^stuck_\\w+ > finishing: ${rule}$`)),
    ]);
    // The verdict and the way out of it ask nobody.
    expect(script.asked.length).toBe(steps.length - 2);
    expect(script.asked.length).toBe(advised[0].number);
  });

  it('spares a mission that comes one short of it', async () => {
    const { run, steps } = await play(spares);
    expect(steps.filter(step => step.advice?.rule)).toEqual([]);
    expect(stateOf(run).ledger.outcomeOf(0)).toBe('finished');
    expect(stateOf(run).ledger.ruleOf(0)).toBeNull();
  });

  it('is content with a finish after its advice', async () => {
    const { steps } = await play([...fires.slice(0, -1), finish('what I have')]);
    const last = steps[steps.length - 1];
    expect(last).toMatchObject({ kind: 'finish', next: 'finishing', obeyed: true, final: 'what I have' });
    expect(last.advice?.rule).toBe(rule);
  });

  it('does not hold where its threshold is out of reach', async () => {
    const limit = rule === 'timeout' ? { timeout_analyzing: 3600 } : { [rule]: 1000 };
    const { steps } = await play(fires, { parameters: { ...limit, step_limit: fires.length } });
    expect(steps.flatMap(step => [step.advice?.rule, step.rule])).not.toContain(rule);
  });

  it('never holds without governance', async () => {
    const { steps, run } = await play(fires, { parameters: { governance: false, step_limit: 12 } });
    expect(steps.every(step => step.advice === null)).toBe(true);
    expect(stateOf(run).ledger.outcomeOf(0)).toBe('cut_off');
  });
});

describe('a rule that holds no longer, because the agent got on without a finish', () => {
  it('lets the agent continue, and ends it at the second time without another word', async () => {
    const again = [search('a'), reason(), reason(), search('a'), reason(), reason(), search('a'), finish()];
    const { run, steps } = await play(again);
    expect(steps[4]).toMatchObject({ kind: 'reason', obeyed: false, advice: { rule: 'repeated_search' } });
    expect(path(steps.slice(6))).toEqual([
      'deciding > searching',
      'searching > stuck_search: repeated_search',
      'stuck_search > finishing: repeated_search',
    ]);
    expect(stateOf(run).ledger.outcomeOf(0)).toBe('finished_stuck');
  });
});

/** A step as the guard of a real agent sees it; texts stand for themselves. */
function toStepKeys(step: MissionStep, numberOf: (text: string) => number): StepKeys {
  const { call, kind, claims, number, next, failed } = step;
  const isMade = call?.hits !== null && call?.hits !== undefined;
  const subject = isMade ? `${call.tool} ${call.before[0] ?? number}` : `${kind} ${call?.tool} ${number}`;
  const action = isMade ? `${subject} > ${claims}` : kind === 'reason' ? `reason > ${claims}` : subject;
  return {
    ...{ isMessage: !isMade, failed: failed > 0, args: null, hasArgs: true, hasResult: true },
    ...{ tool: numberOf(call?.tool ?? kind), call: numberOf(subject), state: numberOf(next) },
    // Alternation is judged over actions, which include reasoning.
    result: numberOf(action),
  };
}

describe('the rules of governed missions', () => {
  it('hold at the very steps at which the rules of a real agent’s guard hold', async () => {
    const limits = { same_tool: 3, same_state: 4, repeated_search: 2, alternation: 4, failed_decisions: 2 };
    const rules = [
      ['same_tool', { rule: 'in_a_row', threshold: 3, compare: 'tool' }, false],
      ['same_state', { rule: 'in_a_row', threshold: 4, compare: 'state' }, false],
      ['repeated_search', { rule: 'in_run', threshold: 2, compare: 'call' }, false],
      ['alternation', { rule: 'alternating', threshold: 2, compare: 'result' }, true],
      ['failed_decisions', { rule: 'in_a_row', threshold: 2, compare: 'error' }, true],
    ] as const;
    // Without governance nothing ends a mission early, and the counts run on.
    const run = await openMissions({
      setup: { agents: 60 },
      parameters: { governance: false, trouble: 0.8, active: 60 },
    });
    const state = stateOf(run);
    const numbers = new Map<string, number>();
    const numberOf = (text: string) => {
      numbers.set(text, numbers.get(text) ?? numbers.size + 1);
      return numbers.get(text) as number;
    };
    const judges = new Map<number, readonly Judge[]>();
    const held = new Map<string, number>();
    const differences: string[] = [];
    const { signal } = new AbortController();
    for (let row = 0; !state.isOver; ) {
      await run.step(run.policy, signal);
      for (; row < state.ledger.steps.length; row++) {
        const step = state.ledger.steps[row];
        if (step.source === null || step.next === 'finishing') continue;
        const own = judges.get(step.agent) ?? rules.map(([, rule]) => createRuleJudge(rule));
        judges.set(step.agent, own);
        const keys = toStepKeys(step, numberOf);
        for (const [i, [rule, , countsAll]] of rules.entries()) {
          const holds = own[i](countsAll ? { ...keys, isMessage: false } : keys);
          if (holds) held.set(rule, (held.get(rule) ?? 0) + 1);
          if (holds !== state.loop.rules.value(step.agent, rule) >= limits[rule])
            differences.push(`${rule} at ${step.number} of mission ${step.agent}`);
        }
      }
    }
    expect(differences).toEqual([]);
    expect([...held.keys()].sort()).toEqual(rules.map(([rule]) => rule).sort());
  });
});

describe('two rules at once', () => {
  it('do not give a second grace to an agent that ignores the first', async () => {
    // The fourth failure in a row is also the fifth step in deciding.
    const { run, steps } = await play([PROSE, PROSE, PROSE, PROSE, PROSE]);
    expect(steps.filter(step => step.advice?.rule).length).toBe(1);
    expect(stateOf(run).ledger.ruleOf(0)).toBe('failed_decisions');
  });
});
