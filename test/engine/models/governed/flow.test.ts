import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../src/engine/oracle/oracle.ts';
import { finish, openMissions, path, play, playOut, reason, search, stateOf, stepsOf } from './mission.ts';

describe('the flow of the specification', () => {
  it('goes from the search for the architecture to the repeat, the advice and the finish', async () => {
    const { run, script, steps } = await play(
      [search('architecture'), reason(), reason(), search('execution'), search('execution'), finish()],
      { goals: ['Find the savant-mvp architecture.'] },
    );
    expect(path(steps)).toEqual([
      'init > searching',
      'searching > analyzing',
      'analyzing > deciding',
      'deciding > searching',
      'searching > searching',
      'searching > finishing',
    ]);
    expect(script.asked[5].advice).toEqual({
      rule: 'repeated_search',
      text: "You already searched for 'execution'. Finish now.",
    });
    expect(script.prompts[5]).toMatch(
      /## Agent State\nCurrent Phase: SEARCHING\nPhase Duration: \d+ms\nStatus: STUCK\nAdvice: You already searched for 'execution'. Finish now.$/,
    );
    expect(script.prompts[1]).toMatch(/Current Phase: SEARCHING\nPhase Duration: \d+ms\nStatus: HEALTHY$/);
    expect(stateOf(run).ledger.outcomeOf(0)).toBe('finished');
  });
});

describe('the loop test: a password in a file that does not exist', () => {
  it('searches, repeats, is advised, continues, is stuck, and ends with a summary of what it found', async () => {
    const run = await playOut(await openMissions({ parameters: { obedience: 0 } }));
    const agent = stateOf(run).inputs.missions.list.findIndex(({ goal }) => goal.includes('hacker.txt'));
    const steps = stepsOf(run, agent);
    const repeat = steps.findIndex(step => (step.call?.before.length ?? 0) > 0);
    expect(steps[repeat + 1]).toMatchObject({ advice: { rule: 'repeated_search' }, obeyed: false });
    expect(path(steps.slice(-2))).toEqual([
      'searching > stuck_search: repeated_search',
      'stuck_search > finishing: repeated_search',
    ]);
    const { summary } = stateOf(run).ledger.dossier(agent);
    expect(summary).toMatch(/^I spent \d+ s and \d+ steps on “Find the secret password in the file/);
    expect(summary).toMatch(/I am stuck: searched for “.+” 3 times, advised at 2\. I searched for “/);
    expect(steps.at(-1)?.call).toMatchObject({
      tool: 'finish',
      args: { reason: 'stuck_detection', rule: 'repeated_search', summary },
    });
  });
});

describe('an illegal move', () => {
  it('is refused, logged, and becomes the advice of the next prompt', async () => {
    const { steps, script } = await play([
      search('architecture'),
      reason({ next_state: 'deciding' }),
      reason(),
      finish(),
    ]);
    expect(steps[1]).toMatchObject({
      phase: 'searching',
      next: 'searching',
      refused: 'SEARCHING does not lead to DECIDING',
    });
    expect(script.asked[2].advice).toEqual({
      rule: null,
      text: 'Analyze first: reason about what you have found.',
    });
    expect(script.prompts[2]).toMatch(/Status: HEALTHY\nAdvice: Analyze first: .*$/);
    expect(steps[2]).toMatchObject({ next: 'analyzing', obeyed: true });
    expect(script.asked[3].advice).toBeNull();
  });

  it.each([
    ['a tool while analyzing', [search('a'), reason(), search('b')], 2, 'no tool in ANALYZING'],
    [
      'a tool that does not exist',
      ['{"action":"tool","tool":"file.read","args":{}}'],
      0,
      'there is no tool "file.read"',
    ],
    ['reasoning in place of a decision', [reason(), reason()], 1, 'reasoning is no decision'],
    ['a search for nothing', [search('  ')], 0, 'context.fts_search needs a query with words in it'],
    [
      'a search without a query',
      ['{"action":"tool","tool":"context.fts_search"}'],
      0,
      'context.fts_search needs a query',
    ],
    ['a phase that there is not', [reason({ next_state: 'dreaming' })], 0, '"dreaming" is no phase'],
  ])('is %s', async (_, answers, at, refused) => {
    const { steps } = await play([...answers, finish()]);
    expect(steps[at].refused).toBe(refused);
    expect(steps[at].next).toBe(at === 0 ? 'deciding' : steps[at].phase);
    expect(steps.at(-1)?.next).toBe('finishing');
  });

  it('does not count as a tool call', async () => {
    const { run, steps } = await play([search('a'), reason(), search('b'), finish()]);
    expect(steps[2].call).toMatchObject({ tool: 'context.fts_search', hits: null, error: null });
    // The search and the finish.
    expect(stateOf(run).ledger.calls[0]).toBe(2);
  });
});

