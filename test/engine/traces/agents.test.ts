import { describe, expect, it } from 'vitest';
import type { TraceCase } from '../../../src/engine/traces/traces.ts';
import { bytesOfFixture, packed, readFiles, readFixture, totals } from './fixture.ts';

const lines = (...values: readonly unknown[]): string =>
  values.map(value => JSON.stringify(value)).join('\n');
const tools = ({ steps }: TraceCase): string[] => steps.map(step => step.tool);

describe('logs of coding agents', () => {
  it.each([
    ['sample_session', [['test-session-id', 3, 2, 0, 0, 0]]],
    ['representative_messages', [['test_session', 5, 2, 0, 218, 445]]],
    ['todowrite_examples', [['todowrite_session', 6, 3, 0, 883, 328]]],
    [
      'edge_cases',
      [
        ['todowrite_session', 1, 1, 0, 168, 85],
        ['edge_cases', 3, 2, 1, 320, 350],
      ],
    ],
  ])('are read from Claude Code: %s', (name, expected) => {
    const { cases } = readFixture(`raw/claude-code/${name}.jsonl`);
    expect(
      cases.map(one => {
        const { steps, calls, errors, tokensIn, tokensOut } = totals([one]);
        return [one.id, steps, calls, errors, tokensIn, tokensOut];
      }),
    ).toEqual(expected);
  });

  it('name the lines of Claude Code that are not events', () => {
    const { skipped } = readFixture('raw/claude-code/edge_cases.jsonl');
    expect(skipped.map(({ line }) => line)).toEqual([11, 13, 14, 15, 16]);
  });

  it('count an answer of Claude Code once, though it stands in several lines and in resumed sessions', () => {
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 5,
      cache_read_input_tokens: 85,
      output_tokens: 7,
    };
    const said = (uuid: string, content: unknown, more = {}) => ({
      ...{ type: 'assistant', sessionId: 's', uuid, requestId: 'r', timestamp: '2026-01-01T00:00:01Z' },
      message: { id: 'm', role: 'assistant', model: 'claude', content: [content], usage },
      ...more,
    });
    const log = lines(
      { type: 'user', sessionId: 's', uuid: 'u', message: { role: 'user', content: 'Go' } },
      said('a', { type: 'thinking', thinking: 'hm' }),
      said('b', { type: 'text', text: 'I look' }),
      said('c', { type: 'tool_use', id: 't1', name: 'Read', input: { path: 'x' } }),
      said('d', { type: 'tool_use', id: 't2', name: 'Grep', input: {} }),
      said(
        'e',
        { type: 'tool_use', id: 't3', name: 'Task', input: {} },
        {
          ...{ isSidechain: true, agentId: 'a1', requestId: 'other' },
          message: {
            ...{ id: 'n', role: 'assistant', model: 'claude', usage: { input_tokens: 1, output_tokens: 1 } },
            content: [{ type: 'tool_use', id: 't3', name: 'Glob', input: {} }],
          },
        },
      ),
      {
        ...{ type: 'user', sessionId: 's', uuid: 'f', timestamp: '2026-01-01T00:00:02Z' },
        message: {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 't1',
              is_error: true,
              content: [{ type: 'text', text: 'no file' }],
            },
          ],
        },
      },
    );
    const { cases } = readFiles({ a: log, 'resumed/b': log });
    expect(cases.map(({ id, parent }) => [id, parent])).toEqual([
      ['s', null],
      ['s agent-a1', 's'],
    ]);
    expect(cases.map(tools)).toEqual([['Read', 'Grep'], ['Glob']]);
    expect(totals([cases[0]])).toMatchObject({ tokensIn: 100, tokensOut: 7, errors: 1 });
    expect(cases[0].steps[0]).toMatchObject({
      ...{
        args: '{"path":"x"}',
        prompt: 'Go',
        answer: 'I look',
        result: 'no file',
        error: 'no file',
        failed: true,
      },
      ...{
        at: Date.UTC(2026, 0, 1, 0, 0, 1),
        until: Date.UTC(2026, 0, 1, 0, 0, 2),
        agent: null,
        tokensIn: 100,
      },
    });
  });

  it('are read from Codex, whose usage is a running total', () => {
    const item = (payload: unknown) => ({
      timestamp: '2026-01-01T00:00:01Z',
      type: 'response_item',
      payload,
    });
    const count = (total: number, last: number) => ({
      ...{ timestamp: '2026-01-01T00:00:02Z', type: 'event_msg' },
      payload: {
        type: 'token_count',
        info: {
          total_token_usage: { total_tokens: total },
          last_token_usage: { input_tokens: last, output_tokens: 1 },
        },
      },
    });
    const { cases } = readFiles({
      'rollout.jsonl': lines(
        { timestamp: 't', type: 'session_meta', payload: { id: 'one' } },
        item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix it' }] }),
        item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I run it' }] }),
        item({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' }),
        count(11, 10),
        count(11, 10),
        item({
          type: 'function_call_output',
          call_id: 'c1',
          output: '{"output":"","metadata":{"exit_code":2}}',
        }),
        item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done' }] }),
        count(32, 20),
      ),
    });
    expect(cases.map(one => one.id)).toEqual(['one']);
    expect(cases[0].steps).toMatchObject([
      {
        tool: 'shell',
        args: '{"command":["ls"]}',
        failed: true,
        answer: 'I run it',
        prompt: 'Fix it',
        tokensIn: 10,
      },
      { tool: 'say', answer: 'Done', tokensIn: 20, tokensOut: 1 },
    ]);
    const real = readFixture('raw/codex/session-alpha.jsonl');
    expect(real.found).toMatchObject([{ format: 'Codex', cases: 0 }]);
    expect(real.skipped[0].reason).toMatch(/without any case in it/);
  });

  it('are read from SWE-agent', () => {
    const [one] = readFixture('raw/swe-agent/marshmallow-code__marshmallow-1867.traj').cases;
    expect(one).toMatchObject({ id: 'marshmallow-code__marshmallow-1867', end: 'submitted', tokens: 'none' });
    expect(tools(one)).toEqual('create edit python ls find_file open edit edit python rm submit'.split(' '));
  });

  it('are read from mini-swe-agent', () => {
    const usage = { prompt_tokens: 9, completion_tokens: 2 };
    const { cases } = readFiles({
      'a__b-1.traj.json': JSON.stringify({
        trajectory_format: 'mini-swe-agent-1.1',
        info: { exit_status: 'Submitted' },
        messages: [
          { role: 'system', content: 'You' },
          { role: 'user', content: 'Fix' },
          {
            role: 'assistant',
            content: 'I look',
            extra: {
              actions: [{ command: 'cd /x && ls -l' }],
              response: { usage },
              cost: 0.5,
              timestamp: 1_767_225_600.5,
            },
          },
          { role: 'user', content: '<returncode>1</returncode>\n<output>no</output>' },
        ],
      }),
    });
    expect(cases).toMatchObject([
      {
        ...{ id: 'a__b-1', end: 'Submitted', tokens: 'exact' },
        steps: [
          {
            tool: 'ls',
            args: 'cd /x && ls -l',
            failed: true,
            tokensIn: 9,
            usd: 0.5,
            at: 1_767_225_600_500,
            prompt: 'Fix',
          },
        ],
      },
    ]);
  });

  it('are read from OpenHands, where every response is paid for once', () => {
    const [one] = readFixture('raw/openhands/output_1.jsonl').cases;
    expect(one.id).toBe('ponylang__ponyc-4595');
    // Five commands by their exit codes, and one edit whose result begins with "ERROR:".
    expect(totals([one])).toEqual({ steps: 23, calls: 23, errors: 6, tokensIn: 565_158, tokensOut: 2_558 });
    expect(tools(one).slice(-2)).toEqual(['think', 'finish']);
  });

  it('are read from moatless with the states of its chart, and judged by the report next to them', () => {
    const tasks = ['10914', '13658', '13757', '14155'].map(number => `django__django-${number}`);
    const files = tasks.map(
      task => [`m/${task}.json`, bytesOfFixture(`raw/moatless-tools/${task}.json`)] as const,
    );
    const report = ['m/result.json', bytesOfFixture('raw/moatless-tools/result.json')] as const;
    const { cases, skippedCount } = readFiles(Object.fromEntries([...files, report]));
    const derived = readFixture('runs/moatless_0623_sonnet35.jsonl').cases;
    expect(skippedCount).toBe(0);
    const short = ({ outcome, end, steps }: TraceCase) => ({
      ...{ outcome, end },
      steps: steps.map(step => [step.state, step.tool, step.failed, step.tokensIn ?? 0, step.tokensOut ?? 0]),
    });
    expect(cases.map(short)).toEqual(
      tasks.map(task => short(derived.find(one => one.labels.task === task) as TraceCase)),
    );
  });

  it('are read from InterCode, with the commands of the known runs', () => {
    const { cases } = readFixture('raw/intercode/ic_bash_multiturn_gpt-4_10_turns_fs_4.json');
    const derived = readFixture('runs/intercode_bash_gpt4.jsonl').cases;
    expect(cases).toHaveLength(27);
    for (const one of cases) {
      const known = derived.find(({ id }) => id === `icb-gpt-4-s_fs_4-${one.id.slice('task '.length)}`);
      expect({ outcome: one.outcome, end: one.end, reward: one.reward, tools: tools(one) }).toEqual({
        ...{ outcome: known?.outcome, end: known?.end, reward: known?.reward, tools: known && tools(known) },
      });
    }
  });
});

