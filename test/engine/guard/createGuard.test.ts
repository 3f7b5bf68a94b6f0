import { expect, it } from 'vitest';
import codeReview from '../../../examples/guard-policies/code-review.json';
import search from '../../../examples/guard-policies/search.json';
import {
  createGuard,
  Guard,
  guardLangChain,
  guardOpenAiAgents,
  guardTools,
} from '../../../src/engine/guard/index.ts';

const POLICY = { format: 'statescope-guard', version: 1, name: 'careful', budgets: { calls: 3 } };
const IN_A_ROW = { rule: 'in_a_row', compare: 'call', threshold: 3 };
const any = (value: unknown) => value as never;

it('says what is missing, and which argument comes first', () => {
  expect(() => createGuard(POLICY, any(undefined))).toThrow(
    "needs the session's id after the policy, not missing",
  );
  expect(() => createGuard(any(undefined), any(undefined))).toThrow(
    'takes a policy first, the value of its JSON, not missing',
  );
  expect(() => createGuard(any('{}'), 'one')).toThrow('JSON.parse(text) gives it');
  const guard = createGuard(POLICY, 'one');
  const tools = { look: { execute: () => 1 } };
  expect(Object.keys(guardTools(guard, tools))).toEqual(['look']);
  expect(() => guardTools(any(tools), any(guard))).toThrow('guardTools takes a guard first');
  expect(() => guardTools(guard, any(null))).toThrow('takes tools by name after the guard, not null');
  expect(() => guardOpenAiAgents(guard, any({}))).toThrow(
    'takes a list of tools after the guard, not an object',
  );
  expect(() => guardTools(guard, any([tools.look]))).toThrow(
    'takes tools by name after the guard, not a list',
  );
  expect(() => guardTools(guard, tools, any({ now: 5 }))).toThrow('now of guardTools is 5, needs a function');
  expect(() => guardTools(guard, tools, any({ ask: 5 }))).toThrow('guardTools has no option "ask"');
  expect(() => guardTools(guard, any({ look: {}, find: { execute: 'x' } }))).toThrow(
    'guardTools would guard nothing: look, find have no function execute',
  );
  expect(guardTools(guard, {})).toEqual({});
  expect(() => guardOpenAiAgents(guard, [{ name: 'web' }])).toThrow(
    'guardOpenAiAgents would guard nothing: web has no function invoke, so it runs elsewhere',
  );
  expect(() => new Guard(any(POLICY), 'one')).toThrow('takes a policy as readGuardPolicy() gives it');
  expect(() => guardLangChain(guard, any(undefined))).toThrow('takes the package langchain');
});

it('takes policies of imported JSON, and lets the compiler find a misspelled field of one that is written in place', () => {
  const named = { format: 'statescope-guard', version: 1, name: 'n' };
  for (const policy of [codeReview, search, { ...named, rules: [{ id: 'a', when: IN_A_ROW }] }])
    expect(createGuard(policy, 's').report().steps).toBe(0);
  const ROW = { rule: 'in_a_row', compare: 'call' };
  // @ts-expect-error a policy without its format, version and name
  expect(() => createGuard({}, 's')).toThrow('policy');
  // @ts-expect-error a misspelled field
  expect(() => createGuard({ ...named, nam: 'n' }, 's')).toThrow('nam');
  // @ts-expect-error a misspelled amount
  expect(() => createGuard({ ...named, budgets: { callz: 10 } }, 's')).toThrow('callz');
  // @ts-expect-error a misspelled field of a rule
  expect(() => createGuard({ ...named, rules: [{ id: 'a', when: { ...ROW, treshold: 3 } }] }, 's')).toThrow(
    'treshold',
  );
});

