import { describe, expect, it } from 'vitest';
import { createGuard, guardTools } from '../../../../src/engine/guard/index.ts';

const LOOP = { id: 'same', when: { rule: 'in_a_row', threshold: 2, compare: 'result' }, ignored: 1 };
const POLICY = { format: 'statescope-guard', version: 1, name: 'loop', rules: [LOOP] };
const collect = async (pieces: unknown): Promise<unknown[]> => {
  const all: unknown[] = [];
  for await (const piece of pieces as AsyncIterable<unknown>) all.push(piece);
  return all;
};

describe('tools whose results come in pieces', () => {
  const stream = (last: unknown) =>
    guardTools(createGuard(POLICY, 'one'), {
      look: {
        execute: async function* (_: { q: number }) {
          yield 'loading';
          yield last;
        },
      },
    }).look;

  it('give them piece by piece, at once and not as a promise', async () => {
    const look = stream('3 hits');
    const pieces = look.execute({ q: 1 });
    expect(Symbol.asyncIterator in pieces).toBe(true);
    expect(await collect(pieces)).toEqual(['loading', '3 hits']);
  });

  it('are judged by all their pieces, after which advice stands if the last is a text', async () => {
    const look = stream('3 hits');
    await collect(look.execute({ q: 1 }));
    const [, last, advised] = await collect(look.execute({ q: 1 }));
    expect(last).toBe('3 hits');
    expect(advised).toMatch(/^3 hits\n\nYou are repeating yourself/);
    const objects = stream({ hits: 3 });
    await collect(objects.execute({ q: 1 }));
    expect(await collect(objects.execute({ q: 1 }))).toEqual(['loading', { hits: 3 }]);
  });

  it('do not run once the session is stopped, and say so in a text', async () => {
    const look = stream('3 hits');
    for (let at = 0; at < 4; at++) {
      const given: unknown = look.execute({ q: 1 });
      if (given instanceof Promise) expect(await given).toMatch(/^Stopped: /);
      else await collect(given);
    }
    expect(await (look.execute({ q: 1 }) as unknown as Promise<string>)).toMatch(/^Stopped: /);
  });

  it('count as ended where nobody wants the rest, and as failed where they break off', async () => {
    const guard = createGuard(POLICY, 'one');
    const tools = guardTools(guard, {
      endless: {
        execute: async function* () {
          for (let at = 0; ; at++) yield at;
        },
      },
      broken: {
        // biome-ignore lint/correctness/useYield: it fails before its first piece
        execute: async function* (): AsyncGenerator<number> {
          throw new Error('no network');
        },
      },
    });
    for await (const piece of tools.endless.execute()) if (piece === 2) break;
    await expect(collect(tools.broken.execute())).rejects.toThrow('no network');
    expect(guard.report()).toMatchObject({ steps: 2, underWay: 0, faults: [] });
  });
});

describe('the result for a model', () => {
  const made = (output: { rows: number[] }) => ({ type: 'json', value: output.rows.length });
  const tools = (session: string) =>
    guardTools(createGuard(POLICY, session), {
      six: {
        execute: async () => ({ rows: [1] }),
        toModelOutput: ({ output }: { toolCallId: string; output: { rows: number[] } }) => made(output),
      },
      five: { execute: async () => ({ rows: [1] }), toModelOutput: made },
      text: {
        execute: async () => ({ rows: [1] }),
        toModelOutput: (output: { rows: number[] }) => ({ type: 'text', value: `${output.rows.length} row` }),
      },
    });

  it('is made by the tool of its own result, with advice after it', async () => {
    const { six, five, text } = tools('one');
    const first = await six.execute();
    expect(await six.toModelOutput({ toolCallId: 'a', output: first })).toEqual({ type: 'json', value: 1 });
    const advised = (await six.execute()) as never;
    expect(await six.toModelOutput({ toolCallId: 'b', output: advised })).toEqual({
      type: 'content',
      value: [
        { type: 'text', text: '1' },
        { type: 'text', text: expect.stringMatching(/^You are repeating yourself/) },
      ],
    });
    await five.execute();
    expect(await five.toModelOutput((await five.execute()) as never)).toMatchObject({ type: 'content' });
    await text.execute();
    expect(await text.toModelOutput((await text.execute()) as never)).toEqual({
      type: 'text',
      value: expect.stringMatching(/^1 row\n\nYou are repeating yourself/),
    });
  });

  it('is the reason of a call that did not run', async () => {
    const { six } = tools('two');
    for (let at = 0; at < 3; at++) await six.execute();
    const refusal = (await six.execute()) as never;
    expect(await six.toModelOutput({ toolCallId: 'a', output: refusal })).toEqual({
      type: 'text',
      value: expect.stringMatching(/^Stopped: /),
    });
  });
});

