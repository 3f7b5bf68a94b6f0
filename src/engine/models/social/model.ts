import type { ParameterValue, RunConfig } from '../../config.ts';
import type { AgentDetail } from '../../detail.ts';
import type { SocialAttributes } from '../../export/schema.ts';
import { postId, type Tick } from '../../indices.ts';
import type { Inputs, Model, ModelState } from '../../model.ts';
import { type Answer, type Question, SOURCES, type Source } from '../../oracle.ts';
import { Domain, Random } from '../../random.ts';
import { compile } from '../../statechart/compile.ts';
import type { Machine } from '../../statechart/machine.ts';
import { AgentState } from '../../statechart/transition.ts';
import { ARCHETYPES, HOURLY } from './archetypes.ts';
import { Cascades } from './cascades.ts';
import { Pending, SOCIAL_STATES, socialChart } from './chart.ts';
import { TOPICS, type Topic } from './content.ts';
import { Decisions, LATE } from './decisions.ts';
import { attributesOf, cascadeRecords, decisionRecords, postRecords } from './document.ts';
import { Feed } from './feed.ts';
import type { SocialFrame } from './frame.ts';
import { inspect } from './inspect.ts';
import { PRESETS, SOCIAL_PARAMETERS, type SocialParameters } from './parameters.ts';
import { type Features, isDistribution, OPTIONS, policyProbabilities, sample } from './policy.ts';
import { Kind, Posts, Word } from './posts.ts';
import { profileName } from './profiles.ts';
import { buildPrompt } from './prompt.ts';
import { SocialQuestion } from './question.ts';
import { Society } from './society.ts';

const chart = compile(socialChart);
const stateNumber = (state: AgentState) => SOCIAL_STATES.indexOf(state);
const trigger = (name: string) => chart.triggerNumber.get(name)!;
const IDLE = stateNumber(AgentState.IDLE);
const SCROLLING = stateNumber(AgentState.SCROLLING);
const EVALUATING = stateNumber(AgentState.EVALUATING);
const COMPOSING = stateNumber(AgentState.COMPOSING);
const RESTING = stateNumber(AgentState.RESTING);
const FEED_READY = trigger('feed_ready');
const STARTS_POST = trigger('starts_post');
const SEES_POST = trigger('sees_post');
const IGNORES = trigger('ignores');
const DECIDES = trigger('decides');
const COMPOSE_DONE = trigger('compose_done');
const ACTION_DONE = trigger('action_done');

/** Work that stalls takes so many ticks: more than any timeout. */
const NEVER = 1_000_000;
/** Purposes of the session stream's draws. */
const Draw = { start: 0, post: 1, work: 2, rest: 3 } as const;
const PendingOf = [Pending.none, Pending.like, Pending.reply, Pending.reshare] as const;

export const SOCIAL_SERIES = ['likes', 'replies', 'reshares', 'posts'] as const;

/** The social model: people who scroll, evaluate posts and pass them on over a network. */
export const social: Model = {
  name: 'social',
  chart: socialChart,
  presets: PRESETS,
  parameters: SOCIAL_PARAMETERS,
  series: SOCIAL_SERIES,
  create: (config, inputs) => new SocialState(config, inputs),
};

export class SocialState implements ModelState {
  readonly society: Society;
  readonly posts: Posts;
  readonly decisions = new Decisions();
  readonly cascades: Cascades;
  failureCount = 0;
  readonly #feed: Feed;
  readonly #session: Random;
  readonly #policyRandom: Random;
  readonly #choice: Random;
  /** Parameters by the tick from which they hold, oldest first. */
  readonly #parameters: { readonly from: Tick; readonly values: SocialParameters }[] = [];
  readonly #ticksPerDay: number;
  /** (agent, kind of deed, copy) of this tick, delivered at its end. */
  readonly #deeds: number[] = [];
  readonly #series = [0, 0, 0, 0];
  #sealed: Tick;

