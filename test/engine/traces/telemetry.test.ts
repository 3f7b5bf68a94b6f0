import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TraceCase } from '../../../src/engine/traces/traces.ts';
import { readFiles, totals } from './fixture.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/cases');

const filesIn = (path: string): readonly string[] =>
  statSync(join(FOLDER, path)).isDirectory()
    ? readdirSync(join(FOLDER, path)).map(name => `${path}/${name}`)
    : [path];
const readOf = (paths: readonly string[]) =>
  readFiles(Object.fromEntries(paths.flatMap(filesIn).map(name => [name, readFileSync(join(FOLDER, name))])));
const stepsTold = ({ steps }: TraceCase) =>
  steps.map(({ tool, failed, tokensIn, tokensOut }) => [tool, failed, tokensIn, tokensOut]);

/** What the scripted coding agent does by itself; [tool, failed, tokens in, tokens out] each. */
const MAIN = (shell: string, read: string, agent: string, thoughts = 0) => [
  [shell, false, 1000, 50 + thoughts],
  [read, false, 6101, 51 + thoughts],
  [read, true, 6202, 52 + thoughts],
  [shell, false, null, null],
  [shell, false, 6303, 53 + thoughts],
  [agent, false, 6404, 54 + thoughts],
  ['say', false, 6505, 55 + thoughts],
];

