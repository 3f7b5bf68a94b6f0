import type { Tick } from '../../../core/indices.ts';
import { Random } from '../../../core/random.ts';
import type { Network } from '../../../network/network.ts';
import type { RunConfig } from '../../../setup/config.ts';
import { getSeedSchedule } from '../../../setup/setupChanges.ts';
import { OPTIONS } from '../asking/policy.ts';
import type { Decisions } from '../asking/socialDecisions.ts';
import { computeRootShare, type FindParent, PARENT_DRAW } from '../posts/delivery.ts';
import type { Exposures } from '../posts/exposure.ts';
import type { Feed } from '../posts/feed.ts';
import { PostKindNumber, type Posts, Word } from '../posts/posts.ts';
import type { ParentRule } from '../socialChoices.ts';
import { SocialDomain } from '../socialDomain.ts';
import type { SocialParameters } from '../socialParameters.ts';

/** Parts of a run on which a parent depends; `SocialState` has them. */
interface ParentSources {
  readonly posts: Posts;
  readonly feed: Feed;
  readonly decisions: Decisions;
  readonly exposures: Exposures;
  readonly config: RunConfig<SocialParameters>;
  readonly inputs: { readonly network: Network };
  parametersAt(tick: Tick): SocialParameters;
}

const REPLY = OPTIONS.indexOf('reply');
const RESHARE = OPTIONS.indexOf('reshare');

/** The parents of a run whose rule needs more than the copy that the feed showed. */
export function createParentFinder(sources: ParentSources): FindParent {
  const draws = createParentDraws(sources);
  const { decisions, config } = sources;
  return (agent, isReply, tick) => {
    const row = decisions.agent.view().lastIndexOf(agent);
    return chooseParent(
      config.parameters.parent_rule,
      createParentQuestion(sources, row, tick, isReply),
      draws,
    );
  };
}

/** The stream that parents are drawn from. */
export const createParentDraws = ({ config }: Pick<ParentSources, 'config'>): Random =>
  new Random(getSeedSchedule(config), SocialDomain.choice);

/**
 * Copies that an agent could have seen when it made a choice: of people that it follows, no older than the expiry, shown to
 * somebody, the oldest first. @param row of `decisions`
 */
export function listExposures(sources: ParentSources, row: number): readonly Exposed[] {
  const { posts, feed, decisions, inputs } = sources;
  const agent = decisions.agent.data[row];
  const content = posts.word(decisions.post.data[row], Word.content);
  const look = findFirstLook(decisions, row);
  const { expiry } = sources.parametersAt(look);
  return posts.under(posts.word(content, Word.root)).flatMap(post => {
    if (posts.word(post, Word.content) !== content || feed.isHidden(post)) return [];
    const age = look - posts.word(post, Word.tick);
    if (age < 1 || age > expiry) return [];
    const tie = findTie(feed, inputs.network, posts.word(post, Word.author), agent);
    return tie === null ? [] : [{ post, tie }];
  });
}

/** The tick of the first view of the post: the one before the first question about it, if answers were late. */
export function findFirstLook({ agent, tick, post }: Decisions, row: number): Tick {
  let first = tick.data[row];
  for (let before = row - 1; before >= 0 && tick.data[before] >= first - 1; before--)
    if (agent.data[before] === agent.data[row] && post.data[before] === post.data[row])
      first = tick.data[before];
  return first - 1;
}

/** Strength of the tie to an author whose posts an agent gets, 0 to 65,535; null if it gets none. */
function findTie(feed: Feed, network: Network, author: number, agent: number): number | null {
  const { follows } = feed;
  if (follows.isCut(author, agent)) return null;
  const edge = getFollowed(network).findEdge(author, agent);
  if (edge >= 0) return feed.tieOf(edge);
  for (const [follower, tie] of follows.added(author)) if (follower === agent) return tie;
  return null;
}

const followedByNetwork = new WeakMap<Network, Followed>();
function getFollowed(network: Network): Followed {
  const known = followedByNetwork.get(network) ?? new Followed(network);
  followedByNetwork.set(network, known);
  return known;
}

/** The network's edges by those who follow. */
class Followed {
  /** Of each node, where its row begins in the other two. */
  readonly #offsets: Uint32Array;
  /** Whom it follows, ascending, and the number of the edge. */
  readonly #authors: Uint32Array;
  readonly #edges: Uint32Array;

  /** O(nodes + edges). */
  constructor({ nodes, offsets, targets }: Network) {
    this.#offsets = new Uint32Array(nodes + 1);
    for (let e = 0; e < targets.length; e++) this.#offsets[targets[e] + 1]++;
    for (let node = 0; node < nodes; node++) this.#offsets[node + 1] += this.#offsets[node];
    this.#authors = new Uint32Array(targets.length);
    this.#edges = new Uint32Array(targets.length);
    const next = this.#offsets.slice();
    for (let author = 0; author < nodes; author++)
      for (let e = offsets[author]; e < offsets[author + 1]; e++) {
        const at = next[targets[e]]++;
        this.#authors[at] = author;
        this.#edges[at] = e;
      }
  }

  /** Number of the edge by which an agent gets an author's posts; −1 for none. O(log of those whom it follows). */
  findEdge(author: number, agent: number): number {
    let [low, high] = [this.#offsets[agent], this.#offsets[agent + 1]];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#authors[middle] < author) low = middle + 1;
      else high = middle;
    }
    return low < this.#offsets[agent + 1] && this.#authors[low] === author ? this.#edges[low] : -1;
  }
}

