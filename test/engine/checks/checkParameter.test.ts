import { expect, it } from 'vitest';
import { checkParameter } from '../../../src/engine/checks/checkParameter.ts';
import { getAgentModelEntry } from '../../../src/engine/models/index.ts';

const social = await getAgentModelEntry('social').spec();

it.each([
  ['moods', 'true', 'moods must be true or false, not the text "true"'],
  ['moods', 'yes', 'moods must be true or false, not yes'],
  ['resharing', '0.5', 'not the text "0.5"'],
  ['resharing', '', 'not nothing'],
  ['resharing', -1, 'not -1'],
] as const)(
  'says of a value that it is a text where its words would be right: %s=%s',
  (name, value, words) => {
    expect(() => checkParameter(social, name, value)).toThrow(words);
  },
);
