import { describe, expect, it } from 'vitest';
import { computeProbabilities } from '../../../../src/engine/models/social/asking/policy.ts';
import type { SocialQuestion } from '../../../../src/engine/models/social/asking/socialQuestion.ts';
import { ARCHETYPES } from '../../../../src/engine/models/social/people/archetypes.ts';
import { Word } from '../../../../src/engine/models/social/posts/posts.ts';
import type { SocialModelState } from '../../../../src/engine/models/social/socialModel.ts';
import {
  adaptGroupProbabilities,
  createTypicalFeatures,
} from '../../../../src/engine/models/social/socialState.ts';
import { buildChoicePrompt } from '../../../../src/engine/oracle/formats/choicePrompt.ts';
import { open, playTo, social } from '../../play.ts';

const state = social(await playTo(await open({ network: 'congress' }), 60));
const questions = Array.from({ length: state.decisions.count }, (_, row) => state.questionOf(row));

/** The policy's answer, in place of a model's, for an archetype before a post. */
function sharedBy(state: SocialModelState, q: SocialQuestion) {
  const features = state.features(q);
  const { like, reply, reshare } = ARCHETYPES[state.society.archetype[q.agent]];
  return computeProbabilities(
    {
      ...createTypicalFeatures(features, state.parameters),
      like,
      reply,
      reshare,
      mayReshare: !features.isReply,
    },
    state.parameters,
  );
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const variation = (a: readonly number[], b: readonly number[]) =>
  sumOf(b.map((p, i) => Math.abs(p - (a[i] ?? 0)))) / 2;

describe('the question of a kind', () => {
  it('is the same for all of an archetype before one content, whichever agent passed it on', () => {
    const prompts = new Map<string, string>();
    const copies = new Map<string, Set<number>>();
    for (const q of questions) {
      const key = `${state.archetypeOf(q.agent, q.tick)} ${state.posts.word(q.post, Word.content)}`;
      const prompt = JSON.stringify(buildChoicePrompt(q.kin.question, 'letter', false));
      expect(prompts.get(key) ?? prompt).toBe(prompt);
      prompts.set(key, prompt);
      copies.set(key, (copies.get(key) ?? new Set()).add(q.post));
    }
    expect(questions.length / prompts.size).toBeGreaterThan(4);
    expect([...copies.values()].some(posts => posts.size > 1)).toBe(true);
  });

  it('stands in all four rotations of the letters', () => {
    const rotations = questions.map(q => q.kin.question.rotation % 4);
    for (const rotation of [0, 1, 2, 3])
      expect(rotations.filter(r => r === rotation).length / rotations.length).toBeGreaterThan(0.15);
  });
});

describe('an agent’s own version of its kind’s probabilities', () => {
  it('sums to 1 over its own options', () => {
    for (const q of questions) {
      const shared = q.kin.question.options.map((_, i) => [0.4, 0.3, 0.2, 0.1][i]);
      const adapted = q.kin.adapt(shared);
      expect(adapted.length).toBe(q.options.length);
      expect(sumOf(adapted)).toBeCloseTo(1, 12);
      expect(Math.min(...adapted)).toBeGreaterThanOrEqual(0);
    }
  });

  it('never makes an agent do what its kind never does', () => {
    for (const q of questions) {
      const never = q.kin.question.options.map((_, i) => (i === 0 ? 1 : 0));
      expect(q.kin.adapt(never)).toEqual(q.options.map((_, i) => (i === 0 ? 1 : 0)));
    }
  });

  it('falls with age, distance from the root and tiredness, and rises with the tie and the mood', () => {
    const features = {
      ...state.features(questions.find(q => q.mayReshare)!),
      sessionLength: 10,
      sessionUsed: 2,
    };
    const acting = (part: Partial<typeof features>) =>
      1 -
      adaptGroupProbabilities(
        [0.94, 0.02, 0.02, 0.02],
        { ...features, affinity: 0.9, ...part },
        state.parameters,
      )[0];
    expect(acting({ age: 60 })).toBeLessThan(acting({ age: 1 }));
    expect(acting({ depth: 4 })).toBeLessThan(acting({ depth: 0 }));
    expect(acting({ sessionUsed: 9 })).toBeLessThan(acting({ sessionUsed: 1 }));
    expect(acting({ tie: 0 })).toBeLessThan(acting({ tie: 1 }));
    expect(acting({ momentum: 0.3 })).toBeCloseTo(acting({}) * 0.3, 12);
    expect(acting({ momentum: 1.8 })).toBeCloseTo(acting({}) * 1.8, 12);
  });

  it('comes near to each agent’s own answer, on average and one by one', () => {
    let adaptedError = 0;
    let sharedError = 0;
    const own = [0, 0, 0, 0];
    const adapted = [0, 0, 0, 0];
    for (const q of questions) {
      const truth = computeProbabilities(state.features(q), state.parameters);
      const shared = sharedBy(state, q);
      const mine = q.kin.adapt(shared.slice(0, q.kin.question.options.length));
      adaptedError += variation(mine, truth) / questions.length;
      sharedError += variation(shared, truth) / questions.length;
      for (const i of own.keys()) {
        own[i] += truth[i] / questions.length;
        adapted[i] += (mine[i] ?? 0) / questions.length;
      }
    }
    expect(adaptedError).toBeLessThan(sharedError / 2);
    for (const i of own.keys()) expect(Math.abs(own[i] - adapted[i])).toBeLessThan(0.02);
  });
});
