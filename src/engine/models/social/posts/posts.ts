import { type Chance, Random } from '../../../core/random.ts';
import { addRow, Growing, type SavedColumn } from '../../../core/tables/growing.ts';
import { SocialDomain } from '../socialDomain.ts';

/** Words in a post's record, kept together because the feed reads them at random. */
export const POST_WORDS = 8;
/** Position of each word in a post's record. */
export const Word = {
  content: 0,
  tick: 1,
  topic: 2,
  social2: 3,
  root: 4,
  author: 5,
  depth: 6,
  kind: 7,
} as const;

/** Numbers of the kinds of post, as `POST_KINDS` orders them. */
export const PostKindNumber = { original: 0, reply: 1, reshare: 2 } as const;

/** Purposes of the post stream's draws; a post that a change has made has the next ones to itself. */
const Draw = { root: 0, text: 1, inserted: 2 } as const;

/** Number of the first post that a change has made, among draws by number: more than there are others. */
const INSERTED = 0x8000_0000;

/** All posts as plain data; the roots' draws are repeated. */
export interface SavedPosts {
  readonly records: SavedColumn;
  readonly parent: SavedColumn;
  readonly likes: SavedColumn;
  readonly texts: readonly (readonly [post: number, text: string])[];
  /** Absent for none. */
  readonly removed?: readonly number[];
  readonly inserted?: readonly number[];
}

/**
 * All posts of a run. The content of a reshare is the post that it shares; every other post is its own.
 * `social2` is twice the attention for a content: likes + 2 reshares + replies.
 */