describe('exports of Langfuse', () => {
  it.each([
    ['agno-2025-06-11', ['duckduckgo_search', 'say'], 826, 245],
    ['autogen-2025-06-06', ['say'], 41, 3],
    ['google-adk-2025-08-28', ['say_hello', 'say'], 67, 9],
    ['google-gemini-2025-08-01', ['say'], 6, 2055],
    ['google-vertex-tools-langchain-2025-09-19', ['say'], 0, 0],
    ['koog-2025-08-26', ['HelloTool', 'ByeTool', 'say'], 215, 125],
    ['langgraph-2025-08-22', ['Web-Search', 'say'], 168, 66],
    ['llamaindex-2025-06-05', ['say'], 13, 81],
    ['microsoft-agent-2025-10-14', ['get_weather', 'say'], 656, 105],
    ['openai-agents-2025-09-30', ['get_weather', 'say'], 140, 44],
    ['openai-assistants-2024-05-29', ['say'], 49, 40],
    [
      'pydantic-ai-tools-2025-12-04',
      [
        'get_pun_suggestion',
        'get_dad_joke_suggestion',
        'get_one_liner_suggestion',
        'say',
        'say',
        'final_result',
      ],
      ...[1315, 209],
    ],
  ])('are read: %s', (name, expected, tokensIn, tokensOut) => {
    const { cases, skippedCount } = readFixture(`raw/langfuse/${name}.json`);
    expect(skippedCount).toBe(0);
    expect(cases.map(tools)).toEqual([expected]);
    expect(totals(cases)).toMatchObject({ tokensIn, tokensOut, errors: 0 });
  });

  it('keep the node of LangGraph as the state, with questions and answers', () => {
    const [{ steps }] = readFixture('raw/langfuse/langgraph-2025-08-22.json').cases;
    expect(steps[0]).toMatchObject({ tool: 'Web-Search', state: 'tools', tokensIn: 60, tokensOut: 15 });
    expect(steps[1]).toMatchObject({ tool: 'say', state: 'agent' });
    expect(steps[1].answer).toMatch(/^The search for "example"/);
  });

  it('are read all at once from a folder', () => {
    const names = ['agno-2025-06-11', 'koog-2025-08-26'].map(name => `raw/langfuse/${name}.json`);
    const { cases } = readFiles(Object.fromEntries(names.map(name => [name, packed(name)])));
    expect(cases).toHaveLength(2);
  });
});

