import { describe, expect, it } from 'vitest';
import {
  buildLetterPrompt,
  computeLetterOrder,
  readLetterProbabilities,
} from '../../../../src/engine/oracle/formats/letter.ts';
import { cpuTime } from '../../../cpuTime.ts';
import { OPTIONS, question } from '../../answerFormats/question.ts';

const inOrder = [0, 1, 2, 3];
const read = (tokens: readonly (readonly [string, number])[], order = inOrder) =>
  readLetterProbabilities(
    OPTIONS,
    order,
    tokens.map(([token, logprob]) => ({ token, logprob })),
  );

describe('letters', () => {
  it('name the options in one of four rotations', () => {
    const orders = [0, 1, 2, 3, 4].map(rotation => computeLetterOrder(question({ rotation })));
    expect(orders).toEqual([
      [0, 1, 2, 3],
      [1, 2, 3, 0],
      [2, 3, 0, 1],
      [3, 0, 1, 2],
      [0, 1, 2, 3],
    ]);
    const three = [0, 1, 2, 3].map(rotation =>
      computeLetterOrder(question({ rotation, options: OPTIONS.slice(0, 3) })),
    );
    expect(three).toEqual([
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
      [0, 1, 2],
    ]);
  });

  it('stand before what they mean, after the rules and before all that changes', () => {
    expect(buildLetterPrompt(question({ rotation: 1 }))).toEqual({
      system: 'You decide.\nA: like it\nB: reply to it\nC: reshare it\nD: ignore it\nAnswer with one letter.',
      user: 'Person: one.\nPost: "two"',
    });
  });
});

describe('log-probabilities of letters', () => {
  it('become probabilities in the order of the options', () => {
    const answer = read(
      [
        ['A', Math.log(0.5)],
        ['B', Math.log(0.25)],
        ['D', Math.log(0.25)],
      ],
      [2, 3, 0, 1],
    );
    expect(answer).toMatchObject({ probabilities: [0, 0.25, 0.5, 0.25].map(p => expect.closeTo(p, 12)) });
  });

  it('are summed over the variants of a letter, and all others are left out', () => {
    const variants = [
      ['A', 0.1],
      [' A', 0.1],
      ['a', 0.1],
      ['▁A', 0.1],
      ['B.', 0.2],
      ['(C)', 0.1],
      ['D:', 0.1],
    ] as const;
    const other = [
      ['E', 0.05],
      ['The', 0.05],
      ['AB', 0.05],
      ['', 0.05],
    ] as const;
    const answer = read([...variants, ...other].map(([token, p]) => [token, Math.log(p)] as const));
    expect(answer).toMatchObject({ mass: expect.closeTo(0.8, 12) });
    expect(answer).toMatchObject({
      probabilities: [0.5, 0.25, 0.125, 0.125].map(p => expect.closeTo(p, 12)),
    });
  });

  it('leave long tokens out at once', () => {
    const long = [
      [`x${' '.repeat(250_000)}x`, -1],
      ['A', -1],
    ] as const;
    const left = () => expect(read(long)).toMatchObject({ probabilities: [1, 0, 0, 0] });
    expect(cpuTime(left)).toBeLessThan(2000);
  });

  it('keep their proportions however small they are', () => {
    expect(
      read([
        ['A', -80],
        ['B', -80],
      ]),
    ).toMatchObject({ probabilities: [0.5, 0.5, 0, 0] });
    expect(
      read([
        ['A', 0],
        ['B', -1e300],
      ]),
    ).toMatchObject({ probabilities: [1, 0, 0, 0] });
  });

  it('agree with e to the x in all digits that count', () => {
    for (let x = 0; x > -40; x -= 0.37) {
      const answer = read([
        ['A', x],
        ['B', -20],
      ]);
      const share = Math.exp(x) / (Math.exp(x) + Math.exp(-20));
      expect('probabilities' in answer && answer.probabilities[0]).toBeCloseTo(share, 12);
    }
  });

  it.each<[string, readonly (readonly [string, number])[], string]>([
    [
      'NaN',
      [
        ['A', Number.NaN],
        ['B', -1],
      ],
      'not a number',
    ],
    [
      'null',
      [
        ['A', null as never],
        ['B', -1],
      ],
      'not a number',
    ],
    [
      'text',
      [
        ['A', '-1' as never],
        ['B', -1],
      ],
      'not a number',
    ],
    [
      'positive',
      [
        ['A', 0.5],
        ['B', -1],
      ],
      'positive',
    ],
    ['infinite', [['A', Number.POSITIVE_INFINITY]], 'positive'],
    [
      'without mass',
      [
        ['A', Number.NEGATIVE_INFINITY],
        ['B', -1e9],
      ],
      'no probability on any letter',
    ],
    ['about no letter', [['the', -0.1]], 'no probability on any letter'],
    ['none', [], 'no probability on any letter'],
    [
      'more than certain',
      [
        ['A', 0],
        ['B', 0],
      ],
      'sum to more than 1',
    ],
  ])('that are %s cannot be used, and the reason is given', (_, tokens, reason) => {
    expect(read(tokens)).toEqual({ reason: expect.stringContaining(reason) });
  });
});
