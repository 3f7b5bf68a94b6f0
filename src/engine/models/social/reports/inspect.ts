import { postId } from '../../../core/indices.ts';
import { promptShown, promptText } from '../../../oracle/formats/prompt.ts';
import type { Prompt } from '../../../oracle/formats/words.ts';
import { SOURCES } from '../../../oracle/oracle.ts';
import { optionName, type Said } from '../asking/decisions.ts';
import { interestOf, policyProbabilities, policyTerms } from '../asking/policy.ts';
import { POST_KINDS } from '../cascade/postKinds.ts';
import { ARCHETYPES } from '../people/archetypes.ts';
import { MOODS } from '../people/moodNames.ts';
import { momentumOf } from '../people/moods.ts';
import { profileBio } from '../people/profiles.ts';
import { TOPICS } from '../posts/content.ts';
import { Word } from '../posts/posts.ts';
import { textOf } from '../posts/text.ts';
import type { SocialState } from '../state.ts';
import type { ModelAnswer, PostLine, QuestionLine, SocialDetail } from './detail.ts';

const QUESTIONS = 20;
const POSTS = 50;
const WAITING = 8;

/** The social part of the inspector, from the columns and the decisions' rows. */
export function inspect(state: SocialState, agent: number): SocialDetail {
  const { society, inputs, config } = state;
  const { rows, total } = state.decisions.of(agent, QUESTIONS);
  const { offsets } = inputs.network;
  const length = society.sessionLength[agent];
  const archetype = ARCHETYPES[society.archetype[agent]].name;
  return {
    kind: 'social',
    name: state.nameOf(agent),
    bio: profileBio(config.seed, agent, archetype, state.topTopics(agent)),
    archetype,
    followers: offsets[agent + 1] - offsets[agent],
    following: state.following(agent),
    interests: TOPICS.map((topic, t) => ({ topic, weight: society.affinity(agent, t) })).sort(
      (a, b) => b.weight - a.weight,
    ),
    sessionUsed: length - society.sessionLeft[agent],
    sessionLength: length,
    mood: moodNow(state, agent),
    questions: rows.map(row => questionLine(state, row)),
    questionCount: total,
    posts: postsOf(state, agent),
    ...feedOf(state, agent),
  };
}

/** What waits in an agent's feed, in the order in which it would look at it in the next tick. */
function feedOf(state: SocialState, agent: number): Pick<SocialDetail, 'feed' | 'feedCount'> {
  const { posts, society, parameters, sealed } = state;
  const waiting = state.feed.waiting(agent, sealed + 1, parameters.expiry);
  const ranked = waiting.map(({ post, content, tie, copies }) => {
    const affinity = society.affinity(agent, posts.word(post, Word.topic));
    const age = sealed + 1 - posts.word(post, Word.tick);
    const attention = posts.word(content, Word.social2) + 4 * (copies - 1);
    const quality = posts.quality.data[post];
    const interest = interestOf(affinity, age, tie / 0xffff, attention, quality, parameters.half_life);
    return { post, interest, copies };
  });
  // Of equals the one that came to its place first, as where the feed is looked through.
  if (parameters.newest_first) ranked.sort((a, b) => b.post - a.post);
  else ranked.sort((a, b) => b.interest - a.interest);
  const feed = ranked
    .slice(0, WAITING)
    .map(({ post, ...rest }) => ({ ...rest, post: postLine(state, post) }));
  return { feed, feedCount: ranked.length };
}

function moodNow(state: SocialState, agent: number): SocialDetail['mood'] {
  const mood = state.moodOf(agent);
  return mood === null ? null : { name: MOODS[mood], momentum: momentumOf(mood, state.parameters) };
}

/** @param withPrompt false leaves out the prompt, which is long and not needed in documents. */
export function questionLine(state: SocialState, row: number, withPrompt = true): QuestionLine {
  const { decisions } = state;
  const question = state.questionOf(row);
  const features = state.features(question);
  const parameters = state.parametersAt(question.tick);
  const source = SOURCES[decisions.source.data[row]];
  const said = decisions.said.get(row);
  const policy = policyProbabilities(features, parameters).slice(0, question.options.length);
  // A recording does not keep what the policy's formula can recompute.
  const computed = source === 'policy' || source === 'budget' || (source === 'replay' && said === undefined);
  return {
    tick: question.tick,
    post: postLine(state, question.post),
    options: question.options.map(option => option.action),
    probabilities: computed ? policy : (said?.probabilities ?? null),
    shared: said?.evidence.shared ?? null,
    policy,
    chosen: optionName(decisions.option.data[row]),
    source,
    terms: policyTerms(features, parameters),
    mood: state.hasMoods ? MOODS[question.mood] : null,
    prompt: withPrompt ? textShown(promptShown(question, said?.evidence)) : null,
    answer: said ? modelAnswer(said) : null,
  };
}

const textShown = (prompt: Prompt | null): string | null => prompt && promptText(prompt);

function modelAnswer({ evidence, reason, text }: Said): ModelAnswer {
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

function postLine(state: SocialState, post: number): PostLine {
  const { posts } = state;
  const author = posts.word(post, Word.author);
  return {
    post,
    id: postId(post),
    author,
    authorName: state.nameOf(author),
    kind: POST_KINDS[posts.word(post, Word.kind)],
    root: posts.word(post, Word.root),
    tick: posts.word(post, Word.tick),
    topic: TOPICS[posts.word(post, Word.topic)],
    text: textOf(posts, post),
    likes: posts.likes.data[post],
  };
}

function postsOf(state: SocialState, agent: number): PostLine[] {
  const { posts } = state;
  const lines: PostLine[] = [];
  for (let post = posts.count - 1; post >= 0 && lines.length < POSTS; post--)
    if (posts.word(post, Word.author) === agent) lines.push(postLine(state, post));
  return lines;
}
