import { expect, it } from 'vitest';
import { act, agentOf, doing, move, play } from '../reading.ts';

const GREEN = 'The wax on the letter is green.';
const keep = (tag: string, value = `Alice finds a sealed letter in the attic. ${GREEN}`) =>
  act('working_memory_add', tag, value);
const answered = act('working_memory_add', 'answer_q1', 'I forgot.');
const factAfter = async (...answers: readonly string[]) => {
  const { run } = await play(answers, { parameters: { paging_limit: 40, hard_limit: 400 } });
  return agentOf(run).asked[0].fact;
};

it('a fact lies in working memory where its sentence was kept', async () => {
  expect(await factAfter(...doing(keep('a'), keep('b', 'x'), answered))).toEqual({
    passage: 1,
    sentence: GREEN,
    place: 'working',
    span: 0,
  });
});

it('a fact lies in storage once its entry has been moved there', async () => {
  const big = keep('b', 'y'.repeat(160));
  const fact = await factAfter(...doing(keep('a'), big), move('a'), ...doing(answered));
  expect(fact).toMatchObject({ place: 'storage', passage: 1 });
});

it('a fact lies nowhere where only something else was kept, or the answer itself', async () => {
  const fact = await factAfter(...doing(keep('a', 'A letter.'), keep('answer_q9', GREEN), answered));
  expect(fact).toEqual({ passage: 1, sentence: GREEN, place: null, span: null });
});

it.each([
  [true, 'Bob painted the doors red.'],
  [false, 'The door is red.'],
])(
  'a fact is the sentence with most of the question’s words, with usual wordings %s',
  async (usual_wordings, sentence) => {
    const source = {
      'a.md': 'The door is red.\nBob painted the doors red.\nQ: What paint has the door of Bob?\nA: red',
    };
    const parameters = { usual_wordings, paging_limit: 4000 };
    const { run } = await play(doing(keep('a'), answered), { source, parameters });
    expect(agentOf(run).asked[0].fact?.sentence).toBe(sentence);
  },
);
