import type { Tick } from '../../../core/indices.ts';
import { type Chance, Random } from '../../../core/random.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { Moods } from '../people/moods.ts';
import { Pending } from '../socialChart.ts';
import { SocialDomain } from '../socialDomain.ts';
import type { SocialParameters } from '../socialParameters.ts';
import type { Cascades } from './cascades.ts';
import type { Feed } from './feed.ts';
import { PostKindNumber, type Posts, Word } from './posts.ts';

/**
 * Probability that a post is attached to the root instead of the seen copy: .9 − .786 v² for a reshare, .127 less for a
 * reply; of the rest, a share credit × (1 − v / 2) is attached to the root, too. One below 0, at least −.013, counts as 0.
 * @param credit `root_credit` of the parameters
 */
export function computeRootShare(posts: Posts, seen: number, isReply: boolean, credit: number): number {
  const attribution = posts.attribution.data[seen];
  const share = 0.9 - 0.786 * attribution - (isReply ? 0.127 : 0);
  return credit === 0 ? share : share + (1 - share) * credit * (1 - Math.sqrt(attribution) / 2);
}

/** Parameters by which deeds are delivered. */
type Delivering = Pick<SocialParameters, 'notify' | 'alerts' | 'root_credit'>;

/** Purpose of the choice stream's draw. */
export const PARENT_DRAW = 2;

/** Finds the parent of a reply or reshare that an agent makes of the post it chose about last. */
export type FindParent = (agent: number, isReply: boolean, tick: Tick) => number;

/** Deeds of agents towards others, collected during a tick and delivered at its end, in agent order. */
export class Delivery {
  /** Counts of the last tick: likes, replies, reshares, original posts. */
  series = [0, 0, 0, 0];
  /** Posts that changes make in this tick, after all others. */
  readonly insertions: { readonly author: number; readonly topic: number }[] = [];
  readonly #posts: Posts;
  readonly #cascades: Cascades;
  readonly #feed: Feed;
  readonly #choice: Random;
  /** Triples (agent, `Pending` number, copy concerned or, for an original post, its topic). */
  readonly #deeds: number[] = [];
  /** Texts in a model's words, by place in `#deeds`. */
  readonly #texts = new Map<number, string>();

  /**
   * @param moods of the agents, which receive the reactions; null without moods
   * @param findParent of a reply or reshare; null: the root by `computeRootShare`, else the copy
   */
  constructor(
    posts: Posts,
    cascades: Cascades,
    feed: Feed,
    chance: Chance,
    private readonly moods: Moods | null,
    private readonly findParent: FindParent | null,
  ) {
    this.#choice = new Random(chance, SocialDomain.choice);
    this.#posts = posts;
    this.#cascades = cascades;
    this.#feed = feed;
  }

  /** Keeps a deed for the end of the tick. `about` is the copy, or the topic of an original post. */
  add(agent: number, deed: number, about: number, text?: string): void {
    if (text !== undefined) this.#texts.set(this.#deeds.length, text);
    this.#deeds.push(agent, deed, about);
  }

  deliver(tick: Tick, machine: Machine, parameters: Delivering): void {
    this.series.fill(0);
    for (let i = 0; i < this.#deeds.length; i += 3) {
      const agent = this.#deeds[i];
      const deed = this.#deeds[i + 1];
      const about = this.#deeds[i + 2];
      if (deed === Pending.like) this.#like(agent, about);
      else {
        const post = this.#make(agent, deed, about, tick, parameters.root_credit);
        const text = this.#texts.get(i);
        if (text !== undefined) this.#posts.texts.set(post, text);
        this.#publish(post, machine, parameters);
      }
    }
    for (const { author, topic } of this.insertions) {
      this.#posts.inserted.push(this.#posts.count);
      this.#publish(this.#make(author, Pending.original, topic, tick, 0), machine, parameters);
    }
    this.insertions.length = 0;
    this.#deeds.length = 0;
    this.#texts.clear();
  }

  #like(agent: number, copy: number): void {
    const content = this.#posts.word(copy, Word.content);
    this.#tell(agent, content);
    this.#posts.likes.data[content]++;
    this.#posts.credit(content, 1);
    this.#feed.heat(content, 1);
    this.series[0]++;
  }

  /**
   * Makes a post.
   * @returns the new post.
   */
  #make(agent: number, deed: number, about: number, tick: Tick, credit: number): number {
    const posts = this.#posts;
    if (deed === Pending.original) {
      this.series[3]++;
      return posts.add(agent, PostKindNumber.original, -1, -1, about, tick);
    }
    const isReply = deed === Pending.reply;
    const parent =
      this.findParent?.(agent, isReply, tick) ?? this.#drawParent(agent, about, isReply, tick, credit);
    const content = posts.word(about, Word.content);
    const topic = posts.word(about, Word.topic);
    this.#tell(agent, isReply ? parent : content);
    posts.credit(content, isReply ? 1 : 2);
    this.#feed.heat(content, isReply ? 1 : 3);
    this.series[isReply ? 1 : 2]++;
    return posts.add(
      agent,
      isReply ? PostKindNumber.reply : PostKindNumber.reshare,
      parent,
      isReply ? -1 : content,
      topic,
      tick,
    );
  }

  #drawParent(agent: number, seen: number, isReply: boolean, tick: Tick, credit: number): number {
    const share = computeRootShare(this.#posts, seen, isReply, credit);
    return this.#choice.unit(agent, tick, PARENT_DRAW) < share ? this.#posts.word(seen, Word.root) : seen;
  }

  /** Passes a reaction on to the post's author. */
  #tell(agent: number, post: number): void {
    if (this.moods === null) return;
    const author = this.#posts.word(post, Word.author);
    if (author !== agent) this.moods.responded(author);
  }

  #publish(post: number, machine: Machine, { notify, alerts }: Delivering): void {
    const posts = this.#posts;
    const author = posts.word(post, Word.author);
    const kind = posts.word(post, Word.kind);
    const parent = posts.parent.data[post];
    this.#cascades.add(post);
    machine.log.entry(author, kind, parent + 1, posts.word(post, Word.root) + 1);
    this.#feed.markSeen(author, posts.word(post, Word.content));
    this.#feed.publish(post, alerts);
    if (notify && kind === PostKindNumber.reply) this.#feed.notify(posts.word(parent, Word.author), post);
  }
}
