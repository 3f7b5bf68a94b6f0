import type { Tick } from '../../../core/indices.ts';
import { Growing } from '../../../core/tables/growing.ts';
import type { CascadeColumns, CascadeMeasures } from '../cascade/measureCascade.ts';
import { measureCascade } from '../cascade/measureCascade.ts';
import type { CascadeSummary, CascadeTree, SocialFrame } from '../reports/socialQueries.ts';
import type { CascadeCounts } from '../socialChoices.ts';
import { TOPICS } from './composePostText.ts';
import type { Exposures } from './exposure.ts';
import { getPostText } from './getPostText.ts';
import { PostKindNumber, type Posts, Word } from './posts.ts';

/** Number of the largest cascades that are always kept in order. */
const MAX_RANKED_CASCADES = 64;
/** Ticks within which somebody must have joined for a cascade to count as lively. */
const LIVELY_TICKS = 5;
const GROWTH_STEPS = 24;

type Seen = Pick<Exposures, 'seen' | 'of'>;

/** The forest of posts by root: who is in which cascade, and which are the largest. */
export class Cascades {
  readonly #posts: Posts;
  readonly #exposures: Seen;
  #rule: CascadeCounts;
  /** Users in each cascade, by root. */
  readonly #users = new Map<number, Set<number>>();
  /** Every first post of a user in a cascade, in the order of ticks. */
  readonly #joinRoot = new Growing(Uint32Array);
  readonly #joinTick = new Growing(Int32Array);
  /** People who take part in a cascade that they did not begin. */
  readonly #passers = new Set<number>();
  /** Roots of the largest cascades, largest first, of equals the oldest; sizes only grow, so this stays exact. */
  readonly #largest: number[] = [];

  constructor(posts: Posts, exposures: Seen, rule: CascadeCounts) {
    this.#posts = posts;
    this.#exposures = exposures;
    this.#rule = rule;
  }

  /** Posts that count as a part of a cascade. */
  get rule(): CascadeCounts {
    return this.#rule;
  }

