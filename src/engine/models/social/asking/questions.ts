import type { Tick } from '../../../core/indices.ts';
import type { Society } from '../people/society.ts';
import { getMoodFactor, type Whereabouts } from '../people/whereabouts.ts';
import { PostKindNumber, type Posts, Word } from '../posts/posts.ts';
import { SOCIAL_STATES } from '../socialChart.ts';
import type { SocialParameters } from '../socialParameters.ts';
import { AgentState } from '../transition.ts';
import type { Features } from './policy.ts';
import type { Decisions } from './socialDecisions.ts';
import { SocialQuestion, type SocialQuestionWords } from './socialQuestion.ts';

const EVALUATING = SOCIAL_STATES.indexOf(AgentState.EVALUATING);

/** Sources of questions; `SocialState` has them. */
interface SocialQuestionSources {
  readonly society: Society;
  readonly posts: Posts;
  readonly decisions: Decisions;
}

/** The questions of a run: those of the next tick, and those that were put before. */
export class Questions {
  readonly #of: SocialQuestionSources;
  readonly #words: SocialQuestionWords;

  constructor(sources: SocialQuestionSources, words: SocialQuestionWords) {
    this.#of = sources;
    this.#words = words;
  }

  /** One from each agent that evaluates a post, and is not taken away. */
  at(tick: Tick, where: Whereabouts): readonly SocialQuestion[] {
    const { society, posts } = this.#of;
    const { state } = society.population;
    const questions: SocialQuestion[] = [];
    for (let agent = 0; agent < state.length; agent++) {
      if (where.place(state[agent]) !== EVALUATING || society.gone.has(agent)) continue;
      const post = society.focusPost[agent];
      const content = posts.word(post, Word.content);
      const length = society.sessionLength[agent];
      questions.push(
        new SocialQuestion(
          agent,
          tick,
          post,
          society.focusTie[agent],
          posts.word(content, Word.social2) + 4 * (society.focusCopies[agent] - 1),
          length - society.sessionLeft[agent],
          length,
          this.#mayReshare(agent, post, content),
          where.mood(state[agent]),
          this.#words,
        ),
      );
    }
    return questions;
  }

  /** The decision of a row as a question again. */
  of(row: number): SocialQuestion {
    const { decisions: d, posts } = this.#of;
    const agent = d.agent.data[row];
    const post = d.post.data[row];
    return new SocialQuestion(
      agent,
      d.tick.data[row],
      post,
      d.tie.data[row],
      d.social2.data[row],
      d.sessionUsed.data[row],
      d.sessionLength.data[row],
      this.#mayReshare(agent, post, posts.word(post, Word.content)),
      d.mood.data[row],
      this.#words,
    );
  }

  /** True if an agent may reshare a post: neither replies nor its own posts can be reshared. */
  #mayReshare(agent: number, post: number, content: number): boolean {
    const { posts } = this.#of;
    return (
      posts.word(content, Word.kind) !== PostKindNumber.reply &&
      posts.word(posts.word(post, Word.root), Word.author) !== agent
    );
  }
}

/** The policy's inputs for a question. */
export function computeFeatures(
  { society, posts }: Pick<SocialQuestionSources, 'society' | 'posts'>,
  q: SocialQuestion,
  parameters: SocialParameters,
): Features {
  const { agent, post } = q;
  const root = posts.word(post, Word.root);
  const content = posts.word(post, Word.content);
  const traits = society.traitsAt(agent, q.tick);
  return {
    affinity: society.affinity(agent, posts.word(post, Word.topic)),
    age: q.tick - posts.word(post, Word.tick),
    tie: q.tie / 0xffff,
    social2: q.social2,
    quality: posts.quality.data[post],
    rootAge: q.tick - posts.word(root, Word.tick),
    lifetime: posts.lifetime.data[post],
    pace: posts.pace.data[post],
    depth: posts.word(post, Word.depth),
    isReply: posts.word(content, Word.kind) === PostKindNumber.reply,
    mayReshare: q.mayReshare,
    sessionUsed: q.sessionUsed,
    sessionLength: q.sessionLength,
    engagementThreshold: traits.engagementThreshold,
    like: traits.like,
    reply: traits.reply,
    reshare: traits.reshare,
    momentum: getMoodFactor(q.mood, parameters),
  };
}
