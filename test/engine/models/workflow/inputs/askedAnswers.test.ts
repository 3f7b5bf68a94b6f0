import { describe, expect, it } from 'vitest';
import { compareAskedAnswers } from '../../../../../src/engine/models/workflow/inputs/askedAnswers.ts';
import { parsePromptTemplate } from '../../../../../src/engine/models/workflow/inputs/promptTemplate.ts';
import { readWorkflow } from '../../../../../src/engine/models/workflow/inputs/readWorkflow.ts';
import { exampleText, openAgents, playTicks, rowsOf, stateOf } from '../playing.ts';

const compared = (prompt: string, ...keys: readonly string[]) =>
  compareAskedAnswers([parsePromptTemplate(prompt)], keys);
const LIST = 'Respond with: continue, pivot, or ship';

describe('answers that a prompt asks for', () => {
  it('are the keys of the map, in their order, if it lists or mentions these', () => {
    const agreed = (...answers: readonly string[]) => ({ answers, strangers: [], missing: [] });
    expect(compared(LIST, 'ship', 'continue', 'pivot')).toEqual(agreed('ship', 'continue', 'pivot'));
    expect(compared('Say "again", or "elsewhere".', 'again', 'elsewhere')).toEqual(
      agreed('again', 'elsewhere'),
    );
    expect(compared('A) GO ON', 'go on')).toEqual(agreed('go on'));
  });

  it('are the keys if it neither lists nor mentions any, whatever form it asks for', () => {
    for (const prompt of ['Was nun?', 'Answer with: one word, no sentence', 'Reply with a number or a word.'])
      expect(compared(prompt, 'weiter', 'halt')).toEqual({
        answers: ['weiter', 'halt'],
        strangers: [],
        missing: [],
      });
  });

  it('are those that it lists where the map has another key, which is the one that is probably meant', () => {
    expect(compared(LIST, 'contineu', 'pivot', 'ship')).toEqual({
      answers: ['pivot', 'ship', 'continue'],
      strangers: [{ key: 'contineu', meant: 'continue' }],
      missing: [],
    });
    expect(compared(LIST, 'go', 'pivot', 'ship').strangers).toEqual([{ key: 'go', meant: 'continue' }]);
  });

  it('are those that it lists where the map lacks one, or has one more', () => {
    expect(compared(LIST, 'continue', 'pivot')).toEqual({
      answers: ['continue', 'pivot', 'ship'],
      strangers: [],
      missing: ['ship'],
    });
    expect(compared(LIST, 'continue', 'pivot', 'ship', 'rest')).toEqual({
      answers: ['continue', 'pivot', 'ship'],
      strangers: [{ key: 'rest', meant: null }],
      missing: [],
    });
  });

  it('are found in any of the prompts, and none of them is a part of a word or a variable', () => {
    const { strangers } = compareAskedAnswers(
      [parsePromptTemplate('Choose: stay, or {go}; going is dear.'), parsePromptTemplate('Or rest.')],
      ['stay', 'go', 'rest'],
    );
    expect(strangers).toEqual([{ key: 'go', meant: null }]);
  });
});

describe('a transition map with a wrong key', () => {
  const wrong = exampleText('completed').replace('continue: "impl', 'contineu: "impl');
  const lacking = exampleText('completed').replace(/ +continue: "implementing"\n/, '');
  const warningsOf = (text: string) =>
    readWorkflow(text).problems.map(({ severity, message, meant, ...place }) => ({
      said: `${severity} ${place.line}:${place.column} ${message}`,
      meant,
    }));
  const line = 1 + wrong.split('\n').findIndex(one => one.includes('contineu'));

  it('is a warning at the key, with the answer that is probably meant', () => {
    expect(warningsOf(wrong)).toEqual([
      {
        said: `warning ${line}:9 the prompt of “strategic_reflect” asks for “continue” and does not mention the key “contineu”`,
        meant: 'continue',
      },
    ]);
  });

  it('is a warning at an answer of the prompt that the map lacks, and none in the examples', () => {
    expect(warningsOf(lacking)).toEqual([
      {
        said: `warning ${line - 2}:23 the prompt of “strategic_reflect” asks for “continue”, which is not a key of this map: that answer fails the step`,
        meant: null,
      },
    ]);
    for (const name of ['completed', 'careful', 'pivoting', 'careless'] as const)
      expect(warningsOf(exampleText(name))).toEqual([]);
  });

  it.each([
    ['a misspelled key', wrong],
    ['a missing one', lacking],
  ])('shows in the run: the policy answers as it is asked, and the step fails with %s', async (_, text) => {
    const run = await playTicks(await openAgents({ text, setup: { agents: 6 } }), 60);
    const rows = [...stateOf(run).ledger.rows].filter(
      ({ source, target, failure }) => source && (target !== null || failure === 'unmapped'),
    );
    const unmapped = rows.filter(({ failure }) => failure === 'unmapped');
    expect(unmapped.length).toBeGreaterThan(5);
    expect(unmapped.every(({ answer }) => answer?.includes('continue'))).toBe(true);
    expect(rows.some(({ key }) => key === 'contineu')).toBe(false);
    expect(rowsOf(run).length).toBeGreaterThan(0);
  });
});