describe('spans and log records of coding agents', () => {
  it.each([
    ['spans and logs', ['agents/claude-code/otel']],
    ['spans alone', ['agents/claude-code/otel/137_v1_traces.json']],
    ['logs alone', ['agents/claude-code/otel/138_v1_logs.json']],
  ])('give what Claude Code did: %s', (_, paths) => {
    const { cases, skipped } = readOf(paths);
    expect(skipped).toEqual([]);
    const [main, child] = cases;
    expect(cases).toHaveLength(2);
    expect(stepsTold(main)).toEqual([
      ['Bash', false, 6000, 50],
      ['Read', false, 6112, 51],
      ['Read', true, 6214, 52],
      ['Bash', false, null, null],
      ['Bash', false, 6316, 53],
      ['Agent', false, 6418, 54],
      ['say', false, 6520, 55],
    ]);
    expect(stepsTold(child)).toEqual([
      ['Bash', false, 16_000, 50],
      ['say', false, 16_112, 51],
    ]);
    expect(child.parent).toBe(main.id);
    expect(main.id).toBe('664bc214-4d85-4662-abb5-f3e15a8f04ee');
  });

  it('join words of the logs with the spans of Claude Code', () => {
    const [{ steps }] = readOf(['agents/claude-code/otel']).cases;
    expect(steps[0]).toMatchObject({ answer: 'I look around first.', result: 'notes.txt' });
    expect(steps[2].error).toContain('File does not exist');
    expect(steps[5].args).toContain('SUBTASK');
    expect(steps[6].answer).toBe('All done: three lines in the notes.');
    expect(steps[0].usd).toBeCloseTo(0.03, 9);
  });

  it('give what Codex did, whose spans are of its engine', () => {
    const { cases, skipped, leftOut } = readOf(['agents/codex/otel']);
    expect(skipped).toEqual([]);
    const [main, child] = cases;
    expect(stepsTold(main)).toEqual([
      ...MAIN('exec_command', 'exec_command', 'spawn_agent').slice(0, 6),
      ['wait_agent', false, 6505, 55],
      ['say', false, 6606, 56],
    ]);
    expect(child.parent).toBe(main.id);
    expect(stepsTold(child)).toEqual([
      ['exec_command', false, 11_000, 50],
      ['say', false, 16_101, 51],
    ]);
    expect(main.steps[0].result).toBe('notes.txt\n');
    expect(main.steps[4].resultHash).toBe(main.steps[0].resultHash);
    expect(leftOut.find(({ what }) => what.startsWith('spans of traces without'))?.count).toBe(124);
  });

  it.each([
    ['spans and logs', ['066_v1_traces.json', '067_v1_logs.json']],
    ['logs alone', ['067_v1_logs.json']],
  ])(
    'give what Gemini CLI did, thoughts next to candidates and without the model that routes: %s',
    (_, names) => {
      const { cases, skipped } = readOf(names.map(name => `agents/gemini-cli/otel/${name}`));
      expect(skipped).toEqual([]);
      const [main, child] = cases;
      expect(stepsTold(main)).toEqual(MAIN('run_shell_command', 'read_file', 'invoke_agent', 7));
      expect(stepsTold(child)).toEqual([
        ['run_shell_command', false, 11_000, 57],
        ['complete_task', false, 16_101, 58],
      ]);
      expect(child.parent).toBe(main.id);
    },
  );

  it('continue a session of Gemini CLI that was resumed', () => {
    const { cases } = readOf(['agents/gemini-cli/otel']);
    expect(cases.map(({ steps }) => steps.length)).toEqual([9, 2]);
    expect(totals(cases)).toMatchObject({ tokensIn: 106_717, tokensOut: 587, errors: 1 });
    // Numbers of processes do not make two results of one command differ.
    expect(cases[0].steps[4].resultHash).toBe(cases[0].steps[0].resultHash);
  });

  it.each([
    ['spans and logs', ['agents/qwen-code/otel']],
    ['spans alone', ['agents/qwen-code/otel/053_v1_traces.json']],
    ['logs alone', ['agents/qwen-code/otel/061_v1_logs.json']],
  ])('give what Qwen Code did, without its hooks: %s', (_, paths) => {
    const { cases, skipped } = readOf(paths);
    expect(skipped).toEqual([]);
    expect(stepsTold(cases[0])).toEqual(MAIN('run_shell_command', 'read_file', 'agent'));
    expect(stepsTold(cases[1])).toEqual([
      ['run_shell_command', false, 11_000, 50],
      ['say', false, 16_101, 51],
    ]);
    expect(totals(cases)).toMatchObject({ tokensIn: 59_616, tokensOut: 416, errors: 1 });
  });

  it('give what Copilot did, as its own spans have it', () => {
    const { cases, skipped } = readOf(['agents/copilot/otel']);
    expect(skipped).toEqual([]);
    expect(stepsTold(cases[0])).toEqual(MAIN('bash', 'view', 'task'));
    expect(totals(cases)).toMatchObject({ tokensIn: 59_616, tokensOut: 416, errors: 1 });
    expect(cases[0].steps[4].resultHash).toBe(cases[0].steps[0].resultHash);
  });

  it('have each call of opencode once, though two spans stand around it', () => {
    const { cases, skipped } = readOf(['agents/opencode/otel']);
    expect(skipped).toEqual([]);
    expect(cases.map(({ steps }) => steps.map(({ tool }) => tool))).toEqual([
      ['say', 'bash', 'read', 'read', 'bash', 'bash'],
      ['bash', 'say'],
    ]);
    expect(cases[0].steps[5].resultHash).toBe(cases[0].steps[1].resultHash);
  });

  it('give the same cases whichever file comes first', () => {
    for (const agent of ['claude-code', 'codex', 'gemini-cli', 'qwen-code', 'opencode']) {
      const files = filesIn(`agents/${agent}/otel`);
      expect(readOf(files.toReversed()).cases).toEqual(readOf(files).cases);
    }
  });

  it('join the messages of an instrumented library with its spans', () => {
    const { cases, skipped } = readOf([
      'sdk/otel-openai/chat-tools-content.json',
      'sdk/otel-openai/chat-tools-content-logs.json',
    ]);
    expect(skipped).toEqual([]);
    expect(cases).toHaveLength(1);
    expect(cases[0].steps.at(-1)?.answer).toBe(
      'Paris is sunny. Hotel Lutetia is free; the train could not be booked.',
    );
    expect(cases[0].steps[0].prompt).toBe('Plan a trip to Paris.');
  });

  it('give the calls of a library without spans of tools, four traces that nothing joins', () => {
    const { cases, skipped } = readOf([
      'sdk/otel-openai/bare-chat.json',
      'sdk/otel-openai/bare-chat-logs.json',
    ]);
    expect(skipped).toEqual([]);
    expect(cases.flatMap(({ steps }) => steps.map(({ tool }) => tool)).toSorted()).toEqual([
      ...['book_train', 'find_hotel', 'get_weather', 'get_weather', 'say'],
    ]);
    expect(totals(cases)).toMatchObject({ tokensIn: 740, tokensOut: 115 });
  });
});

describe('spans from public bug reports', () => {
  it.each([
    ['o01-openinference-agent-total', [['look', 'say']], 900, 90],
    ['o02-openinference-tool-rollup', [['web_agent'], ['say']], 1000, 100],
    ['o04-conversation-only-on-agent', [['look', 'look']], 300, 30],
    ['o06-two-conversations-one-trace', [['look'], ['refund']], 0, 0],
    ['o07-cache-outside-input', [['look']], 12_305, 60],
    ['o08-ai-sdk-6', [['look', 'say']], 900, 90],
    ['o12-mlflow/otlp.json', [['look']], 900, 90],
    ['o13-httpx-traces', [['say']], 100, 10],
    ['o14-spans-sent-twice', [['look']], 100, 10],
    ['o15-strands-cycle', [['look', 'say']], 900, 90],
    ['l01-langfuse-cached', [['look']], 17_903, 200],
    ['l03-langsmith-chain-usage', [['look', 'say']], 900, 90],
  ])('count each token once: %s', (path, tools, tokensIn, tokensOut) => {
    const { cases, skipped } = readOf([`traces/${path}`]);
    expect(skipped).toEqual([]);
    expect(cases.map(({ steps }) => steps.map(({ tool }) => tool))).toEqual(tools);
    expect(totals(cases)).toMatchObject({ tokensIn, tokensOut });
  });

  it('are a case for each conversation, with its own outcome', () => {
    const { cases } = readOf(['traces/o06-two-conversations-one-trace']);
    expect(cases.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['case-A', 'succeeded'],
      ['case-B', 'failed'],
    ]);
  });
});

