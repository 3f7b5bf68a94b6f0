import { formatPostId } from '../../../core/indices.ts';
import { Random } from '../../../core/random.ts';
import { sampleOption } from '../../../core/sampling.ts';
import { describeDraw, formatShareDigits } from '../../../explain/explainRateDraws.ts';
import type { WhyLink } from '../../../model/whyLink.ts';
import { SOURCES } from '../../../oracle/oracle.ts';
import { getSeedSchedule } from '../../../setup/setupChanges.ts';
import type { Machine } from '../../../statechart/machine.ts';
import { OPTIONS } from '../asking/policy.ts';
import {
  createParentDraws,
  createParentQuestion,
  findFirstLook,
  findOtherThanRoot,
} from '../cascade/findParents.ts';
import { TOPICS } from '../posts/composePostText.ts';
import { PARENT_DRAW } from '../posts/delivery.ts';
import { PostKindNumber, Word } from '../posts/posts.ts';
import { SocialDomain } from '../socialDomain.ts';
import type { SocialState } from '../socialState.ts';
import { AgentState } from '../transition.ts';
import { buildQuestionLine } from './inspectPerson.ts';

/** Sources whose probabilities are the policy's, which draws from a stream of its own. */
const POLICY_SOURCES: readonly string[] = ['policy', 'budget'];
const [REPLY, RESHARE] = [OPTIONS.indexOf('reply'), OPTIONS.indexOf('reshare')];

/** Causes of a post, back to the original post at its beginning: the newest link first. */
export function explainPost(state: SocialState, post: number): WhyLink[] {
  const links: WhyLink[] = [];
  let one = post;
  while (state.posts.word(one, Word.kind) !== PostKindNumber.original) {
    const row = findDecisionBeforePost(state, one);
    if (row < 0) return links;
    links.push(buildPostedLink(state, one, row), buildChoiceLink(state, row), buildSeenPostLink(state, row));
    one = state.decisions.post.data[row];
  }
  return [...links, buildWrittenPostLink(state, one)];
}

/** Causes of an agent's part in the last sealed tick: its choice, or the post of its move, back to that one's root. */
export function explainSocialMoment(state: SocialState, machine: Machine, agent: number): readonly WhyLink[] {
  const { decisions, sealed } = state;
  const { log } = machine;
  for (let row = decisions.count - 1; row >= 0 && decisions.tick.data[row] === sealed; row--) {
    if (decisions.agent.data[row] !== agent) continue;
    const seen = decisions.post.data[row];
    return [buildChoiceLink(state, row), buildSeenPostLink(state, row), ...explainPost(state, seen)];
  }
  const [first, end] = log.range(sealed);
  for (let row = first; row < end; row++) {
    if (log.agentAt(row) !== agent || log.contextAt(row) === 0) continue;
    const post = log.contextAt(row) - 1;
    const chosen = isChosenActionStep(machine, log.transitionAt(row))
      ? findChoiceAboutPost(state, agent, post)
      : -1;
    const led = chosen < 0 ? [] : [buildChoiceLink(state, chosen), buildSeenPostLink(state, chosen)];
    return [...led, ...explainPost(state, post)];
  }
  return [];
}

/** States in which nothing has been chosen yet. */
const UNDECIDED: readonly string[] = [AgentState.SCROLLING, AgentState.EVALUATING];

/** True if a move belongs to the action that an agent chose. */
const isChosenActionStep = ({ table, chart }: Machine, step: number): boolean =>
  table
    .step(step)
    .transitions.every(transition => !UNDECIDED.includes(chart.definition.transitions[transition].source));

/** The row of an agent's latest choice, if it was about this post; else −1. */
function findChoiceAboutPost({ decisions }: SocialState, agent: number, post: number): number {
  const row = decisions.agent.view().lastIndexOf(agent);
  return row >= 0 && decisions.post.data[row] === post ? row : -1;
}

/** The row of the choice that led to a reply or a reshare; −1 for none. */
function findDecisionBeforePost({ posts, decisions }: SocialState, post: number): number {
  const [author, made] = [posts.word(post, Word.author), posts.word(post, Word.tick)];
  const wanted = posts.word(post, Word.kind) === PostKindNumber.reply ? REPLY : RESHARE;
  const { agent, tick, option } = decisions;
  for (let row = decisions.count - 1; row >= 0; row--)
    if (tick.data[row] < made && agent.data[row] === author) return option.data[row] === wanted ? row : -1;
  return -1;
}

function buildPostedLink(state: SocialState, post: number, row: number): WhyLink {
  const { posts, decisions } = state;
  const agent = posts.word(post, Word.author);
  const seen = decisions.post.data[row];
  const tick = posts.word(post, Word.tick);
  const isReply = posts.word(post, Word.kind) === PostKindNumber.reply;
  const whose = describePostOwner(state, seen, agent);
  const deed = isReply ? `replied to ${whose}` : `passed on ${whose}`;
  const took = tick - decisions.tick.data[row];
  const after = took > 1 ? `, ${took} rounds after it had chosen to` : '';
  const { words, numbers } = describeTreePlace(state, post, row);
  return {
    ...{ tick, agent, kind: 'posted', about: formatPostId(post), numbers },
    said: `${state.nameOf(agent)} ${deed}${after}${words}`,
  };
}