describe('missions', () => {
  it('are under way twelve at a time, the others waiting in init', async () => {
    const run = await openMissions();
    const { signal } = new AbortController();
    let most = 0;
    while (!run.state.isOver) {
      await run.step(run.policy, signal);
      const { ledger } = stateOf(run);
      const active = [...ledger.outcome].filter(outcome => outcome === 1).length;
      most = Math.max(most, active);
      for (let agent = 0; agent < 24; agent++)
        if (ledger.startedAt(agent) === null) expect(stateOf(run).loop.phaseOf(agent)).toBe('init');
    }
    expect(most).toBe(12);
    expect(run.rounds).toBeGreaterThan(12);
  });

  it('are asked once a tick at most, and never after their end', async () => {
    const run = await openMissions();
    const asked: number[][] = [];
    await playOut(run, {
      name: 'watch',
      ask: async questions => {
        asked.push(questions.map(question => question.agent));
        return questions.map(question => run.state.policy(question));
      },
    });
    for (const agents of asked) expect(agents).toEqual([...new Set(agents)].sort((a, b) => a - b));
    const { ledger, rules } = stateOf(run);
    for (let agent = 0; agent < 24; agent++)
      expect(asked.flat().filter(other => other === agent).length).toBe(rules.steps[agent]);
    expect(ledger.asked).toBe(asked.flat().length);
  });

  it('are repeated where there are more agents than goals, with a note of their number', async () => {
    const run = await openMissions({ goals: ['One', 'Two'], setup: { agents: 5 } });
    expect([0, 1, 2, 3, 4].map(agent => run.state.nameOf(agent))).toEqual([
      'One',
      'Two',
      'One (2)',
      'Two (2)',
      'One (3)',
    ]);
  });
});

describe('simulated time', () => {
  it('depends on mission, step and the answer’s length, not on the tick', async () => {
    const long = await play([search('a', { reasoning: 'x'.repeat(400) }), finish()]);
    const short = await play([search('a'), finish()]);
    expect(long.steps[0].milliseconds - short.steps[0].milliseconds).toBe(
      30 * (long.steps[0].tokensOut - short.steps[0].tokensOut),
    );
    const slow = await play([search('a'), finish()], { parameters: { tick_seconds: 60 } });
    expect(slow.steps.map(step => step.milliseconds)).toEqual(short.steps.map(step => step.milliseconds));
  });

  it('passes with a late answer as well, so that no mission waits for ever', async () => {
    const { run, steps } = await play([search('a'), { kind: 'late' }]);
    expect(steps.slice(1, 13).map(step => [step.kind, step.next])).toEqual(
      Array(12).fill(['unanswered', 'searching']),
    );
    expect(stateOf(run).ledger.ruleOf(0)).toBe('timeout');
    expect(stateOf(run).ledger.outcomeOf(0)).toBe('finished_stuck');
  });

  it('passes where nothing answers, and nothing else counts: it is not the agent’s fault', async () => {
    const outage: Answer = { kind: 'unusable', reason: '500 after 4 tries' };
    const { run, steps, script } = await play([outage, outage, search('a'), outage, reason(), finish()]);
    expect(path(steps)).toEqual([
      'init > init',
      'init > init',
      'init > searching',
      'searching > searching',
      'searching > analyzing',
      'analyzing > finishing',
    ]);
    expect(steps[0]).toMatchObject({
      kind: 'unanswered',
      refused: '500 after 4 tries',
      failed: 0,
      tokensIn: 0,
    });
    expect(script.asked.every(question => question.advice === null)).toBe(true);
    expect(stateOf(run).ledger.outcomeOf(0)).toBe('finished');
  });

  it('ends a mission that is never answered at its limit of steps', async () => {
    const { run } = await play([{ kind: 'late' }], { parameters: { step_limit: 7 } });
    expect(stateOf(run).ledger.outcomeOf(0)).toBe('cut_off');
    expect(stateOf(run).loop.phaseOf(0)).toBe('finishing');
  });
});