describe('runs of LangSmith', () => {
  const run = (id: string, run_type: string, more: object) => ({
    ...{
      id,
      trace_id: 'T',
      run_type,
      name: id,
      start_time: '2026-01-01T00:00:01',
      end_time: '2026-01-01T00:00:02',
    },
    ...more,
  });
  const call = { type: 'ai', content: '', tool_calls: [{ id: 'c', name: 'search', args: { q: 1 } }] };
  const runs = [
    run('root', 'chain', { reference_example_id: 'example 7' }),
    run('llm', 'llm', {
      ...{ parent_run_id: 'root', prompt_tokens: 5, completion_tokens: 2, total_cost: '0.25' },
      ...{ inputs: { messages: [[{ type: 'human', content: 'Find' }]] } },
      ...{ outputs: { generations: [[{ message: { id: ['langchain', 'AIMessage'], kwargs: call } }]] } },
    }),
    run('search', 'tool', {
      ...{
        parent_run_id: 'root',
        start_time: '2026-01-01T00:00:03',
        error: 'timed out',
        inputs: { input: "{'q': 1}" },
      },
      extra: { metadata: { langgraph_node: 'tools' } },
    }),
  ];
  const expected = [
    {
      id: 'T',
      labels: { task: 'example 7' },
      steps: [
        {
          ...{
            tool: 'search',
            args: '{"q":1}',
            failed: true,
            error: 'timed out',
            state: 'tools',
            prompt: 'Find',
          },
          ...{ tokensIn: 5, tokensOut: 2, usd: 0.25 },
        },
      ],
    },
  ];

  it('are read by lines, in a list, and as a tree', () => {
    expect(readFiles({ a: lines(...runs) }).cases).toMatchObject(expected);
    expect(readFiles({ a: JSON.stringify(runs, null, 2) }).cases).toMatchObject(expected);
    const tree = { ...runs[0], child_runs: runs.slice(1).map(({ trace_id: _, ...rest }) => rest) };
    expect(readFiles({ a: JSON.stringify(tree, null, 2) }).cases).toMatchObject(expected);
  });

  it('take the calls of an answer where no tool was traced', () => {
    const [{ steps }] = readFiles({ a: lines(...runs.slice(0, 2)) }).cases;
    expect(steps).toMatchObject([{ tool: 'search', args: '{"q":1}', tokensIn: 5 }]);
  });
});
