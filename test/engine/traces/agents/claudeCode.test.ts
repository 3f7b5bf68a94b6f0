import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFiles, totals } from '../fixture.ts';
import { caseOf, expectedOf, expectSteps, filesAt, readBothWays, readPaths, stepsFor } from './expected.ts';

const AGENT = 'claude-code';

describe('logs of Claude Code', () => {
  it('hold a session and its sub-agent as two cases', () => {
    const expected = expectedOf(AGENT, 'basic/');
    const { cases, leftOut } = readPaths(`agents/${AGENT}/basic`);
    expect(cases.map(({ id, parent }) => [id, parent])).toEqual([
      ['664bc214-4d85-4662-abb5-f3e15a8f04ee', null],
      [
        '664bc214-4d85-4662-abb5-f3e15a8f04ee agent-a30a0db00ca307d1a',
        '664bc214-4d85-4662-abb5-f3e15a8f04ee',
      ],
    ]);
    expectSteps(cases[0].steps, stepsFor(expected, 'main'));
    expectSteps(cases[1].steps, stepsFor(expected, 'sub-agent'));
    expect(cases[1].labels).toEqual({ model: 'claude-opus-5-5', agent: 'general-purpose' });
    expect(totals(cases)).toMatchObject({ steps: 9, errors: 1, tokensIn: 69_692, tokensOut: 416 });
    expect(leftOut.map(({ what, count }) => [what, count])).toEqual([
      ['bookkeeping lines (atis-latch, attachment, cost-state, last-prompt, …)', 23],
      ['bookkeeping lines (attachment)', 11],
    ]);
  });

  it('assign the lines of a fork to the session in which they were written', () => {
    const { cases, leftOut } = readPaths(`agents/${AGENT}/forks`);
    const original = expectedOf(AGENT, 'forks/', 0);
    expectSteps(caseOf(cases, '5dc16bca').steps, stepsFor(original, 'main'));
    expectSteps(
      caseOf(cases, '5dc16bca-e907-4dc9-872c-a8fe35a80243 agent').steps,
      stepsFor(original, 'sub-agent'),
    );
    expectSteps(caseOf(cases, '16429b74').steps, expectedOf(AGENT, 'forks/', 1).steps);
    expect(totals(cases)).toMatchObject({ steps: 13, errors: 1, tokensIn: 121_804 + 52_112, tokensOut: 618 });
    expect(leftOut.find(({ what }) => what.includes('fork'))).toMatchObject({ count: 21 });
  });

  it('assign the lines of a fork to their session whatever the names of the files', () => {
    const files = filesAt('traces/c03-claude-fork');
    const [[, fork], [, parent]] = Object.entries(files);
    for (const named of [files, { a: fork, b: parent }, { a: parent, b: fork }]) {
      const { cases } = readBothWays(named);
      expect(cases.map(({ id, steps }) => [id, steps.map(({ tool }) => tool)])).toEqual([
        ['p1', ['Read', 'say']],
        ['f1', ['Bash']],
      ]);
    }
  });

  it('trust a fork that states what it was copied from', () => {
    const line = (session: string, uuid: string, at: number, more = {}) => ({
      ...{ type: 'assistant', sessionId: session, uuid, timestamp: `2026-01-01T00:00:0${at}Z` },
      message: { id: `m${uuid}`, role: 'assistant', content: [{ type: 'text', text: uuid }] },
      ...more,
    });
    const log = (...values: readonly object[]) => values.map(value => JSON.stringify(value)).join('\n');
    const from = { forkedFrom: { sessionId: 'old', messageUuid: 'a' } };
    const { cases } = readBothWays({
      // The fork went on first, and the original after it.
      x: log(line('new', 'a', 1, from), line('new', 'c', 2)),
      y: log(line('old', 'a', 1), line('old', 'b', 3)),
    });
    expect(cases.map(({ id, steps }) => [id, steps.map(({ answer }) => answer)])).toEqual([
      ['old', ['a', 'b']],
      ['new', ['c']],
    ]);
  });

  it('mark an interrupted session, whose last call neither failed nor succeeded', () => {
    const { cases } = readPaths(`agents/${AGENT}/interrupted`);
    const [killed, stopped] = [caseOf(cases, '8b4e0fb7'), caseOf(cases, 'a62ddffd')];
    expectSteps(killed.steps, expectedOf(AGENT, 'interrupted/', 0).steps);
    expectSteps(stopped.steps, expectedOf(AGENT, 'interrupted/', 1).steps);
    expect([killed.end, stopped.end]).toEqual([null, 'interrupted']);
  });

  it('hold no step for the summary of a compaction', () => {
    const { cases } = readPaths(`agents/${AGENT}/compacted`);
    expect(cases.map(({ steps }) => steps.length)).toEqual([9, 2]);
    expect(totals(cases)).toMatchObject({ steps: 11, errors: 1 });
    const again = readPaths('traces/c06-claude-second-compact').cases;
    expect(again.map(({ steps }) => steps.map(({ tool }) => tool))).toEqual([['Bash', 'say', 'Bash']]);
  });

  it('count an answer that grows once, by its last usage', () => {
    const { cases } = readPaths('traces/c01-claude-streaming-partials');
    expect(totals(cases)).toMatchObject({ steps: 2, tokensIn: 1_130, tokensOut: 200 });
    expect(cases[0].steps[0]).toMatchObject({ tool: 'Bash', answer: 'I look', result: 'three' });
  });

  it('hold a sub-agent whose session gives its id', () => {
    const { cases } = readPaths('traces/c04-claude-subagent');
    expect(cases.map(({ id, parent, steps }) => [id, parent, steps.length])).toEqual([
      ['m1', null, 2],
      ['m1 agent-ab12', 'm1', 2],
    ]);
    expect(totals(cases)).toMatchObject({ steps: 4, tokensIn: 330, tokensOut: 25 });
  });

  it('keep the calls of an answer together though results come between', () => {
    const [{ steps }] = readPaths('traces/c05-claude-parallel-between').cases;
    expect(steps.map(({ tool, failed, result }) => [tool, failed, result])).toEqual([
      ['Read', false, 'A'],
      ['Read', true, 'no such file'],
      ['say', null, null],
    ]);
  });

  it('are recognised after any number of bookkeeping lines', () => {
    expect(readPaths('traces/c11-claude-many-summaries').cases).toHaveLength(1);
    const [[, bytes]] = Object.entries(filesAt('traces/c01-claude-streaming-partials'));
    for (const line of [
      { type: 'queue-operation', operation: 'enqueue', sessionId: 's1', timestamp: '2026-01-01T00:00:00Z' },
      { type: 'a-kind-of-tomorrow', sessionId: 's1' },
      { type: 'file-history-snapshot', messageId: 'm', snapshot: {} },
    ]) {
      const books = `${JSON.stringify(line)}\n`.repeat(3_000);
      const { cases, leftOut, found } = readBothWays({ s1: books + new TextDecoder().decode(bytes) });
      expect(found[0].format).toBe('Claude Code');
      expect(totals(cases)).toMatchObject({ steps: 2, tokensIn: 1_130, tokensOut: 200 });
      expect(leftOut).toEqual([{ file: 's1', what: `bookkeeping lines (${line.type})`, count: 3_000 }]);
    }
  });

  it('leave out the lists of prompts and sessions next to them', () => {
    const prompt = {
      display: 'go',
      pastedContents: {},
      timestamp: 1_767_225_600_000,
      project: '/w',
      sessionId: 's1',
    };
    const { cases, leftOut } = readBothWays({
      ...filesAt('traces/c01-claude-streaming-partials'),
      'history.jsonl': JSON.stringify(prompt),
      'sessions-index.json': JSON.stringify({ version: 1, entries: [], originalPath: '/w' }),
    });
    expect(cases).toHaveLength(1);
    expect(leftOut.map(({ file, what }) => [file, what])).toEqual([
      ['history.jsonl', 'bookkeeping lines (index)'],
      ['sessions-index.json', 'bookkeeping lines (index)'],
    ]);
  });

  it('distinguish the answers of a relay that gives all of them one id', () => {
    const base = (uuid: string, parentUuid: string | null, type: string) => ({
      ...{ uuid, parentUuid, type, sessionId: 's', timestamp: `2026-01-01T00:00:0${uuid.slice(1)}Z` },
    });
    const said = (uuid: string, parent: string, content: unknown, input: number) => ({
      ...base(uuid, parent, 'assistant'),
      message: {
        ...{ id: 'one', role: 'assistant', model: 'relay', content: [content] },
        usage: { input_tokens: input, output_tokens: 5 },
      },
    });
    const returned = (uuid: string, parent: string, tool_use_id: string) => ({
      ...base(uuid, parent, 'user'),
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id, content: 'ok' }] },
    });
    const call = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: { id } });
    const log = [
      { ...base('u0', null, 'user'), message: { role: 'user', content: 'go' } },
      said('u1', 'u0', call('t1'), 10),
      returned('u2', 'u1', 't1'),
      said('u3', 'u2', call('t2'), 20),
      returned('u4', 'u3', 't2'),
      said('u5', 'u4', { type: 'text', text: 'done' }, 30),
      { ...base('u6', 'u5', 'user'), message: { role: 'user', content: 'sure?' } },
      said('u7', 'u6', { type: 'text', text: 'sure' }, 30),
    ];
    const { cases } = readBothWays({ a: log.map(line => JSON.stringify(line)).join('\n') });
    expect(cases[0].steps.map(({ tool, tokensIn, tokensOut }) => [tool, tokensIn, tokensOut])).toEqual([
      ['Read', 10, 5],
      ['Read', 20, 5],
      ['say', 30, 5],
      ['say', 30, 5],
    ]);
  });

  it('take no message of the program as an answer', () => {
    const error = {
      ...{ type: 'assistant', sessionId: 's1', uuid: 'x', isApiErrorMessage: true },
      message: {
        ...{ id: 'e', role: 'assistant', model: '<synthetic>' },
        content: [{ type: 'text', text: 'API Error: 529' }],
      },
    };
    const [[name, bytes]] = Object.entries(filesAt('traces/c01-claude-streaming-partials'));
    const text = new TextDecoder().decode(bytes).trimEnd();
    const { cases, leftOut } = readBothWays({ [name]: `${text}\n${JSON.stringify(error)}` });
    expect(cases.map(({ labels, steps }) => [labels.model, steps.length])).toEqual([['claude-x', 2]]);
    expect(leftOut).toMatchObject([{ count: 1 }]);
  });

  it('are reported as broken where a line is cut', () => {
    const [[name, bytes]] = Object.entries(filesAt('traces/c03-claude-fork/p1.jsonl'));
    const { cases, skipped } = readFiles({ [name]: bytes.subarray(0, bytes.length - 40) });
    expect(cases.map(({ steps }) => steps.length)).toEqual([1]);
    expect(skipped).toMatchObject([{ line: 4, reason: expect.stringMatching(/^not JSON/) }]);
  });
});

