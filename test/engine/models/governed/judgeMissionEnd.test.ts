import { describe, expect, it } from 'vitest';
import { judgeMissionEnd } from '../../../../src/engine/models/governed/judgeMissionEnd.ts';

const PORT = { answers: ['7421', 'port seven'], sources: ['ports.md'] };
const NOTHING = { answers: [], sources: [] };

describe('a mission’s own final text', () => {
  it.each([
    ['an expected answer, whatever stands around it', 'It is 7421, says the file.', PORT, 'right'],
    ['another of them, in other letters', 'PORT  SEVEN.', PORT, 'right'],
    ['a longer number that begins the same', 'It is 74210.', PORT, 'wrong'],
    ['an expected document', 'See ports.md: all are listed.', PORT, 'right'],
    ['an admission that names the nearest document', 'Not found; nearest is ports.md.', PORT, 'abstained'],
    ['an answer next to an admission', '7421; I did not find out why.', PORT, 'right'],
    ['something else', 'It is 80.', PORT, 'wrong'],
    ['an admission where there is nothing to find', 'The documents do not say this.', NOTHING, 'abstained'],
    ['an admission with an apostrophe', 'I couldn’t find it.', NOTHING, 'abstained'],
    ['a claim where there is nothing to find', 'It is hunter2.', NOTHING, 'wrong'],
    ['a claim of which nobody has said what is right', 'It is 80.', null, 'unjudged'],
    ['an admission of the same', 'There is no such file.', null, 'abstained'],
    ['a word that only begins like an admission', 'The notable thing is there.', null, 'unjudged'],
  ] as const)('%s', (_, final, expected, ending) => {
    expect(judgeMissionEnd(final, expected)).toBe(ending);
  });
});
