import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import type { ChoiceOption, ChoiceQuestion, KinQuestion } from '../../../oracle/oracle.ts';
import type { RunConfig } from '../../../setup/config.ts';
import { ARCHETYPES } from '../people/archetypes.ts';
import { createProfileBio } from '../people/createProfileBio.ts';
import { TOPICS, type Topic } from '../posts/composePostText.ts';
import { getVisiblePostText } from '../posts/getPostText.ts';
import { type Posts, Word } from '../posts/posts.ts';
import { OPTIONS } from './policy.ts';
import type { Decisions } from './socialDecisions.ts';
import {
  KINDS_RULES,
  KINDS_SITUATION,
  MOOD_SITUATION,
  SITUATION,
  SOCIAL_INSTRUCTIONS,
} from './socialInstructions.ts';

/** Source of a prompt's content; `SocialState` is one. */
interface PromptSource {
  readonly config: Pick<RunConfig, 'seed' | 'tickSeconds'>;
  readonly posts: Posts;
  readonly decisions: Decisions;
  archetypeOf(agent: number, tick: number): string;
  /** The agent's favourite topics. */
  topTopics(agent: number): readonly Topic[];
  nameOf(agent: number): string;
  readonly hasMoods: boolean;
}

/** Decisions that count as recent behaviour. */
const RECENT = 5;
/** Longest name, in UTF-16 units and in bytes: a user's own node names can be of any length. */
const MAX_PROFILE_NAME_LENGTH = 40;

/** Archetypes as described to the model. */
const CHARACTERS: Readonly<Record<string, string>> = {
  lurker: 'a lurker, who reads much and hardly ever reacts',
  casual: 'a casual user, who looks in after work and likes what is pleasant',
  enthusiast: 'an enthusiast, who likes much and often says so',
  debater: 'a debater, who answers rather than likes',
  amplifier: 'an amplifier, who passes on what deserves it',
  creator: 'a creator, who writes much and reacts with care',
};

/** Moods as described to the model, in the order of MOODS. */
const MOODS_SAID = [
  'as usual',
  'in the swing, quicker to react than usual',
  'fed up with it all, hardly reacts',
] as const;

const fillPromptTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name]);

/** The situation of one agent: profile, recent behaviour, and the post as quoted data. */
export function describeAgentSituation(state: PromptSource, q: SocialQuestion): string {
  const { posts, config } = state;
  const author = posts.word(q.post, Word.author);
  const origin = posts.word(posts.word(q.post, Word.content), Word.author);
  const archetype = state.archetypeOf(q.agent, q.tick);
  const age = q.tick - posts.word(q.post, Word.tick);
  return fillPromptTemplate(state.hasMoods ? MOOD_SITUATION : SITUATION, {
    mood: MOODS_SAID[q.mood],
    name: getPromptAgentName(state, q.agent),
    archetype: CHARACTERS[archetype],
    bio: createProfileBio(config.seed, q.agent, archetype, state.topTopics(q.agent)),
    recent: describeRecentBehaviour(state, q),
    author:
      getPromptAgentName(state, author) +
      (author === origin ? '' : `, passing on ${getPromptAgentName(state, origin)}`),
    age: `${Math.round((age * config.tickSeconds) / 60)} minutes ago`,
    ...getPostPromptFields(state, q.post),
  });
}

/** The situation of a whole kind before a post; it is the same for every copy of one content. */
export function describeGroupSituation(state: PromptSource, archetype: number, post: number): string {
  return fillPromptTemplate(KINDS_SITUATION, {
    archetype: CHARACTERS[ARCHETYPES[archetype].name],
    ...getPostPromptFields(state, post),
  });
}

/** Description of a post in a prompt, the same for all agents. */
export const formatPromptPost = (state: PromptSource, post: number): string =>
  Object.values(getPostPromptFields(state, post)).join(': ');

const getPostPromptFields = ({ posts }: PromptSource, post: number) => ({
  topic: TOPICS[posts.word(post, Word.topic)],
  text: JSON.stringify(getVisiblePostText(posts, post)),
});

const getPromptAgentName = (state: PromptSource, agent: number): string =>
  cutToUtf8Bytes(cleanTextLine(state.nameOf(agent), MAX_PROFILE_NAME_LENGTH));

/**
 * A name cut to `MAX_PROFILE_NAME_LENGTH` bytes of UTF-8: tokens follow bytes, and some scripts take three per letter.
 */
