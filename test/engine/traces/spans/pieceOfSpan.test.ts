import { describe, expect, it, vi } from 'vitest';
import { parseMessages } from '../../../../src/engine/traces/spans/modelTurn.ts';
import { PromptHistories } from '../../../../src/engine/traces/spans/pieceOfSpan.ts';

const said = (text: string) => ({ role: 'user', content: `${text} ${'and so on '.repeat(60)}` });
const listOf = (...texts: readonly string[]) => JSON.stringify(texts.map(said));

describe('messages that models received', () => {
  it('are those of the whole list, whatever was read before', () => {
    const histories = new PromptHistories();
    const values: unknown[] = [
      listOf('a'),
      listOf('a', 'b'),
      listOf('a', 'b', 'c'),
      // Another conversation between, one that parts from the first, an older call that comes late.
      listOf('x', 'y'),
      listOf('a', 'z'),
      listOf('a', 'b', 'c', 'd'),
      listOf('a', 'b'),
      listOf('a', 'b', 'c', 'd', 'e'),
      JSON.stringify([said('a'), said('b')], null, 2),
      `${JSON.stringify([said('a'), said('b')], null, 2).slice(0, -2)} , ${JSON.stringify(said('f'))} ]\n`,
      listOf('a'),
    ];
    for (const value of values) expect(histories.messagesIn(value)).toEqual(parseMessages(value));
  });

  it('do not continue a text that only resembles a list', () => {
    const histories = new PromptHistories();
    const note = `[note] ${'no list '.repeat(80)}`;
    const long = `[${'1, '.repeat(300)}2`;
    for (const value of [
      ...[`${note}]`, `${note}, {"role": "user", "content": "b"}]`, `${long}]`, `${long}5]`],
      ...[`${long}, ]`, `${long}, {"role": "user", "content": "b"}]`, `${long}] ]`, '[]', '', null, 7],
      ...[[said('a')], { messages: [said('a')] }, listOf('a').slice(0, -3)],
    ])
      expect(histories.messagesIn(value)).toEqual(parseMessages(value));
  });

  it('are read once each where a conversation continues, also where several alternate', () => {
    const histories = new PromptHistories();
    const parse = vi.spyOn(JSON, 'parse');
    let [whole, read] = [0, 0];
    for (let turn = 1; turn <= 50; turn++)
      for (let one = 0; one < 12; one++) {
        const value = listOf(...Array.from({ length: turn }, (_, at) => `${one} ${at}`));
        whole += value.length;
        parse.mockClear();
        histories.messagesIn(value);
        read += parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
      }
    parse.mockRestore();
    expect(whole / read).toBeGreaterThan(20);
  });
});
