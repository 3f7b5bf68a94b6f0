import { describe, expect, it } from 'vitest';
import { describeParting } from '../../../../src/ui/views/compare/describeParting.ts';

const CONTEXT = {
  chart: {
    name: 'social',
    states: ['idle', 'scrolling', 'evaluating'],
    initial: 'idle',
    transitions: [],
    words: { states: {}, triggers: { sees_post: { label: 'stops', description: '' } } },
  },
  nameOf: (id: string) => ({ agent_002: 'Dalia Fujita', agent_007: 'Noor Halonen' })[id] ?? id,
};

const parting = (
  what: 'is' | 'sees' | 'chooses' | 'does',
  a: string | null,
  b: string | null,
  only = '',
) => ({
  tick: 6,
  agent_id: 'agent_001',
  name: null,
  what,
  a,
  b,
  isOnly: { a: only.includes('a'), b: only.includes('b') },
});

describe('the reason why an agent diverges', () => {
  it.each([
    [parting('sees', 'reshare by agent_002, round 4', null, 'a'), 'no reshare by Dalia Fujita to stop at'],
    [
      parting('sees', 'original by agent_007, round 4', 'reply by agent_002, round 5'),
      'sees the reply by Dalia Fujita, not the post by Noor Halonen',
    ],
    [
      parting('sees', null, 'reply by agent_002, round 5', 'b'),
      'stops at a reply by Dalia Fujita, which A does not have',
    ],
    [parting('sees', 'reply by agent_002, round 5', null), 'does not see the reply by Dalia Fujita'],
    [parting('chooses', 'ignore', 'reshare'), 'reshare, not ignore'],
    [parting('chooses', 'ignore', null), 'is not asked; answers ignore in A'],
    [parting('is', 'idle', 'scrolling'), 'begins in scrolling, in A in idle'],
    [parting('does', null, 'sees_post → evaluating'), 'goes to evaluating (stops)'],
    [parting('does', 'sees_post → evaluating', null), 'does not go to evaluating (stops)'],
  ])('is given in words: %o', (one, words) => {
    expect(describeParting(one, CONTEXT)).toBe(words);
  });

  it('is given for two texts from the first different word on, without the marks of their form', () => {
    const [a, b] = ['paging', 'executing'].map(
      state => `<agent><next_state>${state}</next_state><thought>all is well</thought></agent>`,
    );
    expect(describeParting(parting('chooses', a, b), CONTEXT)).toBe(
      'executing all is well, not paging all is well',
    );
  });

  it('is given for two answers in JSON by the first different field', () => {
    const json = (action: string, tool?: string) => `\`\`\`json\n${JSON.stringify({ action, tool })}\n\`\`\``;
    expect(describeParting(parting('chooses', json('finish'), json('tool', 'search')), CONTEXT)).toBe(
      'tool, not finish',
    );
    expect(describeParting(parting('chooses', json('tool', 'read'), json('tool', 'search')), CONTEXT)).toBe(
      'search, not read',
    );
    expect(describeParting(parting('chooses', 'I would search', json('finish')), CONTEXT)).toContain(
      'not I would',
    );
  });
});
