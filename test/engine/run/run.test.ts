import { describe, expect, it } from 'vitest';
import type { Answer, Oracle, Question } from '../../../src/engine/oracle/oracle.ts';
import { buildRunFrame } from '../../../src/engine/run/runFrame.ts';
import type { RunSnapshot } from '../../../src/engine/run/snapshot.ts';
import { stateDistribution } from '../../../src/engine/statechart/countAgentsByState.ts';
import { poems, poets } from '../../fixtures/poet/poets.ts';
import { documentText, logRows, open, parametersOf, playTo, Scripted, social } from '../play.ts';

const text = (words: string): Answer => ({ kind: 'text', text: words, source: 'ollama' });
const LATE: Answer = { kind: 'late' };
const go = new AbortController().signal;

/** Every poet's text: */
const verse = ({ agent, tick }: Question) => text(`line of ${agent} in ${tick}`);

describe('a run of a model that is not social', () => {
  it('asks for completions and goes where the text leads', async () => {
    const run = poets(2);
    const lines = ['roses are red', 'violets are blue', 'the end', 'sugar is sweet'];
    const oracle = new Scripted(() => text(lines.shift()!));
    await playTo(run, 5, oracle);
    expect(poems(run)).toEqual([
      ['roses are red', 'the end'],
      ['violets are blue', 'sugar is sweet'],
    ]);
    expect(oracle.asked.map(q => [q.tick, q.agent, q.kind === 'completion' && q.prompt])).toEqual([
      [2, 0, 'Line 1, about roses, please.'],
      [2, 1, 'Line 1, about roses, please.'],
      [4, 0, 'Line 2, about roses, please.'],
      [4, 1, 'Line 2, about roses, please.'],
    ]);
    expect(stateDistribution(run.machine)).toEqual({ waiting: 0, writing: 1, silent: 1 });
  });

  it('waits for late answers until the timeout, and asks again meanwhile', async () => {
    const run = poets(1);
    const oracle = new Scripted(() => LATE);
    await playTo(run, 8, oracle);
    expect(oracle.asked.map(q => q.tick)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(logRows(run).map(({ tick, trigger }) => [tick, trigger])).toEqual([
      [1, 'muse'],
      [7, 'timeout'],
      [8, 'muse'],
    ]);
  });

  it('is restored with its failures and with an oracle that has not taken over yet', async () => {
    const first = await playTo(poets(2), 3, new Scripted(verse));
    const failure = { kind: 'guard', agent: 1, transition: 0, tick: 2, message: 'no rhyme' } as const;
    first.machine.failures.restore({ count: 2, kept: [failure] });
    first.handOver();
    const saved: RunSnapshot = JSON.parse(JSON.stringify(first.save()));
    const second = poets(2);
    second.restore(saved);
    expect(second.save()).toEqual(saved);
    expect(second.machine.failures.kept).toEqual([failure]);
    expect(buildRunFrame(second, 1, 0).totals.failures).toBe(2);
    await playTo(second, 4, Object.assign(new Scripted(verse), { record: { kind: 'another' } }));
    expect(second.earlierOracles.map(({ until }) => until)).toEqual([3]);
  });

  it('exports the common part of the document and its own', async () => {
    const run = await playTo(poets(2), 3, new Scripted(verse));
    const document = JSON.parse(documentText(run));
    expect(Object.keys(document).slice(-4)).toEqual(['agents', 'transitions', 'decisions', 'poems']);
    expect(document.poems).toEqual([
      { agent_id: 'agent_001', lines: ['line of 0 in 2'] },
      { agent_id: 'agent_002', lines: ['line of 1 in 2'] },
    ]);
    expect(document.agents[0]).toEqual({
      agent_id: 'agent_001',
      name: 'Poet 1',
      lines: 1,
      current_state: 'writing',
      ticks_in_state: 0,
      state_history: [
        {
          from_state: 'waiting',
          to_state: 'writing',
          trigger: 'muse',
          timestamp: '2026-01-30T10:03:00Z',
          context: null,
        },
        {
          from_state: 'writing',
          to_state: 'waiting',
          trigger: 'line',
          timestamp: '2026-01-30T10:06:00Z',
          context: { line: 'line of 0 in 2' },
        },
        {
          from_state: 'waiting',
          to_state: 'writing',
          trigger: 'muse',
          timestamp: '2026-01-30T10:09:00Z',
          context: null,
        },
      ],
    });
  });
});

/** Answers the first `count` questions and gives up on the others when the tick is abandoned. */
function interrupted(count: number, whenAbandoned: 'late' | 'rejects'): Oracle & { asked: number[] } {
  const asked: number[] = [];
  return {
    name: 'slow',
    asked,
    ask: (questions, signal) =>
      new Promise((resolve, reject) => {
        asked.push(...questions.map(q => q.agent));
        signal.addEventListener('abort', () => {
          if (whenAbandoned === 'rejects') reject(signal.reason);
          else resolve(questions.map((q, i) => (i < count ? verse(q) : LATE)));
        });
      }),
  };
}

describe('abort', () => {
  it.each(['late', 'rejects'] as const)(
    'leaves the run sealed as it was when the oracle gives up (%s)',
    async how => {
      const run = await playTo(poets(3), 1);
      const before = documentText(run);
      const controller = new AbortController();
      const step = run.step(interrupted(1, how), controller.signal);
      controller.abort();
      expect(await step).toBe(false);
      expect(run.tick).toBe(1);
      expect(documentText(run)).toBe(before);
    },
  );

  it('keeps the answers that had come and asks only for the others', async () => {
    const run = await playTo(poets(3), 1);
    const controller = new AbortController();
    const slow = interrupted(2, 'late');
    const step = run.step(slow, controller.signal);
    controller.abort();
    await step;
    const quick = new Scripted(verse);
    expect(await run.step(quick, go)).toBe(true);
    expect(slow.asked).toEqual([0, 1, 2]);
    expect(quick.asked.map(q => q.agent)).toEqual([2]);
    expect(run.hash).toBe((await playTo(poets(3), 2, new Scripted(verse))).hash);
  });

  it('keeps them through a second abort', async () => {
    const run = await playTo(poets(3), 1);
    for (const how of ['late', 'rejects'] as const) {
      const controller = new AbortController();
      const step = run.step(interrupted(1, how), controller.signal);
      controller.abort();
      await step;
    }
    const quick = new Scripted(verse);
    await run.step(quick, go);
    expect(quick.asked.map(q => q.agent)).toEqual([1, 2]);
  });

  it('forgets them once the tick is played', async () => {
    const run = await playTo(poets(1), 1);
    const controller = new AbortController();
    const step = run.step(interrupted(1, 'late'), controller.signal);
    controller.abort();
    await step;
    const quick = new Scripted(verse);
    await playTo(run, 4, quick);
    expect(quick.asked.map(q => q.tick)).toEqual([4]);
    expect(poems(run)).toEqual([['line of 0 in 2', 'line of 0 in 4']]);
  });
});

describe('an oracle', () => {
  it('that fails leaves the run sealed as it was', async () => {
    const run = await playTo(poets(2), 1);
    const before = documentText(run);
    const broken: Oracle = { name: 'broken', ask: () => Promise.reject(new Error('no such model')) };
    await expect(run.step(broken, go)).rejects.toThrow('no such model');
    expect(documentText(run)).toBe(before);
    await playTo(run, 2, new Scripted(verse));
    expect(run.hash).toBe((await playTo(poets(2), 2, new Scripted(verse))).hash);
  });

  it('that gives fewer answers than there were questions is named, and nothing is played', async () => {
    const run = await playTo(poets(2), 1);
    const before = run.hash;
    const lazy: Oracle = { name: 'lazy', ask: async questions => questions.slice(1).map(verse) };
    await expect(run.step(lazy, go)).rejects.toThrow('oracle "lazy" answered 1 of 2 questions');
    expect([run.tick, run.hash]).toEqual([1, before]);
  });

  it('may be slow, and may answer in batches in any order: the hash is the same', async () => {
    const choose = (q: Question): Answer => ({
      kind: 'chosen',
      option: (q.agent + q.tick) % 3,
      source: 'ollama',
    });
    const setup = {
      network: 'small-world',
      agents: 40,
      parameters: { warm_up: 40, activity: 20, posting: 20 },
    };
    const plain = await playTo(await open(setup), 20, new Scripted(choose));
    expect(plain.state.decisionCount).toBeGreaterThan(50);
    for (const batch of [1, 3, 1000]) {
      let arrivals = 0;
      const slow: Oracle = {
        name: 'slow',
        async ask(questions) {
          const answers: Answer[] = new Array(questions.length);
          const batches = Array.from({ length: Math.ceil(questions.length / batch) }, async (_, b) => {
            // Later batches come first.
            await new Promise(resolve => setTimeout(resolve, (7 * b) % 3));
            for (let i = b * batch; i < Math.min(questions.length, (b + 1) * batch); i++)
              answers[i] = choose(questions[i]);
            arrivals++;
          });
          await Promise.all(batches.reverse());
          return answers;
        },
      };
      const run = await playTo(await open(setup), 20, slow);
      expect(arrivals).toBeGreaterThan(5);
      expect(run.hash).toBe(plain.hash);
    }
  });

  it('is not asked in the warm-up', async () => {
    const run = await open({ network: 'small-world', agents: 40 });
    const oracle = new Scripted(() => ({ kind: 'unusable', reason: 'never asked' }));
    await playTo(run, 0, oracle);
    expect(oracle.asked).toEqual([]);
    expect(run.state.decisionCount).toBeGreaterThan(0);
    expect(run.rounds).toBe(0);
  });
});

describe('changes in mid-run', () => {
  const small = { network: 'small-world', agents: 60, parameters: { warm_up: 10 } };
  const changes = [
    { tick: 1, name: 'activity', value: 20 },
    { tick: 5, name: 'liking', value: 4 },
    { tick: 5, name: 'notify', value: false },
    { tick: 12, name: 'activity', value: 0.5 },
  ];

  it('give the same bytes as the same changes in the set-up, in any order there', async () => {
    const live = await open(small);
    await playTo(live, -3);
    live.change('activity', 20);
    await playTo(live, 4);
    live.change('notify', true);
    live.change('liking', 4);
    live.change('notify', false);
    await playTo(live, 11);
    live.change('activity', 0.5);
    await playTo(live, 30);
    const text = documentText(live);
    expect(live.config.changes).toEqual(changes);
    for (const order of [changes, [...changes].reverse()])
      expect(documentText(await playTo(await open({ ...small, changes: order }), 30))).toBe(text);
    expect((await playTo(await open(small), 30)).hash).not.toBe(live.hash);
  });

  it('of one parameter in one tick leave only the last one, however it was made', async () => {
    for (const values of [
      [20, 3, 7],
      [7, 3, 20],
    ]) {
      const last = values[2];
      const live = await playTo(await open(small), 2);
      for (const value of values) live.change('activity', value);
      expect(live.config.changes).toEqual([{ tick: 3, name: 'activity', value: last }]);
      await playTo(live, 10);
      expect(social(live).parametersAt(3).activity).toBe(last);
      const given = values.map(value => ({ tick: 3, name: 'activity', value }));
      expect((await playTo(await open({ ...small, changes: given }), 10)).hash).toBe(live.hash);
    }
  });

  it('hold until the next one to the same name', async () => {
    const run = await playTo(await open({ ...small, changes }), 20);
    const held = (tick: number) => {
      const { activity, liking, notify } = social(run).parametersAt(tick);
      return [activity, liking, notify];
    };
    const { activity, liking } = parametersOf();
    expect(held(0)).toEqual([activity, liking, true]);
    expect(held(1)).toEqual([20, liking, true]);
    expect(held(4)).toEqual([20, liking, true]);
    expect(held(5)).toEqual([20, 4, false]);
    expect(held(12)).toEqual([0.5, 4, false]);
    expect(social(run).parameters).toMatchObject({ activity: 0.5, liking: 4, notify: false });
  });

  it('may be added before others that the set-up has for later', async () => {
    const run = await open({ ...small, changes: [changes[3]] });
    await playTo(run, 0);
    run.change('activity', 20);
    await playTo(run, 4);
    run.change('liking', 4);
    run.change('notify', false);
    await playTo(run, 30);
    expect(documentText(run)).toBe(documentText(await playTo(await open({ ...small, changes }), 30)));
  });

  it('hold from the tick after the one whose questions are being asked', async () => {
    const run = await playTo(poets(1), 1);
    const asked: number[] = [];
    const oracle: Oracle = {
      name: 'busy',
      async ask(questions) {
        if (run.tick === 1) run.change('most_tokens', 7);
        asked.push(...questions.map(q => (q.kind === 'completion' ? q.maxTokens : 0)));
        return questions.map(verse);
      },
    };
    await playTo(run, 4, oracle);
    expect(asked).toEqual([20, 7]);
    expect(run.config.changes).toEqual([{ tick: 3, name: 'most_tokens', value: 7 }]);
  });

  it('are refused when they are unknown, out of range, or take effect only at the start', async () => {
    const run = await open(small);
    expect(() => run.change('warmth', 1)).toThrow('"warmth"');
    expect(() => run.change('activity', 21)).toThrow('activity must be a number from 0 to 20, not 21');
    expect(() => run.change('warm_up', 3)).toThrow('warm_up cannot be changed in mid-run');
    expect(run.config.changes).toEqual([]);
  });
});

describe('frames', () => {
  it('join to the whole log, and their counts and flows agree with it', async () => {
    const run = await open({ network: 'small-world', agents: 60, parameters: { warm_up: 20 } });
    const whole: number[][] = [];
    let sent = run.tick;
    for (const tick of [-12, -11, 5, 30]) {
      await playTo(run, tick);
      const frame = buildRunFrame(run, 1, sent);
      expect([frame.from, frame.to, frame.hash]).toEqual([sent, tick, run.hash]);
      expect(frame.counts.length).toBe((tick - sent) * 8);
      const moves = frame.moves!;
      for (const [i, t] of moves.tick.entries())
        whole.push([t, moves.agent[i], moves.transition[i], moves.context[i]]);
      const flows = new Array(frame.flows.length).fill(0);
      const width = run.machine.chart.target.length;
      for (const [i, t] of moves.tick.entries()) flows[(t - sent - 1) * width + moves.transition[i]]++;
      expect([...frame.flows]).toEqual(flows);
      sent = tick;
    }
    const { log } = run.machine;
    const rows: number[][] = [];
    for (let tick = log.firstTick; tick <= run.tick; tick++)
      log.forEach(...log.range(tick), (...row) => rows.push([tick, ...row]));
    expect(whole).toEqual(rows);
    expect(rows.length).toBeGreaterThan(100);
  });
});
