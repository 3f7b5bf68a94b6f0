import { formatPostId } from '../../../core/indices.ts';
import { formatPromptText, getDisplayedPrompt } from '../../../oracle/formats/choicePrompt.ts';
import type { Prompt } from '../../../oracle/formats/prompt.ts';
import { SOURCES } from '../../../oracle/oracle.ts';
import { computeInterest, computePolicyTerms, computeProbabilities } from '../asking/policy.ts';
import { getOptionName, type SocialAnswer } from '../asking/socialDecisions.ts';
import { POST_KINDS } from '../cascade/postKinds.ts';
import { ARCHETYPES } from '../people/archetypes.ts';
import { createProfileBio } from '../people/createProfileBio.ts';
import { MOODS } from '../people/moodNames.ts';
import { getMoodFactor } from '../people/whereabouts.ts';
import { TOPICS } from '../posts/composePostText.ts';
import { getFeedOrder } from '../posts/feed.ts';
import { getPostText } from '../posts/getPostText.ts';
import { Word } from '../posts/posts.ts';
import type { SocialState } from '../socialState.ts';
import type { ModelAnswer, PostLine, QuestionLine, SocialDetail } from './socialDetail.ts';

const QUESTIONS = 20;
const POSTS = 50;
const WAITING = 8;

/** The social part of the inspector, from the columns and the decisions' rows. */
export function inspectPerson(state: SocialState, agent: number): SocialDetail {
  const { society, inputs, config } = state;
  const { rows, total } = state.decisions.of(agent, QUESTIONS);
  const { offsets } = inputs.network;
  const length = society.sessionLength[agent];
  const archetype = ARCHETYPES[society.archetype[agent]].name;
  return {
    kind: 'social',
    name: state.nameOf(agent),
    bio: createProfileBio(config.seed, agent, archetype, state.topTopics(agent)),
    archetype,
    followers: offsets[agent + 1] - offsets[agent],
    following: state.following(agent),
    interests: TOPICS.map((topic, t) => ({ topic, weight: society.affinity(agent, t) })).sort(
      (a, b) => b.weight - a.weight,
    ),
    sessionUsed: length - society.sessionLeft[agent],
    sessionLength: length,
    mood: getCurrentMood(state, agent),
    questions: rows.map(row => buildQuestionLine(state, row)),
    questionCount: total,
    posts: listAgentPosts(state, agent),
    ...getFeedLines(state, agent),
  };
}

/** Posts waiting in an agent's feed, in the viewing order of the next tick. */
function getFeedLines(
  state: SocialState,
  agent: number,
): Pick<SocialDetail, 'feed' | 'feedCount' | 'feedOrder'> {
  const { posts, society, parameters, sealed } = state;
  const order = getFeedOrder(parameters);
  const waiting = state.feed.waiting(agent, sealed + 1, parameters);
  const ranked = waiting.map(({ post, content, tie, copies }) => {
    const affinity = society.affinity(agent, posts.word(post, Word.topic));
    const age = sealed + 1 - posts.word(post, Word.tick);
    const attention = posts.word(content, Word.social2) + 4 * (copies - 1);
    const quality = posts.quality.data[post];
    const halfLife = parameters.half_life * posts.pace.data[post];
    const interest = computeInterest(affinity, age, tie / 0xffff, attention, quality, halfLife);
    const rank = state.feed.rank(order, agent, sealed + 1, { post, content, interest, attention, affinity });
    return { post, interest, copies, rank };
  });
  // Of equals as in the look through the feed.
  ranked.sort((a, b) => b.rank - a.rank || (order === 'by_interest' ? 0 : b.post - a.post));
  const feed = ranked
    .slice(0, WAITING)
    .map(({ post, interest, copies }) => ({ interest, copies, post: buildPostLine(state, post) }));
  return { feed, feedCount: ranked.length, feedOrder: order };
}

function getCurrentMood(state: SocialState, agent: number): SocialDetail['mood'] {
  const mood = state.moodOf(agent);
  return mood === null ? null : { name: MOODS[mood], momentum: getMoodFactor(mood, state.parameters) };
}

/** @param withPrompt false leaves out the prompt, which is long and not needed in documents. */
export function buildQuestionLine(state: SocialState, row: number, withPrompt = true): QuestionLine {
  const { decisions } = state;
  const question = state.questionOf(row);
  const features = state.features(question);
  const parameters = state.parametersAt(question.tick);
  const source = SOURCES[decisions.source.data[row]];
  const answer = decisions.said.get(row);
  const policy = computeProbabilities(features, parameters).slice(0, question.options.length);
  // A recording does not keep what the policy's formula can recompute.
  const computed =
    source === 'policy' || source === 'budget' || (source === 'replay' && answer === undefined);
  return {
    tick: question.tick,
    post: buildPostLine(state, question.post),
    options: question.options.map(option => option.action),
    probabilities: computed ? policy : (answer?.probabilities ?? null),
    shared: answer?.evidence.shared ?? null,
    policy,
    chosen: getOptionName(decisions.option.data[row]),
    source,
    terms: computePolicyTerms(features, parameters),
    mood: state.hasMoods ? MOODS[question.mood] : null,
    prompt: withPrompt ? formatPromptOrNull(getDisplayedPrompt(question, answer?.evidence)) : null,
    answer: answer ? toLlmAnswer(answer) : null,
  };
}

const formatPromptOrNull = (prompt: Prompt | null): string | null => prompt && formatPromptText(prompt);

function toLlmAnswer({ evidence, reason, text }: SocialAnswer): ModelAnswer {
  const { model, promptVersion, form, raw, mass, tokensIn, tokensOut, milliseconds, tries } = evidence;
  return {
    model: model ?? null,
    promptVersion: promptVersion ?? null,
    form: form ?? null,
    raw: raw ?? null,
    reason,
    text,
    mass: mass ?? null,
    tokensIn: tokensIn ?? null,
    tokensOut: tokensOut ?? null,
    milliseconds: milliseconds ?? null,
    tries: tries ?? null,
  };
}

function buildPostLine(state: SocialState, post: number): PostLine {
  const { posts } = state;
  const author = posts.word(post, Word.author);
  return {
    post,
    id: formatPostId(post),
    author,
    authorName: state.nameOf(author),
    kind: POST_KINDS[posts.word(post, Word.kind)],
    root: posts.word(post, Word.root),
    tick: posts.word(post, Word.tick),
    topic: TOPICS[posts.word(post, Word.topic)],
    text: getPostText(posts, post),
    likes: posts.likes.data[post],
  };
}

function listAgentPosts(state: SocialState, agent: number): PostLine[] {
  const { posts } = state;
  const lines: PostLine[] = [];
  for (let post = posts.count - 1; post >= 0 && lines.length < POSTS; post--)
    if (posts.word(post, Word.author) === agent) lines.push(buildPostLine(state, post));
  return lines;
}