  constructor(
    readonly config: RunConfig,
    readonly inputs: Inputs,
  ) {
    const { network } = inputs;
    const parameters = config.parameters as unknown as SocialParameters;
    this.#sealed = -config.warmUp;
    this.#parameters.push({ from: Number.NEGATIVE_INFINITY, values: parameters });
    this.#ticksPerDay = 86_400 / config.tickSeconds;
    this.society = new Society(network, config.seed, parameters);
    this.posts = new Posts(config.seed);
    this.cascades = new Cascades(this.posts, config.seed);
    this.#feed = new Feed(network, this.posts, this.society, config.seed);
    this.#session = new Random(config.seed, Domain.session);
    this.#policyRandom = new Random(config.seed, Domain.policy);
    this.#choice = new Random(config.seed, Domain.choice);
  }

  get population() {
    return this.society.population;
  }

  get decisionCount(): number {
    return this.decisions.count;
  }

  get parameters(): SocialParameters {
    return this.#parameters[this.#parameters.length - 1].values;
  }

  /** The parameters that held in a tick. */
  parametersAt(tick: Tick): SocialParameters {
    return this.#parameters.findLast(p => p.from <= tick)!.values;
  }

  adopt(parameters: Readonly<Record<string, ParameterValue>>, tick: Tick): void {
    const values = parameters as unknown as SocialParameters;
    this.#parameters.push({ from: tick, values });
    this.society.adopt(values);
  }

  resolveContext(context: number): unknown {
    return context === 0 ? null : { post_id: postId(context - 1) };
  }

  questions(tick: Tick): readonly SocialQuestion[] {
    const { state } = this.population;
    const { society } = this;
    const questions: SocialQuestion[] = [];
    const prompt = (question: SocialQuestion) => buildPrompt(this, question);
    for (let agent = 0; agent < state.length; agent++) {
      if (state[agent] !== EVALUATING) continue;
      const post = society.focusPost[agent];
      const content = this.posts.word(post, Word.content);
      const length = society.sessionLength[agent];
      questions.push(
        new SocialQuestion(
          agent,
          tick,
          post,
          society.focusTie[agent],
          this.posts.word(content, Word.social2) + 4 * (society.focusCopies[agent] - 1),
          length - society.sessionLeft[agent],
          length,
          this.#mayReshare(agent, post, content),
          prompt,
        ),
      );
    }
    return questions;
  }