describe('the output of claude -p', () => {
  it('is read as its session, with the tokens of its turns', () => {
    const expected = expectedOf(AGENT, 'print-stream-json.jsonl');
    const { cases, notes } = readPaths(`agents/${AGENT}/print-stream-json.jsonl`);
    expect(cases.map(({ parent }) => parent)).toEqual([null, cases[0].id]);
    expectSteps(cases[0].steps, stepsFor(expected, 'main'), false);
    expectSteps(cases[1].steps, stepsFor(expected, 'sub-agent'), false);
    expect(cases[0].steps.map(({ tokensIn }) => tokensIn)).toEqual(
      stepsFor(expected, 'main').map(step => step.tokens_in ?? null),
    );
    expect(totals([cases[0]])).toMatchObject({ tokensIn: 37_580, tokensOut: 315 });
    expect(totals(cases)).toMatchObject({ steps: 9, errors: 1, tokensIn: 69_692, tokensOut: 416 });
    expect(notes).toHaveLength(1);
  });

  it('is the same in lines and as a list', () => {
    const read = ['out.jsonl', 'claude-execution-output.json'].map(
      name => readPaths(`traces/c07-claude-stream-json/${name}`).cases,
    );
    expect(read[0]).toEqual(read[1]);
    expect(read[0][0].steps.map(({ tool, failed }) => [tool, failed])).toEqual([
      ['Bash', true],
      ['Edit', false],
      ['say', null],
    ]);
    expect(totals(read[0])).toMatchObject({ tokensIn: 2_059, tokensOut: 240 });
  });

  it('counts a turn once whose result was saved in two files', () => {
    const folder = join(import.meta.dirname, '../../../fixtures/cases/traces/c07-claude-stream-json');
    const names = ['out.jsonl', 'claude-execution-output.json'];
    const files = Object.fromEntries(names.map(name => [name, readFileSync(join(folder, name))]));
    const [one] = readFiles(files).cases;
    expect(totals([one])).toMatchObject({ steps: 3, tokensIn: 2059, tokensOut: 240 });
  });

  it('has several texts as one message, whose last one the result repeats; the total cost adds nothing', () => {
    const line = (more: object) => JSON.stringify({ session_id: 'P', parent_tool_use_id: null, ...more });
    const usage = { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 5 };
    const said = (uuid: string, block: object) =>
      line({ type: 'assistant', uuid, message: { id: 'm', role: 'assistant', content: [block], usage } });
    const result = (more: object) =>
      line({
        type: 'result',
        uuid: 'z',
        is_error: false,
        num_turns: 1,
        usage: { ...usage, output_tokens: 30 },
        ...more,
      });
    const init = line({ type: 'system', subtype: 'init', uuid: 'i', tools: [], mcp_servers: [] });
    const read = (...lines: readonly string[]) =>
      readFiles({ a: [init, ...lines].join('\n') }).cases[0].steps;
    const [first, last] = ['First part.', 'Second part.'].map(text => ({ type: 'text', text }));
    expect(
      read(said('a', first), said('b', last), result({ subtype: 'success', result: last.text })),
    ).toMatchObject([{ tool: 'say', answer: 'First part.\nSecond part.', tokensIn: 15, tokensOut: 30 }]);
    const calls = ['Read', 'Bash'].map(name => ({ type: 'tool_use', id: name, name, input: {} }));
    expect(
      read(said('a', calls[0]), said('b', calls[1]), result({ subtype: 'error_max_turns' })),
    ).toMatchObject([
      { tool: 'Read', tokensIn: 15, tokensCachedRead: 5 },
      { tool: 'Bash', tokensIn: null, tokensCachedRead: null, tokensOut: 30 },
    ]);
  });
});
