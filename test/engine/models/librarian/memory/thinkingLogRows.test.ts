import { describe, expect, it } from 'vitest';
import {
  formatLogKey,
  ThinkingLog,
} from '../../../../../src/engine/models/librarian/memory/thinkingLogRows.ts';
import { ask, openReaders, play, playOut, Script, think } from '../reading.ts';

describe('the thinking log', () => {
  it('drops the oldest entries where there are more than it keeps', () => {
    const log = new ThinkingLog(3);
    for (const text of ['a', 'b', 'c', 'd', 'e']) log.add(text);
    expect(log.entries).toEqual(['c', 'd', 'e']);
  });

  it('keeps the last of the given entries, and none where it is off', () => {
    expect(new ThinkingLog(2, ['a', 'b', 'c']).entries).toEqual(['b', 'c']);
    expect(new ThinkingLog(0, ['a']).entries).toEqual([]);
  });

  it('has keys of three digits, more where three are too few', () => {
    expect([1, 10, 999, 1000].map(number => formatLogKey('thinking_log_', number))).toEqual([
      'thinking_log_001',
      'thinking_log_010',
      'thinking_log_999',
      'thinking_log_1000',
    ]);
  });

  const thoughts = ['first', 'second', 'third', 'fourth'].map(text => think('thinking', text));

  it('calls the oldest kept entry 001, in prompt, dump and file', async () => {
    const { run, script } = await play([...thoughts, think()], { parameters: { log_entries: 2 } });
    expect(script.prompts.at(-1)).toContain('## Thinking log\n- third\n- fourth\n');
    expect(ask(run, 'memoryAt', { agent: 0, tick: 4 }).thinkingLog).toEqual([
      { key: 'thinking_log_001', text: 'third' },
      { key: 'thinking_log_002', text: 'fourth' },
    ]);
    expect(ask(run, 'memoryAt', { agent: 0, tick: 1 }).thinkingLog).toEqual([
      { key: 'thinking_log_001', text: 'first' },
    ]);
    const { text } = ask(run, 'memoryFile', { agent: 0, tick: null });
    expect(JSON.parse(text)).toMatchObject({ thinking_log_001: 'third', thinking_log_002: 'fourth' });
  });

  it('is kept under the prefix of the configuration', async () => {
    const config = { thinking_log: { key_prefix: 'thought-' } };
    const run = await openReaders({ config, memory: { 'thought-001': 'before' } });
    await playOut(run, new Script(...thoughts), 1);
    expect(JSON.parse(ask(run, 'memoryFile', { agent: 0, tick: null }).text)).toMatchObject({
      'thought-001': 'before',
      'thought-002': 'first',
    });
  });

  it('is absent from the prompt where it is off, and nothing is written', async () => {
    const { run, script } = await play([...thoughts, think()], {
      parameters: { thinking_log: false },
      memory: { thinking_log_001: 'before' },
    });
    for (const prompt of script.prompts) expect(prompt).not.toContain('Thinking log');
    expect(ask(run, 'memoryFile', { agent: 0, tick: null }).text).not.toContain('thinking_log_');
  });

  it('has one line for each thought', async () => {
    const { script } = await play([think('thinking', ' two\n\nlines '), think()]);
    expect(script.prompts[1]).toContain('## Thinking log\n- two lines\n');
  });
});