  /** Counts all posts by another rule. O(posts). */
  countBy(rule: CascadeCounts): void {
    this.#rule = rule;
    this.#users.clear();
    this.#passers.clear();
    this.#largest.length = 0;
    this.#joinRoot.length = 0;
    this.#joinTick.length = 0;
    for (let post = 0; post < this.#posts.count; post++) this.add(post);
  }

  /**
   * True if a post is a part of its cascade. Nobody passes a reply on, so the posts that count are a tree of their own under
   * the same root.
   */
  counts(post: number): boolean {
    return this.#rule !== 'reshares' || this.#posts.word(post, Word.kind) !== PostKindNumber.reply;
  }

  /** Posts of the cascade under a root, parents before children, the root first. */
  members(root: number): number[] {
    return this.#posts.under(root).filter(post => this.counts(post));
  }

  /** Unique users under a root. */
  size(root: number): number {
    return this.#users.get(root)?.size ?? 0;
  }

  /** Number of people who take part in a cascade that they did not begin. */
  get passers(): number {
    return this.#passers.size;
  }

  /** Adds a post that was just made. */
  add(post: number): void {
    if (!this.counts(post)) return;
    const root = this.#posts.word(post, Word.root);
    const author = this.#posts.word(post, Word.author);
    if (author !== this.#posts.word(root, Word.author)) this.#passers.add(author);
    let users = this.#users.get(root);
    if (users === undefined) {
      users = new Set();
      this.#users.set(root, users);
    }
    const before = users.size;
    users.add(this.#posts.word(post, Word.author));
    if (users.size === before) return;
    this.#joinRoot.push(root);
    this.#joinTick.push(this.#posts.word(post, Word.tick));
    this.#rank(root);
  }

  /** Roots, largest first. */
  ranked(limit: number): readonly number[] {
    return this.#largest.slice(0, limit);
  }

  /** The cascade with the most users, of equals the oldest; null before the first post. */
  largest(): SocialFrame['largest'] {
    const [root] = this.#largest;
    if (root === undefined) return null;
    const topic = TOPICS[this.#posts.word(root, Word.topic)];
    return { root, topic, size: this.size(root), seen: this.#exposures.seen(root) };
  }

  /** Most users gained in the last five ticks first, then the largest. */
  liveliest(tick: Tick, limit: number): CascadeSummary[] {
    const gained = this.#gained(tick);
    const roots = [...gained.keys()].filter(root => this.size(root) > 1);
    roots.sort((a, b) => gained.get(b)! - gained.get(a)! || this.size(b) - this.size(a) || a - b);
    const chosen = roots.slice(0, limit);
    for (const root of this.#largest) {
      if (chosen.length >= limit) break;
      if (!chosen.includes(root)) chosen.push(root);
    }
    return chosen.map(root => this.summary(root, tick, gained.get(root) ?? 0));
  }

  summary(root: number, tick: Tick, gained = this.#gained(tick).get(root) ?? 0): CascadeSummary {
    const posts = this.members(root);
    return {
      root,
      author: this.#posts.word(root, Word.author),
      tick: this.#posts.word(root, Word.tick),
      topic: TOPICS[this.#posts.word(root, Word.topic)],
      text: getPostText(this.#posts, root),
      size: this.size(root),
      seen: this.#exposures.seen(root),
      posts: posts.length,
      gained,
      growth: this.#growth(posts, tick),
    };
  }

  /** @param parents of its posts by another rule than the run's */
  measures(
    root: number,
    tickSeconds: number,
    upTo: Tick,
    parents?: ReadonlyMap<number, number>,
  ): CascadeMeasures {
    return this.#measure(this.#columns(this.members(root), parents), root, tickSeconds, upTo);
  }

  /** @param parents of its posts by another rule than the run's */
  tree(root: number, tickSeconds: number, upTo: Tick, parents?: ReadonlyMap<number, number>): CascadeTree {
    const posts = this.members(root);
    const columns = this.#columns(posts, parents);
    return {
      root,
      topic: TOPICS[this.#posts.word(root, Word.topic)],
      measures: this.#measure(columns, root, tickSeconds, upTo),
      exposure: this.#exposures.of(root),
      counts: this.#rule,
      upTo,
      post: Uint32Array.from(posts),
      ...columns,
      likes: Uint32Array.from(posts, post => this.#posts.likes.data[post]),
      text: posts.map(post => getPostText(this.#posts, post)),
    };
  }

  /** Replies are counted even where they do not count as a part of the cascade. */
  #measure(columns: CascadeColumns, root: number, tickSeconds: number, upTo: Tick): CascadeMeasures {
    const isReply = (post: number) => this.#posts.word(post, Word.kind) === PostKindNumber.reply;
    const replies = this.#posts.under(root).filter(isReply).length;
    return { ...measureCascade(columns, tickSeconds, upTo), replies };
  }

  #columns(posts: readonly number[], parents?: ReadonlyMap<number, number>) {
    const rowOf = new Map(posts.map((post, row) => [post, row]));
    const parentOf = (post: number) => parents?.get(post) ?? this.#posts.parent.data[post];
    return {
      parent: Int32Array.from(posts, post => rowOf.get(parentOf(post)) ?? -1),
      author: Uint32Array.from(posts, post => this.#posts.word(post, Word.author)),
      tick: Int32Array.from(posts, post => this.#posts.word(post, Word.tick)),
      kind: Uint8Array.from(posts, post => this.#posts.word(post, Word.kind)),
    };
  }

  #gained(tick: Tick): Map<number, number> {
    const gained = new Map<number, number>();
    for (let i = this.#joinTick.length - 1; i >= 0 && this.#joinTick.data[i] > tick - LIVELY_TICKS; i--) {
      const root = this.#joinRoot.data[i];
      gained.set(root, (gained.get(root) ?? 0) + 1);
    }
    return gained;
  }

  #growth(posts: readonly number[], tick: Tick): number[] {
    const start = this.#posts.word(posts[0], Word.tick);
    const users = new Set<number>();
    const growth: number[] = [];
    let next = 0;
    for (let step = 1; step <= GROWTH_STEPS; step++) {
      const until = start + ((tick - start) * step) / GROWTH_STEPS;
      while (next < posts.length && this.#posts.word(posts[next], Word.tick) <= until)
        users.add(this.#posts.word(posts[next++], Word.author));
      growth.push(users.size);
    }
    return growth;
  }

  #rank(root: number): void {
    const list = this.#largest;
    const size = this.size(root);
    const isBehind = (other: number) =>
      this.size(other) < size || (this.size(other) === size && other > root);
    let at = list.indexOf(root);
    if (at < 0) {
      if (list.length === MAX_RANKED_CASCADES && !isBehind(list[MAX_RANKED_CASCADES - 1])) return;
      at = list.length < MAX_RANKED_CASCADES ? list.length : MAX_RANKED_CASCADES - 1;
      list[at] = root;
    }
    for (; at > 0 && isBehind(list[at - 1]); at--) {
      list[at] = list[at - 1];
      list[at - 1] = root;
    }
  }
}
