import type { ChoiceOption, ChoiceQuestion, KinQuestion } from '../../../oracle/oracle.ts';
import { KINDS_RULES, SOCIAL_INSTRUCTIONS } from './socialInstructions.ts';

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
