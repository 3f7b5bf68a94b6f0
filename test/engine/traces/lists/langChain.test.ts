import { describe, expect, it } from 'vitest';
import { calls, caseFiles, json, jsonLines, readCase, reversed, tokens } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

const ai = (id: string, more: object = {}) => ({
  ...{ type: 'ai', id, content: 'x', usage_metadata: { input_tokens: 10, output_tokens: 1 } },
  ...more,
});
const state = (thread: string, ...messages: readonly object[]) => ({
  ...{ values: { messages }, next: [], config: { configurable: { thread_id: thread } } },
});

describe('messages of LangChain', () => {
  it.each([
    ['messages.json', 'messages.json'],
    ['messages_to_dict.json', 'messages_to_dict.json'],
    ['langgraph_thread_state.json', 'th1'],
  ])('have a step for each call, with the tokens of its answer: %s', (path, id) => {
    const { cases, skipped } = readCase('a09-langchain', path);
    expect(cases.map(one => [one.id, calls(one).map(([tool]) => tool), tokens([one])])).toEqual([
      [id, ['look', 'say'], [300, 30]],
    ]);
    expect(cases[0]!.steps[0]).toMatchObject({ args: '{"q":1}', result: '2', prompt: 'how many?' });
    expect(skipped).toEqual([]);
  });

  it('are read as `dumps` writes them', () => {
    const message = (name: string, kwargs: object) => ({
      ...{ lc: 1, type: 'constructor', id: ['langchain', 'schema', 'messages', name], kwargs },
    });
    const call = { name: 'look', args: {}, id: 'k', type: 'tool_call' };
    const { cases } = readFiles({
      a: json([
        message('HumanMessage', { content: 'go' }),
        message('AIMessage', { content: '', tool_calls: [call] }),
        message('ToolMessage', { content: 'no', tool_call_id: 'k', status: 'error' }),
      ]),
    });
    expect(cases.map(calls)).toEqual([[['look', true]]]);
  });

  it('count a call once that stands in the content as well', () => {
    const content = [
      { type: 'text', text: 'I look' },
      { type: 'tool_use', id: 'k', name: 'look', input: {} },
    ];
    const { cases } = readFiles({
      a: json([ai('a', { content, tool_calls: [{ id: 'k', name: 'look', args: {} }] })]),
    });
    expect(calls(cases[0]!)).toEqual([['look', null]]);
  });

  it('of a thread’s states are those of the longest, whatever their order', () => {
    const states = [state('t', ai('a')), state('t', ai('a'), ai('b')), state('u', ai('c'))];
    for (const lines of [states, states.toReversed()]) {
      const { cases, leftOut } = readFiles({ 'a.jsonl': jsonLines(...lines) });
      expect(Object.fromEntries(cases.map(one => [one.id, tokens([one])]))).toEqual({
        t: [20, 2],
        u: [10, 1],
      });
      expect(leftOut).toEqual([
        { file: 'a.jsonl', what: 'states of a thread that a later one continues', count: 1 },
      ]);
    }
  });

  it('are the same cases whatever the order of files', () => {
    const files = caseFiles('a09-langchain');
    expect(readFiles(reversed(files)).cases).toEqual(readFiles(files).cases);
  });

  it('report an invalid line in one line', () => {
    const { skipped } = readFiles({ a: jsonLines(ai('a'), { weather: 'fine' }) });
    expect(skipped).toEqual([{ file: 'a', line: 2, reason: 'no message of LangChain' }]);
  });

  const tool = (id: string, call: string) => ({ type: 'tool', id, content: 'r', tool_call_id: call });
  const calling = (id: string, call: string, name: string) =>
    ai(id, { content: '', tool_calls: [{ id: call, name, args: {} }] });
  const inSpace = (checkpoint_ns: string, ...messages: readonly object[]) => ({
    ...state('t', ...messages),
    config: { configurable: { thread_id: 't', checkpoint_ns } },
  });

  it('make a case of a graph that one of a thread called, with what is only its own', () => {
    const own = [ai('h'), calling('a', 'c', 'task'), tool('x', 'c')];
    const lines = [
      inSpace('', ...own),
      inSpace('tools:1', ai('h'), calling('s', 'd', 'grep'), tool('y', 'd')),
      inSpace('tools:1|deep:2', calling('v', 'e', 'read'), tool('z', 'e')),
    ];
    for (const order of [lines, lines.toReversed()]) {
      const { cases, leftOut } = readFiles({ a: jsonLines(...order) });
      const told = cases.map(one => [one.id, one.parent, one.labels.agent, one.steps.map(step => step.tool)]);
      expect(told.sort()).toEqual([
        ['t', null, undefined, ['say', 'task']],
        ['t/tools:1', 't', 'tools', ['grep']],
        ['t/tools:1/deep:2', 't/tools:1', 'deep', ['read']],
      ]);
      expect(leftOut).toEqual([]);
    }
  });

  it('keep what was written before a summary took its place, and after it', () => {
    const before = [calling('a', 'c', 'ls'), tool('x', 'c'), calling('b', 'd', 'ls'), tool('y', 'd')];
    const after = [
      { type: 'human', id: 's', content: 'Summary' },
      before[2],
      before[3],
      calling('e', 'f', 'rm'),
    ];
    const { cases, leftOut } = readFiles({ a: jsonLines(state('t', ...before), state('t', ...after)) });
    expect(cases.map(one => one.steps.map(step => step.tool))).toEqual([['ls', 'ls', 'rm']]);
    expect(leftOut).toEqual([]);
  });
});
