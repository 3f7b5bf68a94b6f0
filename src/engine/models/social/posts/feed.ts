import { type Chance, Domain, Random } from '../../../core/random.ts';
import type { SavedColumn } from '../../../core/tables/growing.ts';
import type { Network } from '../../../network/network.ts';
import { computeInterest } from '../asking/policy.ts';
import type { Society } from '../people/society.ts';
import type { FeedOrder } from '../socialChoices.ts';
import { SocialDomain } from '../socialDomain.ts';
import type { SocialParameters } from '../socialParameters.ts';
import type { Arrivals } from './arrivals.ts';
import { Follows } from './follows.ts';
import { POST_WORDS, type Posts, Word } from './posts.ts';
import { restoreCells, type SavedCells, saveCells } from './savedCells.ts';

/** Capacity of an agent's feed, in copies: as many as bits in a word. */
export const INBOX = 32;
/** A copy is a record of words, so that what is read together lies together: at a million agents each look is a miss. */
const COPY_WORDS = 3;
const CopyWord = { post: 0, content: 1, tieAndCopies: 2 } as const;
/** Most copies that are counted. */
const MAX_COPIES = 255;
/** Capacity of its memory of contents seen. */
export const SEEN = 64;
/** Capacity of the list of trending contents. */
export const TRENDING = 8;
/** Share of its heat that a trending content keeps from tick to tick. */
export const COOLING = 0.96;

/** All feeds as plain data. */
export interface SavedFeed {
  /** The copies that wait. */
  readonly copies: SavedCells;
  /** The contents seen. */
  readonly seen: SavedCells;
  readonly columns: readonly SavedColumn[];
  readonly firstFresh: number;
  /** Edges that changes have cut or added; absent for none. */
  readonly edges?: ReturnType<Follows['save']>;
}

/** A copy that waits in a feed. */
interface WaitingCopy {
  readonly post: number;
  readonly content: number;
  /** Strength of the tie to the sender, 0 to 65,535. */
  readonly tie: number;
  /** Number of people who have passed that content on to the agent. */
  readonly copies: number;
}

/** Parameters by which copies wait. */
type Waiting = Pick<SocialParameters, 'expiry' | 'surfacing'>;

/** The order of a run's feeds; `newest_first` is how runs before there were several said it. */
export const getFeedOrder = ({ feed, newest_first }: SocialParameters): FeedOrder =>
  newest_first ? 'chronological' : feed;

/** Facts that an order may look at. */
interface RankedCopy {
  readonly post: number;
  readonly content: number;
  readonly interest: number;
  /** Twice the attention for the content, with its copies. */
  readonly attention: number;
  readonly affinity: number;
}

/**
 * Bounded feeds, filled by pushing. A copy is (post, content, strength of the tie to the sender, number of
 * copies of that content so far). Contents seen are stored + 1; 0 is an empty place.
 */
export class Feed {
  readonly #posts: Posts;
  readonly #society: Society;
  readonly #network: Network;
  /** Per edge, 0 to 65,535 for 0 to 1: √(w / greatest w), or a hash if the network has no weights. */
  readonly #ties: Uint16Array;
  /** Records of copies, INBOX for each agent. */
  readonly #copies: Uint32Array;
  /** Per agent, a bit for each place that holds a copy. */
  readonly #held: Uint32Array;
  readonly #head: Uint8Array;
  readonly #seen: Uint32Array;
  readonly #seenHead: Uint8Array;
  /** Follow links that differ from the network. */
  readonly follows: Follows;
  readonly #trendingRandom: Random;
  readonly #orderRandom: Random;
  /** Roots with their heat; −1 for none. */
  readonly #hot = new Int32Array(TRENDING).fill(-1);
  readonly #heat = new Float64Array(TRENDING);
  /** First post younger than the expiry. */
  #firstFresh = 0;
  // The best copy that `look` found.
  bestPost = -1;
  bestTie = 0;
  bestCopies = 0;
  bestInterest = 0;
  #bestRank = 0;