it('reads failures off results as recordings are read', () => {
  const rules = [{ id: 'a', when: { rule: 'in_a_row', compare: 'error', threshold: 2 }, advise: false }];
  const play = (output: unknown, failed?: boolean) => {
    const guard = createGuard({ format: 'statescope-guard', version: 1, name: 'n', rules }, 's');
    for (let at = 0; at < 3; at++) {
      const call = { tool: 'look', args: { at } };
      if (guard.before(call).action === 'stop') return 'stopped';
      guard.after(call, { output, ...(failed !== undefined && { failed }) });
    }
    return 'ran';
  };
  for (const output of [
    { error: 'late' },
    { error: { message: 'late' } },
    { is_error: true },
    '{"error":"late"}',
  ])
    expect([output, play(output)]).toEqual([output, 'stopped']);
  expect(play(new Error('ENOENT'))).toBe('stopped');
  for (const output of [{ error: null }, { errors: [] }, 'an error occurred', { rows: 3 }])
    expect([output, play(output)]).toEqual([output, 'ran']);
  expect(play({ error: 'late' }, false)).toBe('ran');
});

it('compares errors by their messages', () => {
  const rules = [{ id: 'a', when: { rule: 'in_a_row', compare: 'result', threshold: 2 }, advise: false }];
  const guard = createGuard({ format: 'statescope-guard', version: 1, name: 'n', rules }, 's');
  for (const text of ['ENOENT', 'EACCES']) {
    guard.before({ tool: 'look', args: {} });
    guard.after({ tool: 'look', args: {} }, { output: new Error(text) });
  }
  expect(guard.before({ tool: 'look', args: {} }).action).toBe('allow');
});

it('names what a rule can compare, and a chart without triggers', () => {
  const named = { format: 'statescope-guard', version: 1, name: 'n' };
  const when = { ...IN_A_ROW, compare: 'args' };
  expect(() => createGuard({ ...named, rules: [{ id: 'a', when }] }, 's')).toThrow(
    'policy.rules[0].when.compare: “in_a_row” compares tool, call, result, state, error, call_error, not “args”',
  );
  const definition = { name: 'c', states: ['a'], initial: 'a', transitions: [] };
  expect(() => createGuard({ ...named, chart: { definition, tools: { go: ['x'] } } }, 's')).toThrow(
    'the chart has no trigger “go”; it has none',
  );
});

it('reports costs and calls that it cannot read, and counts nothing of them', () => {
  const guard = createGuard(POLICY, 'one');
  guard.spend({ tokensIn: 700, usd: null });
  guard.spend(any({ tokensIn: '12' }));
  guard.spend(any({ usd: Number.NaN }));
  guard.spend(any({ tokens: 12 }));
  expect(guard.before(any({ name: 'look' })).action).toBe('allow');
  expect(guard.after(any(null), {}).action).toBe('allow');
  const { steps, spent, faults } = guard.report();
  expect([steps, spent.calls, spent.tokens, spent.usd]).toEqual([0, 0, 700, null]);
  expect(faults).toEqual([
    'tokensIn of spend is "12", needs a number from 0, or null',
    'usd of spend is NaN, needs a number from 0, or null',
    expect.stringContaining('spend has no option "tokens"'),
    expect.stringContaining('before takes a call { tool: '),
    expect.stringContaining('after takes a call { tool: '),
  ]);
});

it('reports results that it cannot read', () => {
  const guard = createGuard(POLICY, 'one');
  const call = { tool: 'look', args: {} };
  guard.before(call);
  expect(guard.after(call, any('3 hits')).action).toBe('allow');
  guard.after(call, any({ ouput: '3 hits' }));
  guard.after(call, { output: '3 hits' });
  const { steps, faults } = guard.report();
  expect([steps, faults]).toEqual([
    1,
    [
      'after takes its options as an object, not "3 hits"',
      'after has no option "ouput"; did you mean "output"?',
    ],
  ]);
});

it('says which budgets nobody has reported amounts of, and needs a clock for minutes', async () => {
  const budgets = { calls: 9, tokens: 9, usd: 9, minutes: 9 };
  const guard = createGuard({ ...POLICY, budgets }, 'one');
  const tools = { look: { execute: () => 1 } };
  expect(guard.report().unmeasured).toEqual(['tokens', 'usd', 'minutes']);
  expect(() => guardTools(guard, tools)).toThrow(
    'the policy limits minutes, and guardTools has no clock: give it { now }',
  );
  await guardTools(guard, tools, { now: () => 1_000 }).look.execute();
  guard.spend({ tokensIn: 1 });
  expect(guard.report().unmeasured).toEqual(['usd']);
  expect(() => guardTools(createGuard(POLICY, 'one'), tools)).not.toThrow();
});

