import type { Tick } from '../../../core/indices.ts';
import { Growing } from '../../../core/tables/growing.ts';
import { OPTIONS } from '../asking/policy.ts';
import { type Decisions, LATE_OPTION } from '../asking/socialDecisions.ts';
import type { Society } from '../people/society.ts';
import type { Whereabouts } from '../people/whereabouts.ts';
import { SOCIAL_STATES } from '../socialChart.ts';
import { AgentState } from '../transition.ts';
import { PostKindNumber, type Posts, Word } from './posts.ts';

/** Reactions of a cascade's viewers, the weakest first; several reactions count as the last of them. */
export const REACTIONS = ['looking', 'went on', 'liked', 'replied', 'passed on'] as const;
const [LOOKING, WENT_ON, LIKED, REPLIED, PASSED_ON] = REACTIONS.keys();
const LIKE = OPTIONS.indexOf('like');
const EVALUATING = SOCIAL_STATES.indexOf(AgentState.EVALUATING);

/** Number of viewers of a cascade other than its author, each once, by the strongest reaction. */
export interface Exposure {
  /** Sum of the others. */
  readonly seen: number;
  readonly passedOn: number;
  /** They replied, and did not pass it on. */
  readonly replied: number;
  /** They chose to like it, and no more. */
  readonly liked: number;
  readonly wentOn: number;
  /** They are looking at it for the first time, and have not chosen yet. */
  readonly looking: number;
}

/** The people who saw a cascade, in the order in which they first did. Columns of equal length. */
export interface Viewers {
  readonly agent: Uint32Array;
  /** Tick of the first look. */
  readonly tick: Int32Array;
  /** Post that was looked at then. */
  readonly post: Uint32Array;
  /** Index into REACTIONS. */
  readonly reaction: Uint8Array;
}

interface ExposureView {
  readonly agent: number;
  readonly tick: Tick;
  readonly post: number;
  reaction: number;
}

/** Sources of views; `SocialState` has them. */
interface ExposureSources {
  readonly cascades: { counts(post: number): boolean };
  readonly posts: Posts;
  readonly decisions: Decisions;
  readonly society: Society;
  readonly sealed: Tick;
}

/** Viewers of the posts under each root: the rows of decisions, linked by root, and the present viewers. */
export class Exposures {
  readonly #of: ExposureSources;
  /** Per row of decisions, the one before it under the same root, + 1; 0 for none. */
  readonly #before = new Growing(Uint32Array);
  /** Per post, the last row under it as a root, + 1. */
  readonly #last = new Growing(Uint32Array);
  /** Agents that the last count has met bear its number. */
  #stamps = new Uint32Array(0);
  #stamp = 0;
  #lookersAt: Tick | null = null;
  #lookersNow: ReadonlyMap<number, readonly number[]> = new Map();
  // Known once a machine plays the run.
  #where: Whereabouts | null = null;

  constructor(sources: ExposureSources) {
    this.#of = sources;
  }

  playedOn(where: Whereabouts): void {
    this.#where = where;
  }

