import type { Tick } from '../../core/indices.ts';
import { type Chance, Random } from '../../core/random.ts';
import { type Answer, type Evidence, type Question, SOURCES } from '../../oracle/oracle.ts';
import type { RunConfig } from '../../setup/config.ts';
import type { Machine } from '../../statechart/machine.ts';
import { type Decisions, FALLBACK, LATE_OPTION } from './asking/socialDecisions.ts';
import type { SocialQuestion } from './asking/socialQuestion.ts';
import { HOURLY } from './people/archetypes.ts';
import type { Moods } from './people/moods.ts';
import type { Society } from './people/society.ts';
import type { Whereabouts } from './people/whereabouts.ts';
import { TOPICS } from './posts/composePostText.ts';
import type { Delivery } from './posts/delivery.ts';
import type { Feed } from './posts/feed.ts';
import { type Posts, Word } from './posts/posts.ts';
import { checkSocialAnswer, type Taken } from './posts/taken.ts';
import { Pending, SOCIAL_STATES } from './socialChart.ts';
import { SocialDomain } from './socialDomain.ts';
import type { SocialParameters } from './socialParameters.ts';
import { AgentState } from './transition.ts';

/** Seconds. */
const DAY = 86_400;

/** Purpose of the session stream's draw. */
export const SESSION_START = 0;

/** Factor from an agent's sessions a day to the chance that one begins in a tick. */
export const computeStartScale = (tick: Tick, parameters: SocialParameters, tickSeconds: number): number =>
  parameters.activity * ((computeHourFactor(tick, parameters, tickSeconds) * tickSeconds) / DAY);

/** Likelihood of a session in the hour of a tick compared to the daily average. */
export const computeHourFactor = (tick: Tick, parameters: SocialParameters, tickSeconds: number): number =>
  HOURLY[getHourOfDay(tick, parameters, tickSeconds)];

/** Hour of the simulated day, 0 to 23. */
function getHourOfDay(tick: Tick, parameters: SocialParameters, tickSeconds: number): number {
  const second = (parameters.start_hour * 3600 + tick * tickSeconds) % DAY;
  return Math.floor((second < 0 ? second + DAY : second) / 3600);
}

const getStateNumber = (state: AgentState) => SOCIAL_STATES.indexOf(state);
const IDLE = getStateNumber(AgentState.IDLE);
const SCROLLING = getStateNumber(AgentState.SCROLLING);
const EVALUATING = getStateNumber(AgentState.EVALUATING);
const COMPOSING = getStateNumber(AgentState.COMPOSING);
const RESTING = getStateNumber(AgentState.RESTING);

/** Ticks of stalled work: more than any timeout. */
export const MAX_STALL_TICKS = 1_000_000;
/** Purposes of the session stream's draws, in addition to `SESSION_START`. */
const LifecycleDraw = { post: 1, work: 2, rest: 3 } as const;
/** Purpose of the choice stream's draw; `describeTakenTransitions` uses 0, `Delivery` 2. */
const TOPIC = 1;
/** Option number of `ignore`. */
const IGNORE = 0;

