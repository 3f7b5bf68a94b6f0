import { describe, expect, it } from 'vitest';
import { describeAnswerSource } from '../../../src/engine/oracle/describeAnswerSource.ts';
import { SOURCES } from '../../../src/engine/oracle/oracle.ts';

describe('who answered', () => {
  it('is a clause of its own for each that is no name of a server or runtime', () => {
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
    ]);
  });
});