describe('log records of instrumented libraries', () => {
  it('give calls of a model without its spans, though not their cost', () => {
    const { cases, skipped, found } = readOf(['sdk/otel-openai/chat-tools-content-logs.json']);
    expect(skipped).toEqual([]);
    expect(found).toMatchObject([{ format: 'OpenTelemetry log records' }]);
    expect(cases.map(stepsTold)).toEqual([
      [
        ['get_weather', false, null, null],
        ['find_hotel', false, null, null],
        ['book_train', true, null, null],
        ['get_weather', false, null, null],
        ['say', false, null, null],
      ],
    ]);
    expect(cases[0].tokens).toBe('none');
  });

  it('name the calls of spans that do not, and report what is missing without them', () => {
    const whole = readOf(['sdk/otel-openai/bare-chat.json', 'sdk/otel-openai/bare-chat-logs.json']);
    expect(whole.cases.flatMap(stepsTold).map(([tool]) => tool)).toEqual([
      ...['get_weather', 'find_hotel', 'book_train', 'get_weather', 'say'],
    ]);
    expect(totals(whole.cases)).toMatchObject({ tokensIn: 740, tokensOut: 115 });
    expect(whole.notes).toEqual([]);
    const alone = readOf(['sdk/otel-openai/bare-chat.json']);
    expect(alone.cases.map(stepsTold)).toEqual([[['say', false, 270, 40]]]);
    expect(alone.notes).toEqual([
      '3 answers ask for tools that nothing names, and have no step: log records or recorded contents would name them; 470 tokens in and 75 out of traces with nothing else are not counted',
    ]);
  });
});

it.each([
  ['otel22/chat-tools.json', 1],
  ['openai-agents/group.jsonl', 4],
  ['openai-agents/chat.jsonl', 0],
  ['ai/generate.json', 0],
])('an unknown order of tools that ran at once is reported: %s', (file, count) => {
  const { notes } = readOf([`sdk/${file}`]);
  const told = notes.filter(note => note.includes('in which order'));
  expect(told).toEqual(
    count === 0
      ? []
      : [
          `several tools ran at once in ${count} ${count === 1 ? 'turn' : 'turns'}, and the traces do not show in which order they were called: these steps are in the order in which they began`,
        ],
  );
});

describe('spans as the SDK of JavaScript holds them', () => {
  it('give what Copilot did where it writes them into a file, metrics left out', () => {
    const { cases, skipped, leftOut } = readOf(['agents/copilot/otel-file.jsonl']);
    expect(skipped).toEqual([]);
    expect(stepsTold(cases[0])).toEqual(MAIN('bash', 'view', 'task'));
    expect(stepsTold(cases[1])).toEqual([
      ['bash', false, 11_000, 50],
      ['say', false, 16_101, 51],
    ]);
    expect(cases[1].parent).toBe(cases[0].id);
    expect(leftOut).toEqual([
      { file: 'agents/copilot/otel-file.jsonl', what: 'metrics, which have no steps', count: 19 },
    ]);
  });
});

it('conversations that sent each other have their senders in any order of their names', () => {
  const record = (time: number, values: Readonly<Record<string, string>>) => ({
    timeUnixNano: `${1_767_225_600 + time}000000000`,
    attributes: Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  });
  const call = (time: number, conversation: string, output: string) =>
    record(time, {
      ...{ 'event.name': 'codex.tool_result', 'conversation.id': conversation, call_id: `k${time}` },
      ...{ tool_name: 'spawn_agent', arguments: '{}', output, success: 'true' },
    });
  for (const [first, second, third] of ['abc', 'cba', 'bca']) {
    const logRecords = [
      call(1, first, `{"agent_id":"${second}"}`),
      call(2, second, `{"agent_id":"${third}"}`),
      call(3, third, 'x'),
    ];
    const { cases } = readFiles({ a: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }) });
    expect(cases.map(({ id, parent }) => [id, parent])).toEqual([
      [first, null],
      [second, first],
      [third, second],
    ]);
  }
});
