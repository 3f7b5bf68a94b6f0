import { formatAgentId, formatPostId, type Tick } from '../../../core/indices.ts';
import { Random } from '../../../core/random.ts';
import { findTickRows } from '../../../events/findTickRows.ts';
import { toMeasurementRecord } from '../../../export/measurement.ts';
import type { MeasurementRecord } from '../../../export/parts.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import type { ModelReports, NodeFacts } from '../../../model/model.ts';
import { getNodeAttributes } from '../../../network/groupNodesByColumn.ts';
import { getDisplayedPrompt } from '../../../oracle/formats/choicePrompt.ts';
import { SOURCES } from '../../../oracle/oracle.ts';
import { predictChoiceEffect } from '../../../oracle/would.ts';
import { getSeedSchedule } from '../../../setup/setupChanges.ts';
import { type Counted, isAgentCounted } from '../../../statistics/counted.ts';
import type { StepReport } from '../../../statistics/stepReport.ts';
import { buildStepReport, StepTally } from '../../../statistics/stepTally.ts';
import { OPTIONS } from '../asking/policy.ts';
import { FALLBACK, LATE_OPTION, type SocialAnswer } from '../asking/socialDecisions.ts';
import type { SocialQuestion } from '../asking/socialQuestion.ts';
import { POST_KINDS } from '../cascade/postKinds.ts';
import { ARCHETYPES } from '../people/archetypes.ts';
import { TOPICS } from '../posts/composePostText.ts';
import { getPostText } from '../posts/getPostText.ts';
import { PostKindNumber, Word } from '../posts/posts.ts';
import { checkSocialAnswer } from '../posts/taken.ts';
import { SocialDomain } from '../socialDomain.ts';
import type { SocialState } from '../socialState.ts';
import { explainPost, explainSocialMoment } from './explainSocialMoment.ts';
import { buildQuestionLine, inspectPerson } from './inspectPerson.ts';
import { findPostNumber } from './measureSocialOutcomes.ts';
import type { CascadeRecord, DecisionRecord, PostRecord, SocialAttributes } from './socialDocumentSchema.ts';
import { buildSocialTables } from './socialTables.ts';
import { buildUnaskedLinks, type Foreseen, filterUnaskedLines, foreseeSocialDraws } from './whyAlone.ts';
import { writeSocialOdd } from './writeSocialOdd.ts';

export { createParentFinder } from '../cascade/findParents.ts';
export { Arrivals } from '../posts/arrivals.ts';
export { answerRareQuery } from './answerRareQuery.ts';
export { describeRemovedHubs } from './describeRemovedHubs.ts';
export { defineSocialGroupOutcomes, measureSocialGroups } from './socialGroups.ts';

/** A value to six decimals, to keep documents small. */
const roundSocialValue = (value: number): number => Math.round(value * 1e6) / 1e6;