it('guards no tool twice, and needs a clock for what a policy counts in seconds', () => {
  const guard = createGuard(POLICY, 'one');
  const tools = guardTools(guard, { look: { execute: () => 1 } });
  expect(() => guardTools(guard, tools)).toThrow(
    'guardTools guards "look" already: each call would count twice',
  );
  const polling = createGuard({ ...POLICY, exempt: [{ tool: 'poll', every_s: 1 }] }, 'one');
  expect(() => guardTools(polling, { poll: { execute: () => 1 } })).toThrow(
    'the policy exempts calls by their seconds, and guardTools has no clock',
  );
});

it('names a clock in seconds, and leaves its times out', async () => {
  const guard = createGuard({ ...POLICY, budgets: { minutes: 1 } }, 'one');
  const seconds = { now: () => Math.floor(Date.UTC(2026, 0, 1) / 1000) };
  await guardTools(guard, { look: { execute: () => 1 } }, seconds).look.execute();
  expect(guard.report().faults).toEqual([
    expect.stringContaining('now gives seconds, and needs milliseconds'),
  ]);
  expect(guard.report().spent.minutes).toBeNull();
});

describe('a call about which a person is asked', () => {
  const ASKING = {
    ...POLICY,
    rules: [
      { id: 'a', when: { rule: 'in_a_row', compare: 'call', threshold: 2 }, advise: false, end: 'ask' },
    ],
  };
  const play = async (askPerson?: () => unknown) => {
    const guard = createGuard(ASKING, 'one');
    let ran = 0;
    const { rm } = guardTools(
      guard,
      { rm: { execute: async () => ++ran } },
      { askPerson: askPerson as never },
    );
    const results: unknown[] = [];
    for (let at = 0; at < 3; at++) results.push(await rm.execute());
    return { ran, results, faults: guard.report().faults };
  };

  it('runs for true alone: a text such as "no" does not let it', async () => {
    expect((await play(() => true)).ran).toBe(3);
    expect(await play(() => false)).toMatchObject({ ran: 2, faults: [] });
    expect(await play(async () => 'n')).toMatchObject({
      ran: 2,
      faults: ['askPerson gave "n", needs true or false: the call is refused'],
    });
  });

  it('is refused in words where nobody can be asked, and the report says so', async () => {
    const { ran, results, faults } = await play();
    expect(ran).toBe(2);
    expect(results[2]).toMatch(/^This call needs a person’s leave, and nobody can be asked: it did not run/);
    expect(faults).toEqual([expect.stringContaining('nobody can be asked: give the tools { askPerson }')]);
  });
});

it('advises in the message of an error, where a call fails again and again', async () => {
  const failing = {
    id: 'x',
    when: { rule: 'in_a_row', compare: 'call_error', threshold: 2 },
    advise: 'FIX IT',
  };
  const guard = createGuard({ ...POLICY, rules: [failing] }, 'one');
  const { run } = guardTools(guard, {
    run: {
      execute: async (): Promise<string> => {
        throw new Error('boom');
      },
    },
  });
  const heard: string[] = [];
  for (let at = 0; at < 4; at++)
    await run.execute().then(
      text => heard.push(text),
      (error: Error) => heard.push(error.message),
    );
  expect(heard[0]).toBe('boom');
  expect(heard[1]).toBe('boom\n\nFIX IT');
  expect(heard[3]).toMatch(/^Stopped: /);
});

it('hands on the advice of each rule that holds at a step', async () => {
  const rule = (id: string, kind: string) => ({
    ...{ id, when: { rule: kind, compare: 'call', threshold: 2 }, advise: `advice ${id}`, end: 'advise' },
  });
  const guard = createGuard({ ...POLICY, rules: [rule('A', 'in_a_row'), rule('B', 'in_run')] }, 'one');
  const { run } = guardTools(guard, { run: { execute: async () => 'r' } });
  await run.execute();
  expect(await run.execute()).toBe('r\n\nadvice A\nadvice B');
  expect(guard.state()).toContain('advice A\nadvice B');
});