function cutToUtf8Bytes(name: string): string {
  let bytes = 0;
  let cut = '';
  for (const letter of name) {
    const point = letter.codePointAt(0)!;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes > MAX_PROFILE_NAME_LENGTH) return `${cut}…`;
    cut += letter;
  }
  return cut;
}

/** Momentum in words: "ignore, ignore, like". */
function describeRecentBehaviour(state: PromptSource, q: SocialQuestion): string {
  const { decisions } = state;
  const recent: string[] = [];
  for (let row = decisions.count - 1; row >= 0 && recent.length < RECENT; row--) {
    const option = decisions.option.data[row];
    if (option >= OPTIONS.length || decisions.agent.data[row] !== q.agent) continue;
    if (decisions.tick.data[row] < q.tick) recent.unshift(OPTIONS[option]);
  }
  return recent.length === 0 ? 'nothing yet' : recent.join(', ');
}

/** Options in the order of `OPTIONS`. */
export const CHOICES: readonly ChoiceOption[] = [
  {
    action: 'ignore',
    synonyms: ['ignores', 'skip', 'scroll', 'scroll on', 'pass', 'none', 'nothing'],
    nextState: 'scrolling',
    meaning: 'ignore it and scroll on',
    writes: false,
  },
  {
    action: 'like',
    synonyms: ['likes', 'heart', 'upvote', 'favourite', 'favorite'],
    nextState: 'engaging_like',
    meaning: 'like it',
    writes: false,
  },
  {
    action: 'reply',
    synonyms: ['replies', 'comment', 'respond', 'answer'],
    nextState: 'composing',
    meaning: 'reply to it',
    writes: true,
  },
  {
    action: 'reshare',
    synonyms: ['reshares', 'share', 'repost', 'retweet', 'pass on', 'quote'],
    nextState: 'composing',
    meaning: 'reshare it with a comment',
    writes: true,
  },
];
const WITHOUT_RESHARE = CHOICES.slice(0, 3);

/** Builds the words of questions and of their kinds. */
export interface SocialQuestionWords {
  situation(question: SocialQuestion): string;
  kindSituation(archetype: number, post: number): string;
  /** An agent's archetype in a tick. */
  archetype(agent: number, tick: number): number;
  /** A copy's content in the words of the prompt. */
  shown(post: number): string;
  /** True if anybody may reshare the post. */
  reshareable(post: number): boolean;
  adapt(question: SocialQuestion, shared: readonly number[]): readonly number[];
}

/** Question of an agent in `evaluating`: what to do about the post in view. */
export class SocialQuestion implements ChoiceQuestion {
  readonly kind = 'choice';

  constructor(
    readonly agent: number,
    readonly tick: number,
    readonly post: number,
    /** 0 to 65,535. */
    readonly tie: number,
    readonly social2: number,
    readonly sessionUsed: number,
    readonly sessionLength: number,
    readonly mayReshare: boolean,
    /** Index into MOODS. */
    readonly mood: number,
    private readonly words: SocialQuestionWords,
  ) {}

  get options(): readonly ChoiceOption[] {
    return this.mayReshare ? CHOICES : WITHOUT_RESHARE;
  }

  get rules(): string {
    return SOCIAL_INSTRUCTIONS;
  }

  get situation(): string {
    return this.words.situation(this);
  }

  get rotation(): number {
    const { words, agent, tick, post } = this;
    return computeRotation(words.archetype(agent, tick), words.shown(post));
  }

  get kin(): KinQuestion {
    const { agent, tick, post, words } = this;
    const archetype = words.archetype(agent, tick);
    const question: ChoiceQuestion = {
      kind: 'choice',
      agent,
      tick,
      options: words.reshareable(post) ? CHOICES : WITHOUT_RESHARE,
      rules: KINDS_RULES,
      get situation() {
        return words.kindSituation(archetype, post);
      },
      rotation: this.rotation,
      kin: null,
    };
    return { question, adapt: shared => words.adapt(this, shared) };
  }
}

/**
 * A hash of (archetype, what the post says), so that posts with the same words are one question for a cache:
 * FNV-1a over the words, then the finaliser of MurmurHash3.
 */
function computeRotation(archetype: number, shown: string): number {
  let h = Math.imul(archetype + 1, 0x85ebca6b);
  for (let i = 0; i < shown.length; i++) h = Math.imul(h ^ shown.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
