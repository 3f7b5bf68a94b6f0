import { describe, expect, it } from 'vitest';
import { optionName } from '../../../../src/engine/models/social/decisions.ts';
import { Word } from '../../../../src/engine/models/social/posts.ts';
import { SocialQuestion } from '../../../../src/engine/models/social/question.ts';
import { textOf } from '../../../../src/engine/models/social/text.ts';
import { open, playTo, Scripted, social } from '../../play.ts';

/** Questions of a small run, each with its prompt as it was when it was put. */
async function asked() {
  const run = await open({ network: 'small-world', agents: 40, parameters: { activity: 20, posting: 20 } });
  const prompts: string[] = [];
  const oracle = new Scripted(question => {
    prompts.push(question.prompt);
    return { kind: 'chosen', option: 1, source: 'model' };
  });
  await playTo(run, 20, oracle);
  const questions = oracle.asked.filter(q => q instanceof SocialQuestion);
  expect(questions.length).toBeGreaterThan(20);
  return { run, questions, prompts };
}

describe('the prompt', () => {
  it('has the profile, recent behaviour, the post as quoted data and the options', async () => {
    const { run, questions, prompts } = await asked();
    const state = social(run);
    for (const [i, question] of questions.entries()) {
      const content = state.posts.word(question.post, Word.content);
      expect(prompts[i]).toContain(`Profile: ${state.nameOf(question.agent)}.`);
      expect(prompts[i]).toContain(JSON.stringify(textOf(state.posts, run.config.seed, content)));
      expect(prompts[i].endsWith(`Options: ${question.options.join(', ')}`)).toBe(true);
    }
  });

  it('tells what the agent did about the posts before', async () => {
    const { run, questions, prompts } = await asked();
    const { decisions } = social(run);
    const last = questions.length - 1;
    const { agent, tick } = questions[last];
    const before = decisions.of(agent, 50).rows.filter(row => decisions.tick.data[row] < tick);
    const words = before
      .slice(0, 5)
      .reverse()
      .map(row => optionName(decisions.option.data[row]));
    expect(prompts[last]).toContain(`Recently: ${words.join(', ') || 'nothing yet'}.`);
  });

  it('can be had again from the log, word for word', async () => {
    const { run, questions, prompts } = await asked();
    const state = social(run);
    for (let row = 0; row < state.decisions.count; row++) {
      const again = state.questionOf(row);
      const i = questions.findIndex(q => q.agent === again.agent && q.tick === again.tick);
      if (i >= 0) expect(again.prompt).toBe(prompts[i]);
    }
  });

  it('stays under 300 tokens, at three characters each', async () => {
    const { prompts } = await asked();
    expect(Math.max(...prompts.map(p => p.length))).toBeLessThan(900);
  });
});
