import type { Tick } from '../../../core/indices.ts';
import type { ModelDetail } from '../../../model/agentDetail.ts';
import type { DecisionForm, Source } from '../../../oracle/oracle.ts';
import type { PostKind } from '../cascade/postKinds.ts';
import type { Mood } from '../people/moodNames.ts';
import type { FeedOrder } from '../socialChoices.ts';

/** One of the agent's own posts. */
export interface PostLine {
  readonly post: number;
  readonly id: string;
  readonly author: number;
  readonly authorName: string;
  readonly kind: PostKind;
  readonly root: number;
  readonly tick: Tick;
  readonly topic: string;
  readonly text: string;
  readonly likes: number;
}

/** A copy that waits in a feed. */
interface FeedLine {
  readonly post: PostLine;
  /** An agent stops at the post that it looks at if this is high enough, whatever the feed is ordered by. */
  readonly interest: number;
  /** Number of people who have passed it on to the agent. */
  readonly copies: number;
}

/** The policy's sum for one question: interest = (affinity + freshness + tie + attention) · quality. */
export interface PolicyTerms {
  /** Weighted terms; their sum times `quality` is `interest`. */
  readonly affinity: number;
  readonly freshness: number;
  readonly tie: number;
  readonly attention: number;
  readonly quality: number;
  readonly interest: number;
  /** The agent notices a post whose interest reaches this. */
  readonly threshold: number;
  /** Factors on the probabilities, 0 to 1 each. */
  readonly fatigue: number;
  readonly depthDecay: number;
  readonly ageDecay: number;
  /** Factor of the agent's mood; 1 in the flat chart. */
  readonly momentum: number;
}

/** One question that the agent put to the oracle, and its outcome. */
export interface QuestionLine {
  readonly tick: Tick;
  readonly post: PostLine;
  /** Options that were legal then. */
  readonly options: readonly string[];
  /** One per option, sum 1; null when the oracle gave none. */
  readonly probabilities: readonly number[] | null;
  /** Archetype mode: the model's probabilities for the whole kind, one per option. */
  readonly shared: readonly number[] | null;
  /** The policy's probabilities for the same options. */
  readonly policy: readonly number[];
  readonly chosen: string;
  readonly source: Source;
  readonly terms: PolicyTerms;
  /** Its mood then; null in the flat chart. */
  readonly mood: Mood | null;
  /** The prompt as it was sent, or as a language model would get it; null if it cannot be rebuilt. */
  readonly prompt: string | null;
  /** A model's answer; null if none was asked. */
  readonly answer: ModelAnswer | null;
}

/** A model's answer with its measurements; null if unknown. */
export interface ModelAnswer {
  readonly model: string | null;
  readonly promptVersion: number | null;
  readonly form: DecisionForm | null;
  readonly raw: string | null;
  /** Reason for a fallback. */
  readonly reason: string | null;
  readonly text: string | null;
  /** Share of the model's probability that was on the letters; the rest was dropped. */
  readonly mass: number | null;
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly milliseconds: number | null;
  readonly tries: number | null;
}

/** The social part of the inspector. */
export interface SocialDetail extends ModelDetail {
  readonly kind: 'social';
  readonly name: string;
  readonly bio: string;
  readonly archetype: string;
  readonly followers: number;
  readonly following: number;
  /** All topics with weights 0 to 1, greatest first. */
  readonly interests: readonly { readonly topic: string; readonly weight: number }[];
  readonly sessionUsed: number;
  readonly sessionLength: number;
  /** Its mood, and the factor on the chances of a like, reply and reshare; null in the flat chart. */
  readonly mood: { readonly name: Mood; readonly momentum: number } | null;
  /** Newest first; at most 20. */
  readonly questions: readonly QuestionLine[];
  readonly questionCount: number;
  /** The agent's own posts, newest first; at most 50. */
  readonly posts: readonly PostLine[];
  /** Its next posts in the order of its feed; at most 8. Trending posts may come before. */
  readonly feed: readonly FeedLine[];
  readonly feedCount: number;
  readonly feedOrder: FeedOrder;
}