  /** Number of viewers of a cascade other than its author. */
  seen(root: number): number {
    const lookers = this.#lookers().get(root) ?? [];
    const { agent, post } = this.#of.decisions;
    const { size } = this.#of.society.population;
    if (this.#stamps.length !== size) this.#stamps = new Uint32Array(size);
    const stamps = this.#stamps;
    const stamp = ++this.#stamp;
    // The author does not count as a viewer.
    stamps[this.#of.posts.word(root, Word.author)] = stamp;
    let count = 0;
    const see = (one: number) => {
      if (stamps[one] === stamp) return;
      stamps[one] = stamp;
      count++;
    };
    for (const looker of lookers) if (this.#counts(this.#of.society.focusPost[looker])) see(looker);
    for (const row of this.rowsUnder(root)) if (this.#counts(post.data[row])) see(agent.data[row]);
    return count;
  }

  /** Rows of decisions about the posts under a root, the newest first. */
  *rowsUnder(root: number): Generator<number> {
    this.#link();
    for (let row = this.#lastUnder(root); row >= 0; row = this.#before.data[row] - 1) yield row;
  }

  /** True if a look at a post is one at its cascade. */
  #counts(post: number): boolean {
    return this.#of.cascades.counts(post);
  }

  /** @returns the parts of `seen` as well */
  of(root: number): Exposure {
    const counts = REACTIONS.map(() => 0);
    const looks = this.#reacted(root);
    for (const { reaction } of looks) counts[reaction]++;
    const [looking, wentOn, liked, replied, passedOn] = counts;
    return { seen: looks.length, passedOn, replied, liked, wentOn, looking };
  }

  viewers(root: number): Viewers {
    const looks = this.#reacted(root).sort((a, b) => a.tick - b.tick || a.agent - b.agent);
    return {
      agent: Uint32Array.from(looks, look => look.agent),
      tick: Int32Array.from(looks, look => look.tick),
      post: Uint32Array.from(looks, look => look.post),
      reaction: Uint8Array.from(looks, look => look.reaction),
    };
  }

  /** The first look of each but the author, with what was chosen about the cascade's posts. */
  #looks(root: number): Map<number, ExposureView> {
    const lookers = this.#lookers().get(root) ?? [];
    const { decisions, posts, society, sealed } = this.#of;
    const { agent, tick, post, option } = decisions;
    const looks = new Map<number, ExposureView>();
    for (const one of lookers)
      if (this.#counts(society.focusPost[one]))
        looks.set(one, { agent: one, tick: sealed, post: society.focusPost[one], reaction: LOOKING });
    for (const row of this.rowsUnder(root)) {
      if (!this.#counts(post.data[row])) continue;
      // Rows come newest first.
      const chosen = option.data[row];
      const own = chosen === LATE_OPTION ? LOOKING : chosen === LIKE ? LIKED : WENT_ON;
      const reaction = Math.max(own, looks.get(agent.data[row])?.reaction ?? 0);
      const first = { agent: agent.data[row], tick: tick.data[row] - 1, post: post.data[row], reaction };
      looks.set(first.agent, first);
    }
    looks.delete(posts.word(root, Word.author));
    return looks;
  }

  #reacted(root: number): ExposureView[] {
    const looks = this.#looks(root);
    const { posts } = this.#of;
    for (const post of posts.under(root)) {
      const look = looks.get(posts.word(post, Word.author));
      const deed = posts.word(post, Word.kind) === PostKindNumber.reply ? REPLIED : PASSED_ON;
      if (look !== undefined) look.reaction = Math.max(look.reaction, deed);
    }
    return [...looks.values()];
  }

  /** By root, those who look at a post under it and have not been asked: they have seen it in the last tick. */
  #lookers(): ReadonlyMap<number, readonly number[]> {
    const { posts, society, sealed, decisions } = this.#of;
    const { focusPost, population, gone } = society;
    const { state } = population;
    const where = this.#where;
    if (where === null) return new Map();
    if (this.#lookersAt === sealed && this.#before.length === decisions.count) return this.#lookersNow;
    const lookers = new Map<number, number[]>();
    for (let agent = 0; agent < state.length; agent++) {
      if (focusPost[agent] < 0 || where.place(state[agent]) !== EVALUATING || gone.has(agent)) continue;
      const root = posts.word(focusPost[agent], Word.root);
      const others = lookers.get(root);
      if (others === undefined) lookers.set(root, [agent]);
      else others.push(agent);
    }
    this.#lookersAt = sealed;
    this.#lookersNow = lookers;
    return lookers;
  }

  /** The newest row under a root; −1 for none. */
  #lastUnder(root: number): number {
    return root < this.#last.length ? this.#last.data[root] - 1 : -1;
  }

  /** Links the rows that have come since it was last looked. */
  #link(): void {
    const { posts, decisions } = this.#of;
    const { post, count } = decisions;
    while (this.#last.length < posts.count) this.#last.push(0);
    for (let row = this.#before.length; row < count; row++) {
      const root = posts.word(post.data[row], Word.root);
      this.#before.push(this.#last.data[root]);
      this.#last.data[root] = row + 1;
    }
  }
}