/** An agent's drawn attributes. */
function getSocialAttributes(state: SocialState, agent: number): SocialAttributes {
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
function* writeSocialDecisions(state: SocialState): Generator<DecisionRecord> {
  for (let row = 0; row < state.decisions.count; row++) yield toSocialDecisionRecord(state, row);
}

/** A row of `decisions`. */
function toSocialDecisionRecord(state: SocialState, row: number): DecisionRecord {
  const { decisions } = state;
  const { tick, source, probabilities, mood } = buildQuestionLine(state, row, false);
  const answer = decisions.said.get(row);
  return {
    agent_id: formatAgentId(decisions.agent.data[row]),
    tick,
    post_id: formatPostId(decisions.post.data[row]),
    source,
    ...getOptionOutcome(decisions.option.data[row]),
    probabilities: nameProbabilities(probabilities),
    ...(mood !== null && { mood }),
    ...(answer && toSocialAnswerRecord(answer)),
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
function* writeSocialMeasurements({ decisions }: SocialState): Generator<MeasurementRecord> {
  for (const [row, { evidence }] of decisions.said) {
    const agent = decisions.agent.data[row];
    const source = SOURCES[decisions.source.data[row]];
    const record = toMeasurementRecord({ agent, tick: decisions.tick.data[row], source }, evidence);
    if (record !== null) yield record;
  }
}

/** One row a post, in the order in which they were made. */
function* writePostRecords(state: SocialState): Generator<PostRecord> {
  for (let post = 0; post < state.posts.count; post++) yield toPostRecord(state, post);
}

/** A row of `posts`. */
function toPostRecord({ posts }: SocialState, post: number): PostRecord {
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
function* writeCascadeRecords(state: SocialState, upTo: number): Generator<CascadeRecord> {
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

/** Questions, answers and posts of a tick. */
function* listSocialEvents(state: SocialState, tick: Tick): Generator<ModelEvent> {
  const { decisions, posts } = state;
  const [from, to] = findTickRows(decisions.count, tick, row => decisions.tick.data[row]);
  for (let row = from; row < to; row++) yield* listDecisionEvents(state, row);
  const [first, end] = findTickRows(posts.count, tick, post => posts.word(post, Word.tick));
  for (let post = first; post < end; post++)
    yield { kind: 'post', agent: posts.word(post, Word.author), fields: () => buildPostFields(state, post) };
}

function* listDecisionEvents(state: SocialState, row: number): Generator<ModelEvent> {
  const { decisions } = state;
  const agent = decisions.agent.data[row];
  const option = decisions.option.data[row];
  yield {
    kind: 'question',
    agent,
    fields: withPrompts => buildSocialQuestionFields(state, row, withPrompts),
  };
  const isUsed = option !== LATE_OPTION && option !== FALLBACK;
  if (isUsed || decisions.said.get(row)?.evidence.raw !== undefined)
    yield { kind: 'answer', agent, fields: () => buildSocialAnswerFields(state, row) };
  if (!isUsed) yield { kind: 'fallback', agent, fields: () => buildSocialFallbackFields(state, row) };
}

function buildSocialQuestionFields(state: SocialState, row: number, withPrompts: boolean): EventFields {
  const question = state.questionOf(row);
  const prompt = withPrompts ? getDisplayedPrompt(question, state.decisions.said.get(row)?.evidence) : null;
  return {
    post_id: formatPostId(question.post),
    options: question.options.map(({ action }) => action),
    ...(prompt !== null && { prompt }),
  };
}

function buildSocialAnswerFields(state: SocialState, row: number): EventFields {
  const { agent_id: _a, tick: _t, post_id: _p, reason: _r, ...told } = toSocialDecisionRecord(state, row);
  return dropEmptyFields(told);
}

function buildSocialFallbackFields(state: SocialState, row: number): EventFields {
  const { source, next_state, reason } = toSocialDecisionRecord(state, row);
  return { warning: reason ?? 'no answer came in time', source, next_state };
}

function buildPostFields(state: SocialState, post: number): EventFields {
  const { post_id, kind, parent_id, root_id, topic, text } = toPostRecord(state, post);
  return dropEmptyFields({ post_id, post_kind: kind, parent_id, root_id, topic, text });
}

/** The fields that have a value. */
const dropEmptyFields = (fields: EventFields): EventFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** Reports on a run of this model in addition to its frames. */
export const createSocialReporter = (state: SocialState): ModelReports => ({
  attributes: agent => getSocialAttributes(state, agent),
  document: () =>
    [
      ['decisions', writeSocialDecisions(state)],
      ['posts', writePostRecords(state)],
      ['cascades', writeCascadeRecords(state, state.sealed)],
      ['measurements', writeSocialMeasurements(state)],
    ] as const,
  detail: agent => inspectPerson(state, agent),
  nodes: () => buildPersonFacts(state),
  tables: () => buildSocialTables(state, buildPersonFacts(state)),
  writeOdd: writeSocialOdd,
  why: id => explainPost(state, findPostNumber(state.posts, id)),
  whyMoment(machine, agent, foreseen) {
    const alone = foreseen === null ? [] : buildUnaskedLinks(state, machine, agent, foreseen as Foreseen);
    return [...alone, ...explainSocialMoment(state, machine, agent)];
  },
  foresee: (machine, agent) => foreseeSocialDraws(state, machine, agent),
  judged: (machine, agent, lines) => filterUnaskedLines(state, machine, agent, lines),
  steps: (_, counted) => buildSocialStepReport(state, counted),
  events: tick => listSocialEvents(state, tick),
  would(question, answer) {
    const asked = question as SocialQuestion;
    const { option } = checkSocialAnswer(
      asked,
      answer,
      new Random(getSeedSchedule(state.config), SocialDomain.choice),
    );
    return predictChoiceEffect(asked, answer, option);
  },
});

/** Questions without an answer that could be used. */
const NO_USABLE_ANSWER = 'no answer';
const SOCIAL_STEP_ROWS = [...OPTIONS, NO_USABLE_ANSWER];

/** Choices, and their cost if a model was asked. O(decisions of the run). */
function buildSocialStepReport({ decisions }: SocialState, counted: Counted): StepReport {
  const tally = new StepTally(SOCIAL_STEP_ROWS.length);
  const { tick, agent, option, source, said, count } = decisions;
  for (let row = 0; row < count; row++) {
    if (
      tick.data[row] < counted.from ||
      tick.data[row] > counted.to ||
      !isAgentCounted(counted, agent.data[row])
    )
      continue;
    const chosen = option.data[row];
    const evidence = said.get(row)?.evidence;
    tally.add(chosen === LATE_OPTION || chosen === FALLBACK ? OPTIONS.length : chosen, {
      agent: agent.data[row],
      tick: tick.data[row],
      source: SOURCES[source.data[row]],
      isAnswered: chosen !== LATE_OPTION,
      isFailed: chosen === LATE_OPTION || chosen === FALLBACK,
      tokensIn: evidence?.tokensIn ?? 0,
      tokensOut: evidence?.tokensOut ?? 0,
      evidence,
    });
  }
  // An agent that ignores a post continues as well.
  return buildStepReport(tally, {
    noun: 'choice',
    names: SOCIAL_STEP_ROWS,
    statesOf: () => ['evaluating'],
    canStall: false,
  });
}

const LIKE = OPTIONS.indexOf('like');

/**
 * Actions and results of each person over the whole run, warm-up included, as the document's sections have them: posts
 * by kind, likes given and received, the largest cascade begun, the number of cascades of others with a post of its
 * own, and the tick in which it joined the largest of all. O(posts + decisions).
 */
function buildPersonFacts({ posts, decisions, cascades, population }: SocialState): readonly NodeFacts[] {
  const { size } = population;
  const zeros = () => new Array<number>(size).fill(0);
  const made = [zeros(), zeros(), zeros()];
  const [likesGot, likesGiven, begun, joined] = [zeros(), zeros(), zeros(), zeros()];
  const inLargest = new Array<number | null>(size).fill(null);
  const [largest = -1] = cascades.ranked(1);
  const roots = new Map<number, Set<number>>();
  for (let post = 0; post < posts.count; post++) {
    const [author, root] = [posts.word(post, Word.author), posts.word(post, Word.root)];
    made[posts.word(post, Word.kind)][author]++;
    likesGot[author] += posts.likes.data[post];
    if (!cascades.counts(post)) continue;
    if (root === largest) inLargest[author] ??= posts.word(post, Word.tick);
    if (root === post) begun[author] = Math.max(begun[author], cascades.size(root));
    else if (author !== posts.word(root, Word.author)) {
      const inRoot = roots.get(root) ?? new Set<number>();
      roots.set(root, inRoot);
      if (!inRoot.has(author)) joined[author]++;
      inRoot.add(author);
    }
  }
  for (let row = 0; row < decisions.count; row++)
    if (decisions.option.data[row] === LIKE) likesGiven[decisions.agent.data[row]]++;
  return [
    { name: 'posts', values: made[PostKindNumber.original] },
    { name: 'replies', values: made[PostKindNumber.reply] },
    { name: 'reshares', values: made[PostKindNumber.reshare] },
    { name: 'likes_got', values: likesGot },
    { name: 'likes_given', values: likesGiven },
    { name: 'largest_cascade_begun', values: begun },
    { name: 'cascades_joined', values: joined },
    { name: 'tick_in_largest_cascade', values: inLargest },
  ];
}
