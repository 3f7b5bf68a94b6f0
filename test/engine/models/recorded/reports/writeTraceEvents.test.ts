import { describe, expect, it } from 'vitest';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import {
  type TraceEvent,
  writeTraceEvents,
} from '../../../../../src/engine/models/recorded/reports/writeTraceEvents.ts';
import type { Setup } from '../../../../../src/engine/setup/config.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { aCase, runOf, step } from '../cases.ts';

interface Trace {
  readonly displayTimeUnit: string;
  readonly traceEvents: readonly TraceEvent[];
  readonly otherData: Readonly<Record<string, string | number>>;
}

const T = 1_700_000_000_000;

async function writeTrace(cases: readonly TraceCase[], part: Partial<Setup> = {}, hasTexts = true) {
  const { state } = await runOf(cases, part);
  const text = [...writeTraceEvents(state as unknown as RecordedState, hasTexts)].join('');
  return { text, trace: JSON.parse(text) as Trace };
}

/** A case of every kind of step, its sub-agent's case, and one without times. */
const CASES: readonly TraceCase[] = [
  aCase(
    'order 7',
    [
      step('say', { at: T, until: T + 1500.25, tokensIn: 90, tokensOut: 7, answer: 'First I look.' }),
      step('find', { at: T + 2000, until: T + 6000, args: '{"id":7}', result: 'none', failed: true }),
      step('read', { at: T + 3000, until: T + 4000 }),
      step('guard: advises', { at: T + 6000, until: T + 6000 }),
      step('approve', { at: T + 7000, until: T + 67_000, waitsFor: 'person' }),
      step('send', { at: T + 70_000 }),
      step('send', { at: T + 71_000, until: T + 70_000 }),
      step('send'),
    ],
    { outcome: 'failed' },
  ),
  aCase('helper', [step('look', { at: T + 4500, until: T + 5000, agent: 'scout' })], { parent: 'order 7' }),
  aCase('untimed', [step('find'), step('send')]),
];

const complete = ({ traceEvents }: Trace) => traceEvents.filter(({ ph }) => ph === 'X');