/** Parent of a post in the tree, and how it was chosen; nothing if only one could have been. */
function describeTreePlace(state: SocialState, post: number, row: number) {
  const { posts, config } = state;
  const isReply = posts.word(post, Word.kind) === PostKindNumber.reply;
  const question = createParentQuestion(state, row, posts.word(post, Word.tick), isReply);
  const { seen, root } = question;
  // Below 0 for some replies: no draw is.
  const rootShare = Math.max(0, question.rootShare);
  const rule = config.parameters.parent_rule;
  const draw = createParentDraws(state).unit(question.author, question.tick, PARENT_DRAW);
  if (rule === 'drawn' || rule === 'root_or_other') {
    const other = rule === 'drawn' ? seen : findOtherThanRoot(question);
    if (other === root) return { words: '', numbers: {} };
    const otherWords = other === seen ? 'that very post' : 'the newest other copy that it could have seen';
    const place = draw < rootShare ? 'the first post' : otherWords;
    const words = `; in the tree it hangs on ${place}: it drew ${formatShareDigits(draw)}, and below ${formatShareDigits(rootShare)} is the first post`;
    return { words, numbers: { tree_draw: draw, tree_limit: rootShare } };
  }
  const copies = question.exposures().length;
  if (rule === 'original' || copies < 2) return { words: '', numbers: {} };
  const author = state.nameOf(posts.word(posts.parent.data[post], Word.author));
  const words = `; in the tree it hangs on the copy of ${author}, ${CHOSEN_COPY[rule]} the ${copies} that it could have seen`;
  return {
    words: rule === 'weighted_draw' ? `${words}; it drew ${formatShareDigits(draw)}` : words,
    numbers: { copies, ...(rule === 'weighted_draw' && { tree_draw: draw }) },
  };
}

/** Which of several copies a rule takes. */
const CHOSEN_COPY = {
  first_seen: 'the first of',
  last_seen: 'the last of',
  strongest_tie: 'the one with the strongest tie among',
  weighted_draw: 'drawn by the strength of ties among',
} as const;

function buildChoiceLink(state: SocialState, row: number): WhyLink {
  const { decisions } = state;
  const agent = decisions.agent.data[row];
  const tick = decisions.tick.data[row];
  const option = decisions.option.data[row];
  const source = SOURCES[decisions.source.data[row]];
  const { probabilities } = buildQuestionLine(state, row, false);
  const draw = probabilities && getChoiceDraw(state, row, probabilities);
  const name = state.nameOf(agent);
  const chosen = `${name} chose to ${OPTIONS[option]}`;
  const common = { tick, agent, kind: 'chose', about: formatPostId(decisions.post.data[row]) };
  if (OPTIONS[option] === undefined) {
    const reason = decisions.said.get(row)?.reason ?? 'none came in time';
    return {
      ...common,
      kind: 'unanswered',
      numbers: {},
      said: `${name} was asked, and no answer could be used: ${reason}`,
    };
  }
  if (source === 'given') return { ...common, numbers: {}, said: `${chosen}, as a change of the run says` };
  const by = POLICY_SOURCES.includes(source)
    ? ''
    : `, as ${decisions.said.get(row)?.evidence.model ?? source} answered`;
  if (!probabilities || draw === null) return { ...common, numbers: {}, said: `${chosen}${by}` };
  const { numbers, said } = describeDraw(OPTIONS, probabilities, draw);
  return { ...common, numbers, said: `${chosen}${by}: ${said}` };
}

/** The draw that chose; null if the oracle chose without one. */
function getChoiceDraw(state: SocialState, row: number, probabilities: readonly number[]): number | null {
  const { decisions, config } = state;
  const answer = decisions.said.get(row);
  // A model that answers in JSON names its choice itself.
  if (answer?.evidence.form === 'json') return null;
  // A recording does not keep what the policy can compute again.
  const isOwn = POLICY_SOURCES.includes(SOURCES[decisions.source.data[row]]) || answer === undefined;
  const stream = new Random(getSeedSchedule(config), isOwn ? SocialDomain.policy : SocialDomain.choice);
  const draw = stream.unit(decisions.agent.data[row], decisions.tick.data[row], 0);
  return sampleOption(probabilities, draw) === decisions.option.data[row] ? draw : null;
}

function buildSeenPostLink(state: SocialState, row: number): WhyLink {
  const { decisions, posts } = state;
  const agent = decisions.agent.data[row];
  const post = decisions.post.data[row];
  const looked = findFirstLook(decisions, row);
  const author = posts.word(post, Word.author);
  const edges = state.feed.follows;
  const follows = edges.isChanged ? null : edges.isThere(author, agent);
  const isReply = posts.word(post, Word.kind) === PostKindNumber.reply;
  const stranger = isReply
    ? ', an answer to its own post or one of those that many react to'
    : ', whom it does not follow: it was one of those that many react to';
  const how = follows === null ? '' : follows ? ', whom it follows' : stranger;
  return {
    ...{ tick: looked, agent, kind: 'saw', about: formatPostId(post), numbers: {} },
    said: `${state.nameOf(agent)} saw the post of ${state.nameOf(author)}${how}`,
  };
}

function buildWrittenPostLink(state: SocialState, post: number): WhyLink {
  const { posts } = state;
  const agent = posts.word(post, Word.author);
  const topic = TOPICS[posts.word(post, Word.topic)];
  const isInserted = posts.inserted.includes(post);
  return {
    ...{ tick: posts.word(post, Word.tick), agent, kind: 'wrote', about: formatPostId(post), numbers: {} },
    said: isInserted
      ? `a change of the run had ${state.nameOf(agent)} write about ${topic}`
      : `${state.nameOf(agent)} wrote about ${topic} by itself; nobody asked`,
  };
}

/** "Ana’s post" or "a post of its own". */
const describePostOwner = (state: SocialState, post: number, agent: number): string => {
  const author = state.posts.word(post, Word.author);
  return author === agent ? 'a post of its own' : `the post of ${state.nameOf(author)}`;
};