export class Posts {
  count = 0;
  readonly records = new Growing(Int32Array, 1024 * POST_WORDS);
  /** −1 for a root. */
  readonly parent = new Growing(Int32Array);
  readonly likes = new Growing(Uint32Array);
  /** Drawn per root, copied to all under it: factor on the interest. */
  readonly quality = new Growing(Float32Array);
  /** Drawn per root: ticks after which reshares and replies have fallen to one half. */
  readonly lifetime = new Growing(Float32Array);
  /** Drawn per root: how strongly posts attach to the root rather than to the copy seen. */
  readonly attribution = new Growing(Float32Array);
  /** Drawn per root: factor on its lifetime, its freshness and its way to the top of feeds; 1 without a spread. */
  readonly pace = new Growing(Float32Array);
  /** Next post under the same root, −1 at the end; for roots, index of the last one. */
  readonly next = new Growing(Int32Array);
  readonly last = new Growing(Int32Array);
  /** One row a post. */
  readonly #columns = [
    ...[this.parent, this.likes, this.next, this.last],
    ...[this.quality, this.lifetime, this.attribution, this.pace],
  ];
  /** Texts written by a model; every other text is a pure function of the post. */
  readonly texts = new Map<number, string>();
  /** Posts that are shown to nobody any more, with their subtrees. */
  readonly removed = new Set<number>();
  /** Posts that changes have made, ascending. */
  readonly inserted: number[] = [];
  readonly #random: Random;
  readonly #paceRandom: Random;

  /**
   * @param byNumber whether draws are by the post's number, as before version 0.6, instead of author and round
   * @param paceSpread parameter `pace_spread`
   */
  constructor(
    chance: number | Chance,
    private readonly byNumber = false,
    private readonly paceSpread = 0,
  ) {
    this.#random = new Random(chance, SocialDomain.post);
    this.#paceRandom = new Random(chance, SocialDomain.pace);
  }

  /** Authors of replies and reshares that count, up to a tick, each with whom it answers and who began the cascade. */
  *answers(
    tick: number,
    cascades: { counts(post: number): boolean },
  ): Generator<readonly [author: number, of: number, root: number]> {
    for (let post = 0; post < this.count && this.word(post, Word.tick) <= tick; post++) {
      const parent = this.parent.data[post];
      if (parent >= 0 && cascades.counts(post))
        yield [
          this.word(post, Word.author),
          this.word(parent, Word.author),
          this.word(this.word(post, Word.root), Word.author),
        ];
    }
  }

  save(): SavedPosts {
    const { records, parent, likes, texts, removed, inserted } = this;
    return {
      ...{ records: records.save(), parent: parent.save(), likes: likes.save(), texts: [...texts] },
      ...(removed.size > 0 && { removed: [...removed] }),
      ...(inserted.length > 0 && { inserted: [...inserted] }),
    };
  }

  /** Restores posts into a run without any. */
  restore({ records, parent, likes, texts, removed = [], inserted = [] }: SavedPosts): void {
    for (const post of removed) this.removed.add(post);
    this.inserted.push(...inserted);
    for (let post = 0; post < parent.length; post++) {
      const word = (name: number) => records[post * POST_WORDS + name];
      const content = word(Word.content);
      this.add(word(Word.author), word(Word.kind), parent[post], content, word(Word.topic), word(Word.tick));
    }
    // The counts of what others did with them came later.
    this.records.restore(records);
    this.likes.restore(likes);
    for (const [post, text] of texts) this.texts.set(post, text);
  }

  word(post: number, word: number): number {
    return this.records.data[post * POST_WORDS + word];
  }

  /** @returns the new post's index. */
  add(author: number, kind: number, parent: number, content: number, topic: number, tick: number): number {
    const post = this.count++;
    const at = post * POST_WORDS;
    this.records.reserve(at + POST_WORDS);
    this.records.length = at + POST_WORDS;
    const record = this.records.data;
    const root = parent < 0 ? post : record[parent * POST_WORDS + Word.root];
    record[at + Word.content] = content < 0 ? post : content;
    record[at + Word.tick] = tick;
    record[at + Word.topic] = topic;
    record[at + Word.root] = root;
    record[at + Word.author] = author;
    record[at + Word.depth] = parent < 0 ? 0 : record[parent * POST_WORDS + Word.depth] + 1;
    record[at + Word.kind] = kind;
    addRow(this.#columns);
    this.parent.data[post] = parent;
    this.likes.data[post] = 0;
    this.next.data[post] = -1;
    this.last.data[post] = post;
    if (this.removed.size > 0) this.#removeWith(post);
    if (root === post) this.#drawRoot(post);
    else this.#inherit(post, root);
    return post;
  }

  /** Shows a post, and its subtree, to nobody any more. @returns whether there is such a post */
  remove(post: number): boolean {
    if (post >= this.count) return false;
    this.removed.add(post);
    for (let other = post + 1; other < this.count; other++) this.#removeWith(other);
    return true;
  }

  /** A uint32 for a post's built-in text. */
  textBits(post: number): number {
    return this.#bits(post, Draw.text);
  }

  /** Adds to the attention that a content shows to the feed's readers. */
  credit(content: number, halves: number): void {
    this.records.data[content * POST_WORDS + Word.social2] += halves;
  }

  /** Posts under a root, parents before children, the root first. */
  under(root: number): number[] {
    const posts: number[] = [];
    for (let post = root; post >= 0; post = this.next.data[post]) posts.push(post);
    return posts;
  }

  /** A post is removed with its parent, and a copy with its content. */
  #removeWith(post: number): void {
    if (this.removed.has(this.parent.data[post]) || this.removed.has(this.word(post, Word.content)))
      this.removed.add(post);
  }

  /** quality = 1 + .389 (2u⁸ − .22); lifetime = 28.2 (.084 + .916 (.1 + 4u⁵)) × pace; attribution v². */
  #drawRoot(post: number): void {
    const u = this.#bits(post, Draw.root) / 0x1_0000_0000;
    const v = this.#random.second();
    const u2 = u * u;
    const u4 = u2 * u2;
    this.quality.data[post] = 1 + 0.389 * (2 * u4 * u4 - 0.22);
    this.attribution.data[post] = v * v;
    const pace = this.#drawPace(post);
    this.pace.data[post] = pace;
    this.lifetime.data[post] = pace * 28.2 * (0.084 + 0.916 * (0.1 + 4 * u4 * u));
  }

  /** (1 + s u) / (1 + s (1 − u)): median 1, as often above x as below 1 / x, from 1 / (1 + s) to 1 + s. */
  #drawPace(post: number): number {
    const spread = this.paceSpread;
    if (spread === 0) return 1;
    const u = this.#bits(post, Draw.root, this.#paceRandom) / 0x1_0000_0000;
    return (1 + spread * u) / (1 + spread * (1 - u));
  }

  /**
   * A draw for a post, by its author and its tick: one post more or less leaves those of all others as they are. Of posts
   * that changes make, an author may have several in a tick.
   */
  #bits(post: number, purpose: number, random = this.#random): number {
    if (this.byNumber) return random.bits(this.#numberOf(post), 0, purpose);
    const author = this.word(post, Word.author);
    const tick = this.word(post, Word.tick);
    const own = this.inserted.filter(
      other =>
        other <= post && this.word(other, Word.author) === author && this.word(other, Word.tick) === tick,
    );
    const place = own.at(-1) === post ? own.length : 0;
    return random.bits(author, tick, place * Draw.inserted + purpose);
  }

  /** The number by which a post's chances were drawn: those that changes have made come after all others. */
  #numberOf(post: number): number {
    if (this.inserted.length === 0) return post;
    const before = this.inserted.filter(other => other < post).length;
    return this.inserted.includes(post) ? INSERTED + before : post - before;
  }

  #inherit(post: number, root: number): void {
    this.quality.data[post] = this.quality.data[root];
    this.lifetime.data[post] = this.lifetime.data[root];
    this.pace.data[post] = this.pace.data[root];
    this.attribution.data[post] = this.attribution.data[root];
    this.next.data[this.last.data[root]] = post;
    this.last.data[root] = post;
  }
}