describe('the trace of recorded cases for Perfetto and Chrome', () => {
  it('has for every event the fields that the format asks for', async () => {
    const { trace } = await writeTrace(CASES);
    expect(trace.displayTimeUnit).toBe('ms');
    for (const { name, ph, pid, tid } of trace.traceEvents) {
      expect(name).not.toBe('');
      expect(['X', 'i', 'M']).toContain(ph);
      expect([pid, tid].every(number => Number.isSafeInteger(number) && number >= 0)).toBe(true);
    }
    for (const { ph, ts, dur, s } of trace.traceEvents.filter(({ ph }) => ph !== 'M')) {
      expect(Number.isSafeInteger(ts)).toBe(true);
      if (ph === 'X') expect(Number.isSafeInteger(dur) && Number(dur) >= 0).toBe(true);
      else expect([s, dur]).toEqual(['t', undefined]);
    }
  });

  it('has an event for each step whose beginning is known, and counts the others', async () => {
    const { trace } = await writeTrace(CASES);
    expect(trace.otherData).toEqual({
      ...{ source: 'Statescope', texts: 'kept', cases: 3, steps: 11, model_calls: 0 },
      ...{ complete_events: 6, instant_events: 2, steps_without_time: 3, cases_without_times: 1 },
    });
    expect(complete(trace)).toHaveLength(6);
    expect(trace.traceEvents.filter(({ ph }) => ph === 'i').map(({ ts }) => ts)).toEqual([
      (T + 70_000) * 1000,
      (T + 71_000) * 1000,
    ]);
  });

  it('has an event for each call of the model that led to a step', async () => {
    const calls = [[T, T + 900]] as const;
    const steps = [step('find', { at: T + 1000, until: T + 1500, tokensIn: 90, modelCalls: calls })];
    const { trace } = await writeTrace([aCase('order 8', steps)]);
    expect(complete(trace)).toMatchObject([
      { name: 'model', cat: 'model', ts: T * 1000, dur: 900_000, args: { step: 1 } },
      { name: 'find', ts: (T + 1000) * 1000, args: { step: 1, tokens_in: 90 } },
    ]);
    expect(trace.otherData).toMatchObject({ steps: 1, model_calls: 1, complete_events: 2 });
  });

  it('has times in microseconds, and state, tokens, failure and texts among the arguments', async () => {
    const { trace } = await writeTrace(CASES);
    const [message, find] = complete(trace);
    expect(message).toMatchObject({ name: 'message', cat: 'message', ts: T * 1000, dur: 1_500_250 });
    expect(message.args).toMatchObject({ step: 1, state: 'say', tokens_in: 90, tokens_out: 7 });
    expect(message.args).not.toHaveProperty('failed');
    expect(find).toMatchObject({ name: 'find', cat: 'tool' });
    expect(find.args).toMatchObject({ tool: 'find', failed: true, arguments: '{"id":7}', result: 'none' });
  });

  it('has a wait for a person and the decision of a guard as events of their own kinds', async () => {
    const { trace } = await writeTrace(CASES);
    const wait = complete(trace).find(({ cat }) => cat === 'wait');
    expect(wait).toMatchObject({ name: 'waits for a person', dur: 60_000_000 });
    expect(wait?.args.tool).toBe('approve');
    expect(complete(trace).find(({ cat }) => cat === 'guard')).toMatchObject({ dur: 0 });
  });

  it('has a process for each case, with the threads of its agents and its sub-agents, none with two events at once', async () => {
    const { trace } = await writeTrace(CASES);
    const named = (name: string) => trace.traceEvents.filter(event => event.name === name);
    expect(named('process_name').map(({ pid, args }) => [pid, args.name])).toEqual([[1, 'case 1, order 7']]);
    expect(named('process_labels').map(({ args }) => args.labels)).toEqual(['failed']);
    expect(named('thread_name').map(({ pid, args }) => [pid, args.name])).toEqual([
      [1, 'agent'],
      [1, 'agent (2)'],
      [1, '↳ scout, case 2, helper'],
    ]);
    const busy = new Map<number, number>();
    for (const { tid, ts = 0, dur = 0 } of trace.traceEvents.filter(({ ph }) => ph !== 'M')) {
      expect(busy.get(tid) ?? 0).toBeLessThanOrEqual(ts);
      busy.set(tid, ts + dur);
    }
  });

  it('leaves out all texts of a run whose texts are hidden', async () => {
    const { trace, text } = await writeTrace(CASES, { parameters: { redact: true } });
    expect(trace.otherData).toMatchObject({ texts: 'hidden', complete_events: 6 });
    for (const words of ['First I look.', '{\\"id\\":7}', 'none']) expect(text).not.toContain(words);
  });

  it('leaves out all texts, and names that hold one, unless they are asked for', async () => {
    const mail = 'mary.major@example.com';
    const cases = [
      aCase(`refund for ${mail}`, [
        step('say', { at: T, until: T + 1, answer: `card 4111 of ${mail}`, agent: `/home/${mail}` }),
        step('find', { at: T + 2, until: T + 3, args: `{"mail":"${mail}"}`, result: mail, error: mail }),
        step('guard: advises', { at: T + 4, until: T + 4, args: 'careful', result: `Stop, ${mail}` }),
      ]),
      aCase(`mail to ${mail}`, [step('send', { at: T + 1 })], { parent: `refund for ${mail}` }),
    ];
    const { trace, text } = await writeTrace(cases, {}, false);
    expect(text).not.toContain(mail);
    expect(text).not.toContain('4111');
    expect(trace.otherData).toMatchObject({ texts: 'left out', complete_events: 3 });
    const names = trace.traceEvents.filter(({ ph }) => ph === 'M').map(({ args }) => args.name);
    expect(names).toEqual(expect.arrayContaining(['case 1', '(agent 1, name hidden)', '↳ agent, case 2']));
    const guard = complete(trace).find(({ cat }) => cat === 'guard');
    expect(guard?.args).toEqual({
      step: 3,
      state: 'guard: advises',
      tool: 'guard: advises',
      rule: 'careful',
    });
    expect((await writeTrace(cases, {}, true)).text).toContain(mail);
  });

  it('numbers tools, states and agents whose names are sentences, and keeps those of a machine and of a guard', async () => {
    const sentences = ['Help Anna Schmidt with her divorce', 'Look up Anna in the register', 'Write to Anna'];
    const [agent, tool, helper] = sentences;
    const cases = [
      aCase('a', [
        step('find', { at: T, until: T + 1, agent }),
        step(tool, { at: T + 2, until: T + 3, agent: 'crm.agent-2' }),
        step('guard: would advise', { at: T + 4, until: T + 4, args: 'careful' }),
        step('read', { at: T + 5, until: T + 6, agent }),
      ]),
      aCase('b', [step('send', { at: T + 1, until: T + 2 })], { parent: 'a', labels: { agent: helper } }),
    ];
    const { trace, text } = await writeTrace(cases, {}, false);
    for (const sentence of sentences) expect(text).not.toContain(sentence);
    const threads = trace.traceEvents
      .filter(({ name }) => name === 'thread_name')
      .map(({ args }) => args.name);
    expect(threads).toEqual([
      '(agent 1, name hidden)',
      'crm.agent-2',
      'agent',
      expect.stringMatching(/^↳ \(agent \d, name hidden\), case 2$/),
    ]);
    expect(complete(trace).map(({ name }) => name)).toEqual([
      'find',
      expect.stringMatching(/^\(tool \d, name hidden\)$/),
      'guard: would advise',
      'read',
      'send',
    ]);
    // Here every tool is a state.
    expect(complete(trace)[1].args.state).toMatch(/^\(state \d, name hidden\)$|^\(tool \d, name hidden\)$/);
    const known = (await writeTrace(cases, {}, true)).text;
    for (const sentence of sentences) expect(known).toContain(sentence);
  });

  it('names the loop of each step that repeats others', async () => {
    const again = [0, 1, 2].map(i =>
      step('find', { at: T + i, until: T + i, argsHash: 'a', resultHash: 'b' }),
    );
    const { trace } = await writeTrace([aCase('a', [...again, step('send', { at: T + 3, until: T + 4 })])]);
    const loops = complete(trace).map(({ args: { loop, loop_rounds } }) => [loop, loop_rounds]);
    expect(loops).toEqual([
      ['same_call', 3],
      ['same_call', 3],
      ['same_call', 3],
      [undefined, undefined],
    ]);
  });

  it('has prices only if some step has one: 0 of all steps is an unknown price', async () => {
    const priced = (...prices: readonly (number | null)[]) =>
      writeTrace([
        aCase(
          'a',
          prices.map((usd, i) => step('find', { at: T + i, until: T + i, usd })),
        ),
      ]);
    const read = ({ trace }: { trace: Trace }) => complete(trace).map(({ args }) => args.usd);
    expect(read(await priced(0, 0))).toEqual([undefined, undefined]);
    expect(read(await priced(0, 0.25, null))).toEqual([0, 0.25, undefined]);
  });

  it('is whole where no time is known', async () => {
    const { trace } = await writeTrace([CASES[2]]);
    expect(trace.traceEvents).toEqual([]);
    expect(trace.otherData).toMatchObject({ steps: 2, steps_without_time: 2, cases_without_times: 1 });
  });

  it('has the same bytes at every call', async () => {
    const [a, b] = [await writeTrace(CASES), await writeTrace(CASES)];
    expect(a.text).toBe(b.text);
  });
});
