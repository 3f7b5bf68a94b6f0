import type { RunConfig } from '../../config.ts';
import type { Tick } from '../../indices.ts';
import { type Answer, type Evidence, type Question, SOURCES, type Source } from '../../oracle.ts';
import { Random } from '../../random.ts';
import { isDistribution, sample } from '../../sampling.ts';
import { compile } from '../../statechart/compile.ts';
import type { Machine } from '../../statechart/machine.ts';
import { HOURLY } from './archetypes.ts';
import { Pending, SOCIAL_STATES, socialChart } from './chart.ts';
import { TOPICS } from './content.ts';
import { type Decisions, FALLBACK, LATE } from './decisions.ts';
import type { Delivery } from './delivery.ts';
import { SocialDomain } from './domain.ts';
import type { Feed } from './feed.ts';
import type { SocialParameters } from './parameters.ts';
import { type Posts, Word } from './posts.ts';
import type { SocialQuestion } from './question.ts';
import type { Society } from './society.ts';
import { AgentState } from './transition.ts';

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

/** Ticks of stalled work: more than any timeout. */
const NEVER = 1_000_000;
/** Purposes of the session stream's draws. */
const Draw = { start: 0, post: 1, work: 2, rest: 3 } as const;
/** Purposes of the choice stream's draws; `Delivery` uses 2. */
const Choice = { option: 0, topic: 1 } as const;
/** Seconds. */
const DAY = 86_400;
/** Option number of `ignore`. */
const IGNORE = 0;
/** Sources whose probabilities are the policy's and can be recomputed. */
const COMPUTED: ReadonlySet<Source> = new Set(['policy', 'budget']);

/** An answer after checking. */
interface Taken {
  readonly option: number;
  readonly source: Source;
  readonly probabilities?: readonly number[];
  readonly text?: string;
  readonly reason?: string;
}

const PendingOf = [Pending.none, Pending.like, Pending.reply, Pending.reshare] as const;

/** State that lasts between two ticks, as plain data. */
export interface SavedLifecycle {
  readonly failureCount: number;
  readonly drafts: readonly (readonly [agent: number, text: string])[];
}

/** An agent's behaviour in a tick: sessions, scrolling, the answer's consequences, work, rest. */
export class Lifecycle {
  failureCount = 0;
  readonly #society: Society;
  readonly #posts: Posts;
  readonly #feed: Feed;
  readonly #decisions: Decisions;
  readonly #delivery: Delivery;
  readonly #session: Random;
  readonly #choice: Random;
  readonly #tickSeconds: number;
  /** Texts that agents are writing in a model's words. */
  readonly #drafts = new Map<number, string>();

  constructor(
    { seed, tickSeconds }: RunConfig,
    parts: {
      readonly society: Society;
      readonly posts: Posts;
      readonly feed: Feed;
      readonly decisions: Decisions;
      readonly delivery: Delivery;
    },
  ) {
    this.#society = parts.society;
    this.#posts = parts.posts;
    this.#feed = parts.feed;
    this.#decisions = parts.decisions;
    this.#delivery = parts.delivery;
    this.#tickSeconds = tickSeconds;
    this.#session = new Random(seed, SocialDomain.session);
    this.#choice = new Random(seed, SocialDomain.choice);
  }

