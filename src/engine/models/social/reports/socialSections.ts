import { formatAgentId, formatPostId } from '../../../core/indices.ts';
import { toMeasurementRecord } from '../../../export/measurement.ts';
import type { MeasurementRecord } from '../../../export/parts.ts';
import { getNodeAttributes } from '../../../network/groupNodesByColumn.ts';
import { SOURCES } from '../../../oracle/oracle.ts';
import { OPTIONS } from '../asking/policy.ts';
import { FALLBACK, LATE_OPTION, type SocialAnswer } from '../asking/socialDecisions.ts';
import { POST_KINDS } from '../cascade/postKinds.ts';
import { ARCHETYPES } from '../people/archetypes.ts';
import { TOPICS } from '../posts/composePostText.ts';
import { getPostText } from '../posts/getPostText.ts';
import { Word } from '../posts/posts.ts';
import type { SocialState } from '../socialState.ts';
import { buildQuestionLine } from './inspectPerson.ts';
import type { CascadeRecord, DecisionRecord, PostRecord, SocialAttributes } from './socialDocumentSchema.ts';

/** A value to six decimals, to keep documents small. */
const roundSocialValue = (value: number): number => Math.round(value * 1e6) / 1e6;

/** An agent's drawn attributes. */
export function getSocialAttributes(state: SocialState, agent: number): SocialAttributes {
  const { society, inputs } = state;
  return {
    name: state.nameOf(agent),
    label: inputs.network.labels?.[agent] ?? null,
    ...getNodeAttributes(inputs.network, agent),
    archetype: ARCHETYPES[society.archetype[agent]].name,
    engagement_threshold: roundSocialValue(state.society.engagementThreshold[agent]),
    timeout_threshold: state.population.timeoutThreshold[agent],
    max_history_depth: state.population.historyDepth[agent],
    like_rate: roundSocialValue(society.like[agent]),
    reply_rate: roundSocialValue(society.reply[agent]),
    reshare_rate: roundSocialValue(society.reshare[agent]),
    post_rate: roundSocialValue(society.ownPostRate[agent]),
    sessions_per_day: roundSocialValue(society.sessionsPerDay[agent]),
    session_ticks: [society.sessionMin[agent], society.sessionMax[agent]],
    interests: Object.fromEntries(
      TOPICS.map((topic, t) => [topic, roundSocialValue(society.affinity(agent, t))]),
    ),
  };
}

/**
 * The transition that an answer leads to, by option. A late one leads nowhere: `timeout` may still move the
 * agent in that tick.
 */
function getOptionOutcome(option: number): Pick<DecisionRecord, 'next_state' | 'action' | 'trigger'> {
  if (option === LATE_OPTION) return { next_state: 'evaluating', action: null, trigger: null };
  if (option === FALLBACK) return { next_state: 'scrolling', action: null, trigger: 'decides' };
  return { ...ACTION_OUTCOMES[option], action: OPTIONS[option] };
}

const ACTION_OUTCOMES = [
  { trigger: 'ignores', next_state: 'scrolling' },
  { trigger: 'decides', next_state: 'engaging_like' },
  { trigger: 'decides', next_state: 'composing' },
  { trigger: 'decides', next_state: 'composing' },
] as const;

/** One row per (agent, tick) in which a question was put. */
export function* writeSocialDecisions(state: SocialState): Generator<DecisionRecord> {
  for (let row = 0; row < state.decisions.count; row++) yield toSocialDecisionRecord(state, row);
}

/** A row of `decisions`. */
export function toSocialDecisionRecord(state: SocialState, row: number): DecisionRecord {
  const { decisions } = state;
  const { tick, source, probabilities, mood } = buildQuestionLine(state, row, false);
  const said = decisions.said.get(row);
  return {
    agent_id: formatAgentId(decisions.agent.data[row]),
    tick,
    post_id: formatPostId(decisions.post.data[row]),
    source,
    ...getOptionOutcome(decisions.option.data[row]),
    probabilities: nameProbabilities(probabilities),
    ...(mood !== null && { mood }),
    ...(said && toSocialAnswerRecord(said)),
  };
}

/** Probabilities by option; one that was not legal is absent. */
const nameProbabilities = (probabilities: readonly number[] | null) =>
  probabilities === null
    ? null
    : Object.fromEntries(OPTIONS.map((name, i) => [name, roundSocialValue(probabilities[i] ?? 0)]));

/** A model's answer; fields without content are left out. */
function toSocialAnswerRecord({ reason, text, evidence }: SocialAnswer): Partial<DecisionRecord> {
  const { model, promptVersion, form, texts, raw, shared, mass } = evidence;
  return {
    ...(model !== undefined && { model }),
    ...(promptVersion !== undefined && { prompt_version: promptVersion }),
    ...(form !== undefined && { form }),
    ...(texts && { texts }),
    ...(mass !== undefined && { letter_mass: roundSocialValue(mass) }),
    ...(shared && { archetype_probabilities: nameProbabilities(shared)! }),
    ...(raw !== undefined && { raw }),
    ...(reason !== null && { reason }),
    ...(text !== null && { text }),
  };
}

/** Measurements by wall clock and token counter, for decisions of a server. */
export function* writeSocialMeasurements({ decisions }: SocialState): Generator<MeasurementRecord> {
  for (const [row, { evidence }] of decisions.said) {
    const agent = decisions.agent.data[row];
    const source = SOURCES[decisions.source.data[row]];
    const record = toMeasurementRecord({ agent, tick: decisions.tick.data[row], source }, evidence);
    if (record !== null) yield record;
  }
}

/** One row a post, in the order in which they were made. */
export function* writePostRecords(state: SocialState): Generator<PostRecord> {
  for (let post = 0; post < state.posts.count; post++) yield toPostRecord(state, post);
}

/** A row of `posts`. */
export function toPostRecord({ posts }: SocialState, post: number): PostRecord {
  const parent = posts.parent.data[post];
  return {
    post_id: formatPostId(post),
    author_id: formatAgentId(posts.word(post, Word.author)),
    kind: POST_KINDS[posts.word(post, Word.kind)],
    parent_id: parent < 0 ? null : formatPostId(parent),
    root_id: formatPostId(posts.word(post, Word.root)),
    tick: posts.word(post, Word.tick),
    topic: TOPICS[posts.word(post, Word.topic)],
    text: getPostText(posts, post),
    likes: posts.likes.data[post],
  };
}

/** One row per root, in the order in which the roots were posted. */
export function* writeCascadeRecords(state: SocialState, upTo: number): Generator<CascadeRecord> {
  const { posts, cascades, exposures, config } = state;
  for (let post = 0; post < posts.count; post++) {
    if (posts.word(post, Word.root) !== post) continue;
    const m = cascades.measures(post, config.tickSeconds, upTo);
    yield {
      root_id: formatPostId(post),
      size: m.size,
      seen: exposures.seen(post),
      depth: m.depth,
      max_breadth: m.maxBreadth,
      structural_virality: roundSocialValue(m.structuralVirality),
      post_root_r: m.postRootR === null ? null : roundSocialValue(m.postRootR),
      minutes_to_half_size: m.minutesToHalfSize,
      observed_ticks: m.observedTicks,
    };
  }
}