  /** Replies are not reshared, nor what one has written oneself. */
  #mayReshare(agent: number, post: number, content: number): boolean {
    return (
      this.posts.word(content, Word.kind) !== Kind.reply &&
      this.posts.word(this.posts.word(post, Word.root), Word.author) !== agent
    );
  }

  /** What the policy reads about a question. */
  features(q: SocialQuestion): Features {
    const { society, posts } = this;
    const { agent, post } = q;
    const root = posts.word(post, Word.root);
    const content = posts.word(post, Word.content);
    return {
      affinity: society.affinity(agent, posts.word(post, Word.topic)),
      age: q.tick - posts.word(post, Word.tick),
      tie: q.tie / 0xffff,
      social2: q.social2,
      quality: posts.quality.data[post],
      rootAge: q.tick - posts.word(root, Word.tick),
      lifetime: posts.lifetime.data[post],
      depth: posts.word(post, Word.depth),
      isReply: posts.word(content, Word.kind) === Kind.reply,
      mayReshare: q.mayReshare,
      sessionUsed: q.sessionUsed,
      sessionLength: q.sessionLength,
      engagementThreshold: this.population.engagementThreshold[agent],
      like: society.like[agent],
      reply: society.reply[agent],
      reshare: society.reshare[agent],
    };
  }

  policy(question: Question): Answer {
    const q = question as SocialQuestion;
    const probabilities = policyProbabilities(this.features(q), this.parametersAt(q.tick));
    const option = sample(probabilities, this.#policyRandom.unit(q.agent, q.tick, 0));
    const offered = q.mayReshare ? probabilities : probabilities.slice(0, -1);
    return { kind: 'chosen', option, probabilities: offered, source: 'policy' };
  }

  apply(tick: Tick, questions: readonly Question[], answers: readonly Answer[], machine: Machine): void {
    const { state } = this.population;
    const { sessionLeft } = this.society;
    const parameters = this.parameters;
    const startScale = parameters.activity * (HOURLY[this.#hour(tick)] / this.#ticksPerDay);
    this.#feed.age(tick, parameters.expiry);
    let asked = 0;
    for (let agent = 0; agent < state.length; agent++) {
      const now = state[agent];
      if (now === IDLE) {
        if (sessionLeft[agent] === 0) this.#maybeStart(agent, tick, startScale);
        if (sessionLeft[agent] > 0) machine.fire(agent, FEED_READY, 0);
        continue;
      }
      let next = -1;
      if (sessionLeft[agent] > 0) sessionLeft[agent]--;
      if (now === SCROLLING) next = this.#scroll(agent, tick, parameters, machine);
      else if (now === EVALUATING) {
        next = this.#decide(questions[asked] as SocialQuestion, answers[asked], machine);
        asked++;
      } else if (now !== RESTING) next = this.#work(agent, now, tick, machine);
      if (next < 0) next = machine.fireTimeout(agent, this.#context(agent, now));
      if (next >= 0) this.#enter(agent, next, tick, parameters);
    }
    if (asked !== questions.length) throw new Error(`${questions.length - asked} questions were not applied`);
  }

  deliver(tick: Tick, machine: Machine): void {
    this.#sealed = tick;
    this.#series.fill(0);
    for (let i = 0; i < this.#deeds.length; i += 3) {
      const agent = this.#deeds[i];
      const deed = this.#deeds[i + 1];
      const copy = this.#deeds[i + 2];
      if (deed === Pending.like) this.#like(copy);
      else this.#publish(agent, deed, copy, tick, machine);
    }
    this.#deeds.length = 0;
  }

  series(): readonly number[] {
    return this.#series;
  }

  frame(tick: Tick): SocialFrame {
    return { kind: 'social', liveliest: this.cascades.liveliest(tick, 8), largest: this.cascades.largest() };
  }

  attributes(agent: number): SocialAttributes {
    return attributesOf(this, agent);
  }

  document() {
    return [
      ['decisions', decisionRecords(this)],
      ['posts', postRecords(this)],
      ['cascades', cascadeRecords(this, this.#sealed)],
    ] as const;
  }

  detail(agent: number, tick: Tick): AgentDetail['model'] {
    return inspect(this, agent, tick);
  }

  #hour(tick: Tick): number {
    const start = this.parameters.start_hour * 3600;
    const second = (start + tick * this.config.tickSeconds) % 86_400;
    return Math.floor((second < 0 ? second + 86_400 : second) / 3600);
  }

  #maybeStart(agent: number, tick: Tick, scale: number): void {
    const { society } = this;
    if (this.#session.unit(agent, tick, Draw.start) >= society.sessionsPerDay[agent] * scale) return;
    const u = this.#session.second();
    const min = society.sessionMin[agent];
    const length = min + Math.floor((society.sessionMax[agent] - min + 1) * u * u);
    society.sessionLength[agent] = length;
    society.sessionLeft[agent] = length;
  }

  #scroll(agent: number, tick: Tick, parameters: SocialParameters, machine: Machine): number {
    const { society } = this;
    society.postDraw[agent] = this.#session.unit(agent, tick, Draw.post);
    const next = machine.fire(agent, STARTS_POST, 0);
    if (next >= 0) {
      society.pendingAction[agent] = Pending.original;
      society.focusPost[agent] = -1;
      return next;
    }
    const feed = this.#feed;
    const found = feed.look(agent, tick, parameters);
    society.interest[agent] = found ? feed.bestInterest : 0;
    if (!found) return -1;
    const seen = machine.fire(agent, SEES_POST, feed.bestPost + 1);
    if (seen < 0) return -1;
    society.focusPost[agent] = feed.bestPost;
    society.focusTie[agent] = feed.bestTie;
    society.focusCopies[agent] = feed.bestCopies;
    feed.markSeen(agent, this.posts.word(feed.bestPost, Word.content));
    return seen;
  }

  #decide(question: SocialQuestion, answer: Answer, machine: Machine): number {
    const { agent, post } = question;
    const { option, source } = this.#read(question, answer);
    this.#record(question, option, source);
    machine.log.decided(agent, option);
    if (option === LATE) return -1;
    this.society.pendingAction[agent] = source === 'fallback' ? Pending.none : PendingOf[option];
    const ignores = option === 0 && source !== 'fallback';
    return machine.fire(agent, ignores ? IGNORES : DECIDES, post + 1);
  }

  /** Checks an answer against the options that are legal now; anything else falls back to scrolling. */
  #read(question: SocialQuestion, answer: Answer): { option: number; source: Source } {
    if (answer.kind === 'late') return { option: LATE, source: 'late' };
    if (answer.kind === 'chosen') {
      const { option, source, probabilities } = answer;
      const options = question.options.length;
      if (Number.isInteger(option) && option >= 0 && option < options) {
        if (probabilities === undefined || source === 'policy' || source === 'replay')
          return { option, source };
        // An oracle that gives its probabilities leaves the choice to the engine's own generator.
        if (isDistribution(probabilities, options))
          return {
            option: sample(probabilities, this.#choice.unit(question.agent, question.tick, 0)),
            source,
          };
      }
    }
    this.failureCount++;
    return { option: 0, source: 'fallback' };
  }

  #record(q: SocialQuestion, option: number, source: Source): void {
    const d = this.decisions;
    d.tick.push(q.tick);
    d.agent.push(q.agent);
    d.option.push(option);
    d.source.push(SOURCES.indexOf(source));
    d.post.push(q.post);
    d.tie.push(q.tie);
    d.social2.push(q.social2);
    d.sessionUsed.push(q.sessionUsed);
    d.sessionLength.push(q.sessionLength);
  }

  /** Composing and engaging: the deed is done when no work is left. */
  #work(agent: number, now: number, tick: Tick, machine: Machine): number {
    const { society } = this;
    const left = --society.workLeft[agent];
    if (left > 0) return -1;
    const context = this.#context(agent, now);
    const action = society.pendingAction[agent];
    if (now === COMPOSING) {
      const next = machine.fire(agent, COMPOSE_DONE, context);
      if (next === RESTING) this.#deeds.push(agent, Pending.original, this.#drawTopic(agent, tick));
      return next;
    }
    this.#deeds.push(agent, action, society.focusPost[agent]);
    return machine.fire(agent, ACTION_DONE, context);
  }

  /** Draws what the new state needs. */
  #enter(agent: number, next: number, tick: Tick, parameters: SocialParameters): void {
    const { society } = this;
    if (next === RESTING) {
      society.restLimit[agent] = this.#session.unit(agent, tick, Draw.rest) < 0.5 ? 0 : 1;
    } else if (next === SCROLLING) {
      society.pendingAction[agent] = Pending.none;
    } else if (next !== IDLE && next !== EVALUATING) {
      const stalls = this.#session.unit(agent, tick, Draw.work) < parameters.stall;
      const composes = next === COMPOSING && society.pendingAction[agent] !== Pending.reshare;
      const ticks = composes && this.#session.second() < 0.5 ? 2 : 1;
      society.workLeft[agent] = stalls ? NEVER : ticks;
    }
  }

  /** The post that a transition out of this state is about, + 1; 0 for none. */
  #context(agent: number, state: number): number {
    return state === SCROLLING || state === RESTING ? 0 : this.society.focusPost[agent] + 1;
  }

  /** A topic by the author's interests. */
  #drawTopic(agent: number, tick: Tick): number {
    const { interests } = this.society;
    const from = agent * TOPICS.length;
    let total = 0;
    for (let t = 0; t < TOPICS.length; t++) total += interests[from + t];
    let u = this.#choice.unit(agent, tick, 1) * total;
    for (let t = 0; t < TOPICS.length; t++) {
      u -= interests[from + t];
      if (u < 0) return t;
    }
    return TOPICS.length - 1;
  }

  #like(copy: number): void {
    const content = this.posts.word(copy, Word.content);
    this.posts.likes.data[content]++;
    this.posts.credit(content, 1);
    this.#feed.heat(content, 1);
    this.#series[0]++;
  }

  /** A reshare hangs on the root with probability max(0, .9 − .786 v²), a reply with .127 less; else on the copy. */
  #publish(agent: number, deed: number, about: number, tick: Tick, machine: Machine): void {
    const { posts } = this;
    let post: number;
    if (deed === Pending.original) {
      post = posts.add(agent, Kind.original, -1, -1, about, tick);
      this.#series[3]++;
    } else {
      const root = posts.word(about, Word.root);
      const isReply = deed === Pending.reply;
      const toRoot = 0.9 - 0.786 * posts.attribution.data[about] - (isReply ? 0.127 : 0);
      const parent = this.#choice.unit(agent, tick, 2) < toRoot ? root : about;
      const content = posts.word(about, Word.content);
      const topic = posts.word(about, Word.topic);
      post = posts.add(
        agent,
        isReply ? Kind.reply : Kind.reshare,
        parent,
        isReply ? -1 : content,
        topic,
        tick,
      );
      posts.credit(content, isReply ? 1 : 2);
      this.#feed.heat(content, isReply ? 1 : 3);
      this.#series[isReply ? 1 : 2]++;
    }
    this.cascades.add(post);
    machine.log.made(
      agent,
      posts.word(post, Word.kind),
      posts.parent.data[post],
      posts.word(post, Word.root),
    );
    this.#feed.markSeen(agent, posts.word(post, Word.content));
    this.#feed.publish(post);
    const parent = posts.parent.data[post];
    if (parent >= 0 && deed === Pending.reply && this.parameters.notify)
      this.#feed.notify(posts.word(parent, Word.author), post);
  }

  /** The decision of a row as a question again, so that its terms and its prompt can be computed. */
  questionOf(row: number): SocialQuestion {
    const d = this.decisions;
    const agent = d.agent.data[row];
    const post = d.post.data[row];
    const content = this.posts.word(post, Word.content);
    return new SocialQuestion(
      agent,
      d.tick.data[row],
      post,
      d.tie.data[row],
      d.social2.data[row],
      d.sessionUsed.data[row],
      d.sessionLength.data[row],
      this.#mayReshare(agent, post, content),
      question => buildPrompt(this, question),
    );
  }

  nameOf(agent: number): string {
    return this.inputs.network.labels?.[agent] ?? profileName(this.config.seed, agent);
  }

  archetypeOf(agent: number): string {
    return ARCHETYPES[this.society.archetype[agent]].name;
  }

  /** The agent's two favourite topics. */
  topTopics(agent: number): Topic[] {
    const weights = TOPICS.map((topic, t) => ({ topic, weight: this.society.affinity(agent, t) }));
    return weights
      .sort((a, b) => b.weight - a.weight)
      .slice(0, 2)
      .map(w => w.topic);
  }

  /** How many accounts an agent follows. */
  following(agent: number): number {
    return this.inputs.network.targets.reduce((count, target) => count + (target === agent ? 1 : 0), 0);
  }

  optionName(option: number): string {
    return option === LATE ? 'late' : OPTIONS[option];
  }
}