  save(): SavedLifecycle {
    return { failureCount: this.failureCount, drafts: [...this.#drafts] };
  }

  restore({ failureCount, drafts }: SavedLifecycle): void {
    this.failureCount = failureCount;
    for (const [agent, text] of drafts) this.#drafts.set(agent, text);
  }

  /** Fires at most one transition per agent, in agent order. */
  apply(
    tick: Tick,
    parameters: SocialParameters,
    questions: readonly Question[],
    answers: readonly Answer[],
    machine: Machine,
  ): void {
    const { sessionLeft, population } = this.#society;
    const { state } = population;
    const startScale =
      parameters.activity * ((HOURLY[this.#hour(tick, parameters)] * this.#tickSeconds) / DAY);
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

  /** Hour of the simulated day, 0 to 23. */
  #hour(tick: Tick, parameters: SocialParameters): number {
    const second = (parameters.start_hour * 3600 + tick * this.#tickSeconds) % DAY;
    return Math.floor((second < 0 ? second + DAY : second) / 3600);
  }

  #maybeStart(agent: number, tick: Tick, scale: number): void {
    const society = this.#society;
    if (this.#session.unit(agent, tick, Draw.start) >= society.sessionsPerDay[agent] * scale) return;
    const u = this.#session.second();
    const min = society.sessionMin[agent];
    const length = min + Math.floor((society.sessionMax[agent] - min + 1) * u * u);
    society.sessionLength[agent] = length;
    society.sessionLeft[agent] = length;
  }

  #scroll(agent: number, tick: Tick, parameters: SocialParameters, machine: Machine): number {
    const society = this.#society;
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
    feed.markSeen(agent, this.#posts.word(feed.bestPost, Word.content));
    return seen;
  }

  #decide(question: SocialQuestion, answer: Answer, machine: Machine): number {
    const { agent, post } = question;
    const taken = this.#read(question, answer);
    const { option } = taken;
    this.#record(question, taken, answer.evidence);
    machine.log.decided(agent, option);
    if (option === LATE) return -1;
    this.#society.pendingAction[agent] = option === FALLBACK ? Pending.none : PendingOf[option];
    if (taken.text) this.#drafts.set(agent, taken.text);
    else this.#drafts.delete(agent);
    return machine.fire(agent, option === IGNORE ? IGNORES : DECIDES, post + 1);
  }

  /** Checks an answer against the options that are legal now; anything else falls back to scrolling. */
  #read(question: SocialQuestion, answer: Answer): Taken {
    const options = question.options.length;
    switch (answer.kind) {
      case 'late':
        return { option: LATE, source: 'late' };
      case 'weighed': {
        const { probabilities, source } = answer;
        if (!isDistribution(probabilities, options)) return this.#fallback('no probabilities of the options');
        // If an oracle gives its probabilities, the engine's own generator chooses.
        const u = this.#choice.unit(question.agent, question.tick, Choice.option);
        return { option: sample(probabilities, u), source, probabilities };
      }
      case 'chosen': {
        const { option, source, text } = answer;
        if (!(Number.isInteger(option) && option >= 0 && option < options))
          return this.#fallback('option outside the set');
        const probabilities = COMPUTED.has(source) ? undefined : answer.probabilities;
        return {
          option,
          source,
          ...(probabilities && { probabilities }),
          ...(text && question.options[option].writes && { text }),
        };
      }
      case 'unusable':
        return this.#fallback(answer.reason);
      case 'text':
        return this.#fallback('a text where a choice was asked for');
    }
  }

  #fallback(reason: string): Taken {
    this.failureCount++;
    return { option: FALLBACK, source: 'fallback', reason };
  }

  #record(q: SocialQuestion, taken: Taken, evidence: Evidence | undefined): void {
    const d = this.#decisions;
    const { probabilities = null, reason = null, text = null } = taken;
    if (evidence || probabilities || reason || text)
      d.said.set(d.count, { probabilities, reason, text, evidence: evidence ?? {} });
    d.tick.push(q.tick);
    d.agent.push(q.agent);
    d.option.push(taken.option);
    d.source.push(SOURCES.indexOf(taken.source));
    d.post.push(q.post);
    d.tie.push(q.tie);
    d.social2.push(q.social2);
    d.sessionUsed.push(q.sessionUsed);
    d.sessionLength.push(q.sessionLength);
  }

  /** Composing and engaging: the deed is done when no work is left. */
  #work(agent: number, now: number, tick: Tick, machine: Machine): number {
    const society = this.#society;
    const left = --society.workLeft[agent];
    if (left > 0) return -1;
    const context = this.#context(agent, now);
    const action = society.pendingAction[agent];
    if (now === COMPOSING) {
      const next = machine.fire(agent, COMPOSE_DONE, context);
      if (next === RESTING) this.#delivery.add(agent, Pending.original, this.#drawTopic(agent, tick));
      return next;
    }
    this.#delivery.add(agent, action, society.focusPost[agent], this.#drafts.get(agent));
    this.#drafts.delete(agent);
    return machine.fire(agent, ACTION_DONE, context);
  }

  /** Makes the draws that the new state needs. */
  #enter(agent: number, next: number, tick: Tick, parameters: SocialParameters): void {
    const society = this.#society;
    if (next === RESTING) {
      society.restLimit[agent] = this.#session.unit(agent, tick, Draw.rest) < 0.5 ? 0 : 1;
    } else if (next === SCROLLING || next === EVALUATING) {
      society.pendingAction[agent] = Pending.none;
    } else if (next !== IDLE) {
      const stalls = this.#session.unit(agent, tick, Draw.work) < parameters.stall;
      const composes = next === COMPOSING && society.pendingAction[agent] !== Pending.reshare;
      const ticks = composes && this.#session.second() < 0.5 ? 2 : 1;
      society.workLeft[agent] = stalls ? NEVER : ticks;
    }
  }

  /** The post that a transition out of this state is about, + 1; 0 for none. */
  #context(agent: number, state: number): number {
    return state === SCROLLING || state === RESTING ? 0 : this.#society.focusPost[agent] + 1;
  }

  /** A topic drawn by the author's interests. */
  #drawTopic(agent: number, tick: Tick): number {
    const { interests } = this.#society;
    const from = agent * TOPICS.length;
    let total = 0;
    for (let t = 0; t < TOPICS.length; t++) total += interests[from + t];
    let u = this.#choice.unit(agent, tick, Choice.topic) * total;
    for (let t = 0; t < TOPICS.length; t++) {
      u -= interests[from + t];
      if (u < 0) return t;
    }
    return TOPICS.length - 1;
  }
}