  /** @param arrivals null: copies are there at once, and wake nobody */
  constructor(
    network: Network,
    posts: Posts,
    society: Society,
    chance: Chance,
    readonly arrivals: Arrivals | null = null,
  ) {
    this.#network = network;
    this.#posts = posts;
    this.#society = society;
    const size = network.nodes;
    this.#ties = drawTieStrengths(network, chance.seed);
    this.#copies = new Uint32Array(size * INBOX * COPY_WORDS);
    this.#held = new Uint32Array(size);
    this.#head = new Uint8Array(size);
    this.#seen = new Uint32Array(size * SEEN);
    this.#seenHead = new Uint8Array(size);
    this.follows = new Follows(network, chance.seed);
    this.#trendingRandom = new Random(chance, SocialDomain.trending);
    this.#orderRandom = new Random(chance, SocialDomain.feed);
  }

  save(): SavedFeed {
    const edges = this.follows.save();
    return {
      copies: this.#saveCopies(),
      seen: saveCells(this.#seen),
      columns: this.#columns().map(column => column.slice()),
      firstFresh: this.#firstFresh,
      ...(edges.length > 0 && { edges }),
    };
  }

  /** Restores feeds into empty ones. */
  restore({ copies, seen, columns, firstFresh, edges = [] }: SavedFeed): void {
    this.follows.restore(edges);
    this.#restoreCopies(copies);
    restoreCells(seen, this.#seen);
    for (const [i, column] of this.#columns().entries()) column.set(columns[i]);
    this.#firstFresh = firstFresh;
  }

  /** The copies that wait, column by column: post, content + 1, tie, number of copies. */
  #saveCopies(): SavedCells {
    const places = this.#listPlaces();
    const both = places.map(place => this.#copies[place * COPY_WORDS + CopyWord.tieAndCopies]);
    return {
      places,
      columns: [
        places.map(place => this.#copies[place * COPY_WORDS + CopyWord.post]),
        places.map(place => this.#copies[place * COPY_WORDS + CopyWord.content] + 1),
        Uint16Array.from(both),
        Uint8Array.from(both.map(word => word >>> 16)),
      ],
    };
  }

  /** Places of all copies among those of all agents, ascending. */
  #listPlaces(): Uint32Array {
    let count = 0;
    for (const held of this.#held) for (let bits = held; bits !== 0; bits &= bits - 1) count++;
    const places = new Uint32Array(count);
    let next = 0;
    for (let agent = 0; agent < this.#held.length; agent++)
      for (let bits = this.#held[agent]; bits !== 0; bits &= bits - 1)
        places[next++] = agent * INBOX + findLowestBit(bits);
    return places;
  }

  #restoreCopies({ places, columns: [posts, contents, ties, copies] }: SavedCells): void {
    for (let cell = 0; cell < posts.length; cell++) {
      if (contents[cell] === 0) continue;
      const place = places?.[cell] ?? cell;
      this.#setCopy(place, posts[cell], contents[cell] - 1, ties[cell], copies[cell]);
    }
  }

  /** @param place of the copy among those of all agents */
  #copyAt(place: number): WaitingCopy {
    const at = place * COPY_WORDS;
    const both = this.#copies[at + CopyWord.tieAndCopies];
    return {
      post: this.#copies[at + CopyWord.post],
      content: this.#copies[at + CopyWord.content],
      tie: both & 0xffff,
      copies: both >>> 16,
    };
  }

  #setCopy(place: number, post: number, content: number, tie: number, copies: number): void {
    const at = place * COPY_WORDS;
    this.#copies[at + CopyWord.post] = post;
    this.#copies[at + CopyWord.content] = content;
    this.#copies[at + CopyWord.tieAndCopies] = tie | (copies << 16);
    this.#held[Math.floor(place / INBOX)] |= 1 << (place % INBOX);
  }

  #columns(): readonly (Uint8Array | Int32Array | Float64Array)[] {
    return [this.#head, this.#seenHead, this.#hot, this.#heat];
  }

  /** Pushes a new post to all who follow its author. @param alerts the parameter */
  publish(post: number, alerts = 0): void {
    if (this.isHidden(post)) return;
    const author = this.#posts.word(post, Word.author);
    const { offsets, targets } = this.#network;
    const { isChanged } = this.follows;
    for (let e = offsets[author]; e < offsets[author + 1]; e++)
      if (!isChanged || !this.follows.isCut(author, targets[e]))
        this.#push(targets[e], post, this.#ties[e], alerts);
    if (!isChanged) return;
    for (const [follower, tie] of this.follows.added(author)) this.#push(follower, post, tie, alerts);
  }

  /** True if changes hide a post from everybody: it, its author or its content was removed. */
  isHidden(post: number): boolean {
    const { removed } = this.#posts;
    const { gone } = this.#society;
    if (removed.size === 0 && gone.size === 0) return false;
    const by = (one: number) => this.#posts.word(one, Word.author);
    return removed.has(post) || gone.has(by(post)) || gone.has(by(this.#posts.word(post, Word.content)));
  }

  /** Shows a reply to the author of its parent, unless the author follows the replier anyway. */
  notify(agent: number, post: number): void {
    const author = this.#posts.word(post, Word.author);
    if (agent === author || this.follows.isThere(author, agent) || this.isHidden(post)) return;
    this.#push(agent, post, 0xffff, 0);
  }

  /** Strength of the tie along an edge of the network, 0 to 65,535. */
  tieOf(edge: number): number {
    return this.#ties[edge];
  }

  /** Marks a content that the agent will not be shown again. */
  markSeen(agent: number, content: number): void {
    const head = this.#seenHead[agent];
    this.#seen[agent * SEEN + head] = content + 1;
    this.#seenHead[agent] = (head + 1) % SEEN;
    const place = this.#placeOf(agent, content);
    if (place >= 0) this.#drop(agent, place);
  }

  /** Place of a content's copy in an agent's feed, 0 to 31; −1 for none. */
  #placeOf(agent: number, content: number): number {
    const from = agent * INBOX * COPY_WORDS + CopyWord.content;
    for (let bits = this.#held[agent]; bits !== 0; bits &= bits - 1) {
      const place = findLowestBit(bits);
      if (this.#copies[from + place * COPY_WORDS] === content) return place;
    }
    return -1;
  }

  #drop(agent: number, place: number): void {
    this.#held[agent] &= ~(1 << place);
  }

  /** Once a tick, drops posts beyond the expiry and cools trending contents. */
  age(tick: number, expiry: number): void {
    const { count, records } = this.#posts;
    while (
      this.#firstFresh < count &&
      tick - records.data[this.#firstFresh * POST_WORDS + Word.tick] > expiry
    )
      this.#firstFresh++;
    for (let i = 0; i < TRENDING; i++) this.#heat[i] *= COOLING;
  }

  /** Heats a content that somebody passed on or liked. */
  heat(content: number, by: number): void {
    let coolest = 0;
    for (let i = 0; i < TRENDING; i++) {
      if (this.#hot[i] === content) {
        this.#heat[i] += by;
        return;
      }
      if (this.#heat[i] < this.#heat[coolest]) coolest = i;
    }
    if (this.#heat[coolest] < by) {
      this.#hot[coolest] = content;
      this.#heat[coolest] = by;
    }
  }

  /** Looks for the copy that the feed shows first; leaves it in `best…`. @returns false when nothing waits. */
  look(agent: number, tick: number, parameters: SocialParameters): boolean {
    this.bestPost = -1;
    this.bestInterest = -1;
    this.#bestRank = -1;
    const order = getFeedOrder(parameters);
    const copies = this.#copies;
    for (let bits = this.#held[agent]; bits !== 0; bits &= bits - 1) {
      const place = findLowestBit(bits);
      const at = (agent * INBOX + place) * COPY_WORDS;
      const post = copies[at + CopyWord.post];
      if (post < this.#firstFresh || this.isHidden(post)) {
        this.#drop(agent, place);
        continue;
      }
      if (this.arrivals?.isUp(agent, post, tick, parameters.surfacing) === false) continue;
      const both = copies[at + CopyWord.tieAndCopies];
      const content = copies[at + CopyWord.content];
      this.#offer(agent, tick, post, content, both & 0xffff, both >>> 16, parameters, order);
    }
    if (this.#trendingRandom.unit(agent, tick, 0) < parameters.trending)
      this.#offerTrending(agent, tick, parameters, order);
    return this.bestPost >= 0;
  }

  /** Place of a copy in an agent's feed: the greatest is shown first. */
  rank(order: FeedOrder, agent: number, tick: number, copy: RankedCopy): number {
    switch (order) {
      case 'by_interest':
        return copy.interest;
      case 'chronological':
        return copy.post;
      case 'by_engagement':
        return copy.attention;
      case 'by_similarity':
        return copy.affinity;
      case 'random':
        return this.#orderRandom.bits(agent, tick, copy.content);
    }
  }

  /** Posts that `look` would find in a tick, without trending ones, in the order of the places. Changes nothing. */
  waiting(agent: number, tick: number, { expiry, surfacing }: Waiting): WaitingCopy[] {
    const waiting: WaitingCopy[] = [];
    for (let bits = this.#held[agent]; bits !== 0; bits &= bits - 1) {
      const copy = this.#copyAt(agent * INBOX + findLowestBit(bits));
      const { post } = copy;
      if (this.isHidden(post) || tick - this.#posts.word(post, Word.tick) > expiry) continue;
      if (this.arrivals?.isUp(agent, post, tick, surfacing) === false) continue;
      waiting.push(copy);
    }
    return waiting;
  }

  #offerTrending(agent: number, tick: number, parameters: SocialParameters, order: FeedOrder): void {
    const post = this.#hot[Math.floor(this.#trendingRandom.second() * TRENDING)];
    if (post < this.#firstFresh || this.hasSeen(agent, post) || this.isHidden(post)) return;
    this.#offer(agent, tick, post, post, 0, 1, parameters, order);
  }

  #offer(
    agent: number,
    tick: number,
    post: number,
    content: number,
    tie: number,
    copies: number,
    { half_life }: SocialParameters,
    order: FeedOrder,
  ) {
    const records = this.#posts.records.data;
    const at = post * POST_WORDS;
    const affinity = this.#society.affinity(agent, records[at + Word.topic]);
    const attention = records[content * POST_WORDS + Word.social2] + 4 * (copies - 1);
    const age = tick - records[at + Word.tick];
    const quality = this.#posts.quality.data[post];
    const halfLife = half_life * this.#posts.pace.data[post];
    const interest = computeInterest(affinity, age, tie / 0xffff, attention, quality, halfLife);
    const rank =
      order === 'by_interest'
        ? interest
        : this.rank(order, agent, tick, { post, content, interest, attention, affinity });
    // Of equals the newest, but by interest the one in the lower place.
    if (rank < this.#bestRank) return;
    if (rank === this.#bestRank && (order === 'by_interest' || post < this.bestPost)) return;
    this.#bestRank = rank;
    this.bestInterest = interest;
    this.bestPost = post;
    this.bestTie = tie;
    this.bestCopies = copies;
  }

  #push(agent: number, post: number, tie: number, alerts: number): void {
    const content = this.#posts.word(post, Word.content);
    if (this.hasSeen(agent, content)) return;
    this.arrivals?.alert(agent, post, alerts);
    const known = this.#placeOf(agent, content);
    if (known >= 0) {
      // A content that already waits is not shown twice, but it counts that one more person has passed it on.
      const at = (agent * INBOX + known) * COPY_WORDS + CopyWord.tieAndCopies;
      if (this.#copies[at] >>> 16 < MAX_COPIES) this.#copies[at] += 1 << 16;
      return;
    }
    const head = this.#head[agent];
    this.#setCopy(agent * INBOX + head, post, content, tie, 1);
    this.#head[agent] = (head + 1) % INBOX;
  }

  /** True if an agent has looked at a content, as far as it remembers. */
  hasSeen(agent: number, content: number): boolean {
    const from = agent * SEEN;
    for (let i = from; i < from + SEEN; i++) {
      const seen = this.#seen[i];
      if (seen === content + 1) return true;
      // They fill up from the first on.
      if (seen === 0) return false;
    }
    return false;
  }
}

/** Number of the lowest bit that is set, 0 to 31. */
const findLowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

function drawTieStrengths(network: Network, seed: number): Uint16Array {
  const { weights, targets, offsets } = network;
  const ties = new Uint16Array(targets.length);
  if (weights !== null) {
    const greatest = weights.reduce((most, w) => Math.max(most, w), 0);
    for (let e = 0; e < ties.length; e++)
      ties[e] = greatest > 0 ? Math.floor(Math.sqrt(weights[e] / greatest) * 0xffff) : 0;
    return ties;
  }
  const random = new Random(seed, Domain.network);
  for (let u = 0; u < network.nodes; u++)
    for (let e = offsets[u]; e < offsets[u + 1]; e++) ties[e] = random.bits(u, targets[e], 0xff) >>> 16;
  return ties;
}