it('leaves what is read piece by piece as it is, and takes no two of them for equal', async () => {
  const policy = {
    ...{ format: 'statescope-guard', version: 1, name: 'pieces' },
    rules: [
      { id: 'same', when: { rule: 'in_a_row', threshold: 2, compare: 'result' }, advise: true, ignored: 1 },
    ],
  };
  const guard = createGuard(policy, 'one');
  let given = 1;
  const tools = guardTools(guard, {
    stream: {
      execute: async function* () {
        yield 1;
        yield ++given;
      },
    },
    look: { execute: () => ({ found: 1 }) },
  });
  const pieces: number[] = [];
  for (let at = 0; at < 5; at++)
    for await (const piece of (await tools.stream.execute()) as AsyncIterable<number>) pieces.push(piece);
  expect(pieces).toEqual([1, 2, 1, 3, 1, 4, 1, 5, 1, 6]);
  expect(guard.report().events).toEqual([]);
  for (let at = 0; at < 3; at++) await tools.look.execute();
  expect(guard.report().events.map(({ kind }) => kind)).toContain('advise');
});

it('counts calls under way against the budget of calls, and shows those whose end nobody reported', async () => {
  const guard = createGuard(POLICY, 'one');
  const decisions = [1, 2, 3, 4, 5].map(
    id => guard.before({ id: String(id), tool: 'look', args: { id } }).action,
  );
  expect(decisions).toEqual(['allow', 'allow', 'allow', 'refuse', 'refuse']);
  expect(guard.report()).toMatchObject({ steps: 0, underWay: 3, spent: { calls: 0 } });
  expect(guard.report().events[0]).toMatchObject({
    kind: 'refuse',
    rule: 'calls',
    text: '0 of 3 calls are spent, and 3 more are under way: wait for their results.',
  });
  guard.cancel({ id: '2', tool: 'look' });
  expect(guard.before({ id: '6', tool: 'look', args: {} }).action).toBe('allow');
  for (const id of ['1', '3', '6']) guard.after({ id, tool: 'look' }, { output: id });
  expect(guard.report()).toMatchObject({ underWay: 0, spent: { calls: 3 }, stop: { rule: 'calls' } });
  const ran: number[] = [];
  const tools = guardTools(createGuard(POLICY, 'two'), {
    look: { execute: async (at: number) => ran.push(at) },
  });
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(at => tools.look.execute(at)));
  expect(ran).toEqual([1, 2, 3]);
});

it('only notes calls over the budget in a session in which it does not act', () => {
  const guard = createGuard({ ...POLICY, act: 0 }, 'one');
  const decisions = [1, 2, 3, 4].map(id => guard.before({ id: String(id), tool: 'look', args: { id } }));
  expect(decisions.map(({ action, would }) => [action, would]).at(-1)).toEqual(['allow', 'refuse']);
  expect(guard.report().underWay).toBe(4);
});

it('reports fields of calls that it does not know, and times and failures that are none', () => {
  const guard = createGuard(POLICY, 'one');
  guard.before(any({ tool: 'look', arguments: { q: 1 } }));
  guard.before(any({ tool: 'look', at: '2026-01-01T00:00:00Z' }));
  guard.after({ tool: 'look' }, any({ output: 1, failed: 'yes' }));
  guard.after({ tool: 'look' }, any({ output: 1, until: '5' }));
  guard.message(any({ content: 'hello' }));
  const { steps, faults, underWay } = guard.report();
  expect([steps, underWay]).toEqual([0, 0]);
  expect(faults).toEqual([
    'the call of before has no option "arguments"; it has id, tool, args, argsHash, at, turn',
    'at of before is "2026-01-01T00:00:00Z", needs milliseconds since 1970: Date.parse(text)',
    'failed of after is "yes", needs true, false, or null for unknown',
    'until of after is "5", needs milliseconds since 1970: Date.parse(text)',
    'message takes a text, or null for one that is unknown, not an object',
  ]);
});