/** A copy of a content by which somebody could have come to it. */
export interface Exposed {
  readonly post: number;
  /** Strength of the tie to its author, 0 to 65,535. */
  readonly tie: number;
}

/** A reply or reshare that looks for its parent. */
interface ParentQuestion {
  readonly author: number;
  readonly tick: number;
  /** The copy that the feed showed. */
  readonly seen: number;
  /** The post that was answered or passed on, of which `seen` is a copy or which it is. */
  readonly original: number;
  /** The first post of the cascade, and the probability that rules `drawn` and `root_or_other` take it. */
  readonly root: number;
  readonly rootShare: number;
  /** Copies that its author could have seen, the oldest first. Asked for only where the rule needs them. */
  exposures(): readonly Exposed[];
}

/** The parent by a rule. @param choice the stream of `SocialDomain.choice` */
export function chooseParent(rule: ParentRule, question: ParentQuestion, choice: Random): number {
  const { author, tick, seen, original, root, rootShare } = question;
  const draw = () => choice.unit(author, tick, PARENT_DRAW);
  if (rule === 'drawn') return draw() < rootShare ? root : seen;
  if (rule === 'root_or_other') return draw() < rootShare ? root : findOtherThanRoot(question);
  if (rule === 'original') return original;
  const copies = question.exposures();
  // Somebody whom nobody led to it: it was trending, or it answers a post of its own.
  if (copies.length === 0) return seen;
  if (rule === 'first_seen') return copies[0].post;
  if (rule === 'last_seen') return copies[copies.length - 1].post;
  if (rule === 'strongest_tie')
    return copies.reduce((best, copy) => (copy.tie > best.tie ? copy : best)).post;
  return drawByTie(copies, draw());
}

/** True if the feed showed the root to the author, or the root is among the copies that it could have seen. */
export const couldSeeRoot = ({ seen, root, exposures }: ParentQuestion): boolean =>
  seen === root || exposures().some(({ post }) => post === root);

/** The copy that the feed showed; if that was the root, the newest other one, and the root where there is none. */
export function findOtherThanRoot({ seen, root, exposures }: ParentQuestion): number {
  if (seen !== root) return seen;
  return exposures().findLast(({ post }) => post !== root)?.post ?? root;
}

/** A copy with a probability proportional to its tie, of which the weakest counts as 1 of 65,536. */
function drawByTie(copies: readonly Exposed[], unit: number): number {
  let left = unit * copies.reduce((sum, { tie }) => sum + tie + 1, 0);
  for (const { post, tie } of copies) {
    left -= tie + 1;
    if (left < 0) return post;
  }
  return copies[copies.length - 1].post;
}

/** The reply or reshare to which a choice led. @param tick in which it was made */
export function createParentQuestion(
  sources: ParentSources,
  row: number,
  tick: Tick,
  isReply: boolean,
): ParentQuestion {
  const { posts, decisions } = sources;
  const seen = decisions.post.data[row];
  return {
    author: decisions.agent.data[row],
    tick,
    seen,
    original: posts.word(seen, Word.content),
    root: posts.word(seen, Word.root),
    rootShare: computeRootShare(posts, seen, isReply, sources.parametersAt(tick).root_credit),
    exposures: () => listExposures(sources, row),
  };
}

/** The question that each post of a cascade but its first puts to a rule; its author's copies are listed once for all rules. */
export function createParentQuestions(
  sources: ParentSources,
  root: number,
  members: readonly number[],
): ReadonlyMap<number, ParentQuestion> {
  const { posts } = sources;
  return new Map(
    [...findChoices(sources, root, members)].map(([post, row]) => {
      const isReply = posts.word(post, Word.kind) === PostKindNumber.reply;
      const question = createParentQuestion(sources, row, posts.word(post, Word.tick), isReply);
      let known: readonly Exposed[] | null = null;
      const exposures = () => {
        known ??= question.exposures();
        return known;
      };
      return [post, { ...question, exposures }];
    }),
  );
}

/**
 * Parents of a cascade's posts by a rule, as if the run had had it; what was shown to whom stays as it was.
 * @param questions of `createParentQuestions`, if they are put to several rules
 */
export function findParents(
  sources: ParentSources,
  root: number,
  members: readonly number[],
  rule: ParentRule,
  questions = createParentQuestions(sources, root, members),
): ReadonlyMap<number, number> {
  const draws = createParentDraws(sources);
  return new Map(
    members.map(post => {
      const question = questions.get(post);
      const parent =
        question === undefined ? sources.posts.parent.data[post] : chooseParent(rule, question, draws);
      return [post, parent];
    }),
  );
}

/** The choice, a row of `decisions`, that led to each post of a cascade but its first. */
export function findChoices(
  { posts, decisions, exposures }: Pick<ParentSources, 'posts' | 'decisions' | 'exposures'>,
  root: number,
  members: readonly number[],
): ReadonlyMap<number, number> {
  const { agent, tick, option } = decisions;
  const byAgent = new Map<number, number[]>();
  for (const row of exposures.rowsUnder(root)) {
    const rows = byAgent.get(agent.data[row]);
    if (rows) rows.push(row);
    else byAgent.set(agent.data[row], [row]);
  }
  const choices = new Map<number, number>();
  for (const post of members) {
    const wanted = posts.word(post, Word.kind) === PostKindNumber.reply ? REPLY : RESHARE;
    const rows = byAgent.get(posts.word(post, Word.author)) ?? [];
    // Rows come newest first.
    const row = rows.find(one => tick.data[one] < posts.word(post, Word.tick) && option.data[one] === wanted);
    if (row !== undefined && post !== root) choices.set(post, row);
  }
  return choices;
}
