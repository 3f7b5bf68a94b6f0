import { describe, expect, it } from 'vitest';
import { describeAnswerSource } from '../../../src/engine/oracle/describeAnswerSource.ts';
import { SOURCES } from '../../../src/engine/oracle/oracle.ts';

describe('the oracle of an answer', () => {
  it('is named in a clause of its own if it is not a server or runtime', () => {
    expect([null, ...SOURCES].map(describeAnswerSource)).toEqual([
      'which nobody answered',
      'which the built-in policy answered',
      'which ollama answered',
      'which openai answered',
      'which had been answered before',
      'which the recording answered',
      'which the built-in policy answered, as the budget was spent',
      'to which no answer could be used',
      'which nobody answered',
      'which webllm answered',
      'which wllama answered',
      'which a change of the run answered',
      'which an oracle of another program answered',
    ]);
  });
});