/** Triggers of the lifecycle; their numbers differ between the charts. */
const TRIGGERS = [
  'feed_ready',
  'starts_post',
  'sees_post',
  'ignores',
  'decides',
  'compose_done',
  'action_done',
  'hears_back',
] as const;
type Triggers = Readonly<Record<(typeof TRIGGERS)[number], number>>;

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
  readonly #moods: Moods | null;
  // Known once a machine plays the run.
  #where!: Whereabouts;
  #on!: Triggers;
  /** Texts that agents are writing in a model's words. */
  readonly #drafts = new Map<number, string>();

  constructor(
    { tickSeconds }: RunConfig,
    chance: Chance,
    parts: {
      readonly society: Society;
      readonly posts: Posts;
      readonly feed: Feed;
      readonly decisions: Decisions;
      readonly delivery: Delivery;
      readonly moods: Moods | null;
    },
  ) {
    this.#society = parts.society;
    this.#posts = parts.posts;
    this.#feed = parts.feed;
    this.#decisions = parts.decisions;
    this.#delivery = parts.delivery;
    this.#moods = parts.moods;
    this.#tickSeconds = tickSeconds;
    this.#session = new Random(chance, SocialDomain.session);
    this.#choice = new Random(chance, SocialDomain.choice);
  }

  playedOn({ chart }: Machine, where: Whereabouts): void {
    this.#where = where;
    const numbers = TRIGGERS.map(name => [name, chart.triggerNumber.get(name) ?? -1]);
    this.#on = Object.fromEntries(numbers) as Triggers;
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
    const { sessionLeft, population, gone } = this.#society;
    const { state } = population;
    const [where, moods, on] = [this.#where, this.#moods, this.#on];
    const scale = computeStartScale(tick, parameters, this.#tickSeconds);
    this.#feed.age(tick, parameters.expiry);
    const isAnyGone = gone.size > 0;
    let asked = 0;
    for (let agent = 0; agent < state.length; agent++) {
      const now = where.place(state[agent]);
      if (isAnyGone && gone.has(agent)) {
        this.#leave(agent, now, machine);
        continue;
      }
      if (moods !== null) moods.pass(agent, now !== IDLE, machine, where, on.hears_back);
      if (now === IDLE) {
        if (sessionLeft[agent] === 0) this.#maybeStart(agent, tick, scale);
        if (sessionLeft[agent] > 0) machine.fire(agent, on.feed_ready, 0);
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
      if (next >= 0) this.#enter(agent, where.place(next), tick, parameters);
    }
    if (asked !== questions.length) throw new Error(`${questions.length - asked} questions were not applied`);
  }

  /** Ends the session of an agent that was taken away, whatever it is at: `round_ends` makes it idle in the same tick. */
  #leave(agent: number, now: number, machine: Machine): void {
    const { sessionLeft, population } = this.#society;
    sessionLeft[agent] = 0;
    this.#drafts.delete(agent);
    const context = this.#context(agent, now);
    if (now === EVALUATING) machine.fire(agent, this.#on.ignores, context);
    if (now === EVALUATING || now === IDLE || now === SCROLLING || now === RESTING) return;
    // Its work ends by the timeout, which does not wait.
    const { timeoutThreshold } = population;
    const own = timeoutThreshold[agent];
    timeoutThreshold[agent] = 0;
    machine.fireTimeout(agent, context);
    timeoutThreshold[agent] = own;
  }

  #maybeStart(agent: number, tick: Tick, scale: number): void {
    const society = this.#society;
    if (this.#session.unit(agent, tick, SESSION_START) >= society.sessionsPerDay[agent] * scale) return;
    society.startSession(agent, this.#session.second());
  }

  #scroll(agent: number, tick: Tick, parameters: SocialParameters, machine: Machine): number {
    const society = this.#society;
    society.postDraw[agent] = this.#session.unit(agent, tick, LifecycleDraw.post);
    const next = machine.fire(agent, this.#on.starts_post, 0);
    if (next >= 0) {
      society.pendingAction[agent] = Pending.original;
      society.focusPost[agent] = -1;
      return next;
    }
    const feed = this.#feed;
    const found = feed.look(agent, tick, parameters);
    society.interest[agent] = found ? feed.bestInterest : 0;
    if (!found) return -1;
    const seen = machine.fire(agent, this.#on.sees_post, feed.bestPost + 1);
    if (seen < 0) return -1;
    society.focusPost[agent] = feed.bestPost;
    society.focusTie[agent] = feed.bestTie;
    society.focusCopies[agent] = feed.bestCopies;
    feed.markSeen(agent, this.#posts.word(feed.bestPost, Word.content));
    return seen;
  }

  #decide(question: SocialQuestion, answer: Answer, machine: Machine): number {
    const { agent, post } = question;
    const taken = checkSocialAnswer(question, answer, this.#choice);
    const { option } = taken;
    if (option === FALLBACK) this.failureCount++;
    this.#record(question, taken, answer.evidence);
    machine.log.decided(agent, option);
    if (option === LATE_OPTION) return -1;
    this.#society.pendingAction[agent] = option === FALLBACK ? Pending.none : PendingOf[option];
    if (taken.text) this.#drafts.set(agent, taken.text);
    else this.#drafts.delete(agent);
    if (option !== IGNORE) return machine.fire(agent, this.#on.decides, post + 1);
    this.#moods?.ignores(agent);
    return machine.fire(agent, this.#on.ignores, post + 1);
  }

  #record(q: SocialQuestion, taken: Taken, evidence: Evidence | undefined): void {
    const d = this.#decisions;
    const { probabilities = null, reason = null, text = null } = taken;
    if (evidence || probabilities || reason || text)
      d.said.set(d.count, { probabilities, reason, text, evidence: evidence ?? {} });
    d.add(q, taken.option, SOURCES.indexOf(taken.source));
  }

  /** Composing and engaging: the deed is done when no work is left. */
  #work(agent: number, now: number, tick: Tick, machine: Machine): number {
    const society = this.#society;
    const left = --society.workLeft[agent];
    if (left > 0) return -1;
    const context = this.#context(agent, now);
    const action = society.pendingAction[agent];
    if (now === COMPOSING) {
      const next = machine.fire(agent, this.#on.compose_done, context);
      if (next >= 0 && this.#where.place(next) === RESTING)
        this.#delivery.add(agent, Pending.original, this.#drawTopic(agent, tick));
      return next;
    }
    this.#delivery.add(agent, action, society.focusPost[agent], this.#drafts.get(agent));
    this.#drafts.delete(agent);
    this.#moods?.reacts(agent);
    return machine.fire(agent, this.#on.action_done, context);
  }

  /** Makes the draws that the new state needs. */
  #enter(agent: number, next: number, tick: Tick, parameters: SocialParameters): void {
    const society = this.#society;
    if (next === RESTING) {
      society.restLimit[agent] = this.#session.unit(agent, tick, LifecycleDraw.rest) < 0.5 ? 0 : 1;
    } else if (next === SCROLLING || next === EVALUATING) {
      society.pendingAction[agent] = Pending.none;
    } else if (next !== IDLE) {
      const stalls = this.#session.unit(agent, tick, LifecycleDraw.work) < parameters.stall;
      const composes = next === COMPOSING && society.pendingAction[agent] !== Pending.reshare;
      const ticks = composes && this.#session.second() < 0.5 ? 2 : 1;
      society.workLeft[agent] = stalls ? MAX_STALL_TICKS : ticks;
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
    let u = this.#choice.unit(agent, tick, TOPIC) * total;
    for (let t = 0; t < TOPICS.length; t++) {
      u -= interests[from + t];
      if (u < 0) return t;
    }
    return TOPICS.length - 1;
  }
}
