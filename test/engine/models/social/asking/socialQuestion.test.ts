import tokenizer from 'llama3-tokenizer-js';
import { describe, expect, it } from 'vitest';
import { OPTIONS } from '../../../../../src/engine/models/social/asking/policy.ts';
import { SocialQuestion } from '../../../../../src/engine/models/social/asking/socialQuestion.ts';
import { getPostText } from '../../../../../src/engine/models/social/posts/getPostText.ts';
import { Word } from '../../../../../src/engine/models/social/posts/posts.ts';
import { social as model } from '../../../../../src/engine/models/social/socialModel.ts';
import { buildPromptTemplate } from '../../../../../src/engine/oracle/formats/buildPromptTemplate.ts';
import { buildChoicePrompt } from '../../../../../src/engine/oracle/formats/choicePrompt.ts';
import type { Prompt } from '../../../../../src/engine/oracle/formats/prompt.ts';
import type { ChoiceQuestion, Question } from '../../../../../src/engine/oracle/oracle.ts';
import { open, playTo, Scripted, social } from '../../../play.ts';

const letters = (question: Question) => buildChoicePrompt(question as ChoiceQuestion, 'letter', false);

/** Tokens in a real vocabulary; a chat's frame around system and user text takes some ten more. */
const tokensOf = ({ system, user }: Prompt) =>
  tokenizer.encode(system, { bos: false, eos: false }).length +
  tokenizer.encode(user, { bos: false, eos: false }).length +
  10;

/** Questions of a small run, each with its prompt as it was when it was put. */
async function asked() {
  const run = await open({ network: 'small-world', agents: 40, parameters: { activity: 20, posting: 20 } });
  const prompts: Prompt[] = [];
  const oracle = new Scripted(question => {
    prompts.push(letters(question));
    return { kind: 'chosen', option: 1, source: 'ollama' };
  });
  await playTo(run, 20, oracle);
  const questions = oracle.asked.filter(q => q instanceof SocialQuestion);
  expect(questions.length).toBeGreaterThan(20);
  return { run, questions, prompts };
}

describe('the prompt', () => {
  it('has rules and options first, then profile, recent behaviour and the post as quoted data', async () => {
    const { run, questions, prompts } = await asked();
    const state = social(run);
    for (const [i, question] of questions.entries()) {
      const content = state.posts.word(question.post, Word.content);
      const { system, user } = prompts[i];
      for (const { meaning } of question.options) expect(system).toContain(`: ${meaning}\n`);
      expect(user).toMatch(/^Person: .*\nRecently: .*\nPost by .*: ".*"$/);
      expect(user.startsWith(`Person: ${state.nameOf(question.agent)}, a`)).toBe(true);
      expect(user.endsWith(JSON.stringify(getPostText(state.posts, content)))).toBe(true);
    }
  });

  it('lists what the agent did about the posts before', async () => {
    const { run, questions, prompts } = await asked();
    const { decisions } = social(run);
    const last = questions.length - 1;
    const { agent, tick } = questions[last];
    const before = decisions.of(agent, 50).rows.filter(row => decisions.tick.data[row] < tick);
    const words = before
      .slice(0, 5)
      .reverse()
      .map(row => OPTIONS[decisions.option.data[row]]);
    expect(prompts[last].user).toContain(`Recently: ${words.join(', ') || 'nothing yet'}.`);
  });

  it('can be rebuilt from the log, word for word', async () => {
    const { run, questions, prompts } = await asked();
    const state = social(run);
    for (let row = 0; row < state.decisions.count; row++) {
      const again = state.questionOf(row);
      const i = questions.findIndex(q => q.agent === again.agent && q.tick === again.tick);
      if (i >= 0) expect(letters(again)).toEqual(prompts[i]);
    }
  });

  it('is the template of the document, filled in', async () => {
    const { questions, prompts } = await asked();
    const own = buildPromptTemplate(model.prompt!, 'letter', false, false);
    const pattern = own.user.replace(/[.*+?^$()[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^\\n]*');
    const full = questions.findIndex(q => q.options.length === OPTIONS.length && q.rotation % 4 === 0);
    expect(prompts[full].system).toBe(own.system);
    expect(prompts[full].user).toMatch(new RegExp(`^${pattern}$`));
    expect(buildPromptTemplate(model.prompt!, 'json', true, true).user).toBe(
      'Person: {archetype}.\nPost about {topic}: {text}',
    );
  });

  it('names people without line breaks or invisible marks, and up to a length', async () => {
    const name = `Eve\u202e\u0007 ${'x'.repeat(500)}`;
    const run = await open(
      { network: 'file', parameters: { activity: 20, posting: 20, attention: 0 } },
      `"${name}" b 1\nb "${name}" 1\nc "${name}" 1\n`,
    );
    const state = social(await playTo(run, 200));
    const question = Array.from({ length: state.decisions.count }, (_, row) => state.questionOf(row)).find(
      q => q.agent === 0,
    )!;
    const { user } = letters(question);
    expect(user.split('\n')[0]).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(user.split('\n')[0].length).toBeLessThan(400);
  });

  it.each([false, true])(
    'takes at most 300 tokens in the letter form, with the longest post and the longest names, with moods: %s',
    async moods => {
      const { prompts } = await asked();
      const longest = Math.max(...prompts.map(tokensOf));
      expect(longest).toBeGreaterThan(120);
      expect(longest).toBeLessThanOrEqual(300);
      const run = await open(
        { network: 'file', parameters: { activity: 20, posting: 20, attention: 0, moods, engaged_ends: 0 } },
        ['Ünglaublich Länglicher', '測試名稱測試名稱測試名稱測試名稱測試名稱測試名稱']
          .map(name => `${name} ${'Xyzzy'.repeat(9)}`)
          .flatMap((name, i, all) => [`"${name}" "${all[1 - i]}" 1`, `"${name}" c 1`, `c "${name}" 1`])
          .join('\n'),
      );
      const state = social(await playTo(run, 200));
      for (const text of state.posts.texts.keys()) state.posts.texts.delete(text);
      for (let post = 0; post < state.posts.count; post++)
        state.posts.texts.set(
          post,
          'Plausible words of an ordinary English post, one after another; '.repeat(5).slice(0, 280),
        );
      const rows = Array.from({ length: state.decisions.count }, (_, row) => letters(state.questionOf(row)));
      expect(rows.length).toBeGreaterThan(5);
      expect(Math.max(...rows.map(tokensOf))).toBeLessThanOrEqual(300);
    },
  );
});
