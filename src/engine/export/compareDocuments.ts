import type { Tick } from '../core/indices.ts';
import { walkJsonDifferences } from '../core/json/walkJsonDifferences.ts';
import {
  type Act,
  ActsInTurn,
  type ComparedDocument,
  type ComparedPost,
  createConfigurationNamer,
  describeComparedPost,
  getFirstTick,
  listStartConfigurations,
  TOGETHER,
} from './compared.ts';

/** The first tick in which an agent is not the same in both runs. */
export interface Parting {
  readonly tick: number;
  readonly agent_id: string;
  /** The user's own name for it, or the person's, if there is one. */
  readonly name: string | null;
  /** In what it differs first: the state it begins in, what it sees, what it chooses, or what it does. */
  readonly what: 'is' | 'sees' | 'chooses' | 'does';
  readonly a: string | null;
  readonly b: string | null;
  /** Of what is seen: whether the other run does not have it at all. */
  readonly isOnly: { readonly a: boolean; readonly b: boolean };
}

/** An agent in another state at the end; null if a run does not have it. */
interface OtherEnd {
  readonly agent_id: string;
  readonly name: string | null;
  readonly a: string | null;
  readonly b: string | null;
}

/** A root with another number of posts that count in its cascade, itself among them; 0 if a run does not have it. */
export interface OtherCascade {
  readonly author_id: string;
  readonly name: string | null;
  readonly tick: number;
  readonly a: number;
  readonly b: number;
  /** Ids of the post in each run. */
  readonly ids: { readonly a: string | null; readonly b: string | null };
}

/** Comparison of two runs of one model. */
export interface DocumentComparison {
  readonly isSame: boolean;
  /** Paths of the set-up with another value. */
  readonly setup: readonly { readonly path: string; readonly a: unknown; readonly b: unknown }[];
  readonly outcomes: readonly {
    readonly name: string;
    readonly a: number | null;
    readonly b: number | null;
  }[];
  /** Of each agent that ever differs, by tick and number: at the first the runs part. */
  readonly partings: readonly Parting[];
  /** By number; agents that are in one run alone among them. */
  readonly ends: readonly OtherEnd[];
  /** The largest differences first. */
  readonly cascades: readonly OtherCascade[];
  readonly elsewhere: Elsewhere;
  /** Agents of both. */
  readonly agents: number;
}

/** Compares two documents of one model, agent by agent of the same id. */
export function compareDocuments(a: ComparedDocument, b: ComparedDocument): DocumentComparison {
  const ids = [...new Set([...a.agents, ...b.agents].map(({ agent_id }) => agent_id))];
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const names = new Map(
    [...b.agents, ...a.agents].map(agent => [agent.agent_id, agent.label ?? agent.name ?? null]),
  );
  const nameOf = (id: string) => names.get(id) ?? null;
  const partings = findAgentDivergences({ a, b, ids, placeOf, nameOf });
  const ends = compareEndStates(a, b, ids, nameOf);
  const outcomes = Object.keys({ ...a.outcomes, ...b.outcomes }).map(name => ({
    name,
    a: a.outcomes[name] ?? null,
    b: b.outcomes[name] ?? null,
  }));
  const isLike = outcomes.every(one => one.a === one.b) && ends.length === 0;
  return {
    isSame: a.hash === b.hash && partings.length === 0 && isLike,
    agents: ids.length,
    setup: compareSettings(a.config, b.config),
    outcomes,
    partings,
    ends,
    cascades: compareCascades(a, b, nameOf),
    elsewhere: countDifferingAgents(a, b, placeOf),
  };
}

type NameOf = (id: string) => string | null;

/** Both runs, and the agents of either by number. */
interface Both {
  readonly a: ComparedDocument;
  readonly b: ComparedDocument;
  readonly ids: readonly string[];
  readonly placeOf: ReadonlyMap<string, number>;
  readonly nameOf: NameOf;
}

/** Goes through both runs tick by tick, and notes the first difference of each agent. */
function findAgentDivergences(both: Both): readonly Parting[] {
  const { a, b, ids, placeOf, nameOf } = both;
  const [actsA, actsB] = [new ActsInTurn(a, placeOf), new ActsInTurn(b, placeOf)];
  const [postsA, postsB] = [actsA, actsB].map(({ posts }) => new Set(posts.values()));
  const partings = [...findStartDivergences(both)];
  const hasParted = new Set(partings.map(({ agent_id }) => placeOf.get(agent_id)));
  for (const tick of [...new Set([...actsA.ticks, ...actsB.ticks])].sort((x, y) => x - y)) {
    const [inA, inB] = [actsA.at(tick), actsB.at(tick)];
    const agents = [...new Set([...inA.keys(), ...inB.keys()])].sort((x, y) => x - y);
    for (const agent of agents) {
      if (hasParted.has(agent)) continue;
      const parting = findActDifference(inA.get(agent) ?? NO_ACT, inB.get(agent) ?? NO_ACT);
      if (parting === null) continue;
      hasParted.add(agent);
      const isSeen = parting.what === 'sees';
      const isOnly = {
        a: isSeen && parting.a !== null && !postsB.has(parting.a),
        b: isSeen && parting.b !== null && !postsA.has(parting.b),
      };
      partings.push({ tick, agent_id: ids[agent], name: nameOf(ids[agent]), ...parting, isOnly });
    }
  }
  const orderOf = ({ agent_id }: Parting) => placeOf.get(agent_id) ?? -1;
  return partings.sort((x, y) => x.tick - y.tick || orderOf(x) - orderOf(y));
}

/** Agents of both that begin in no state of one name: they never were the same, though they may not move at all. */
function findStartDivergences({ a, b, ids, placeOf, nameOf }: Both): readonly Parting[] {
  const [inA, inB] = [listStartConfigurations(a, placeOf), listStartConfigurations(b, placeOf)];
  const tick = Math.min(getFirstTick(a), getFirstTick(b));
  const isOnly = { a: false, b: false };
  return ids.flatMap((id, place) => {
    const [state, other] = [inA.get(place), inB.get(place)];
    if (state === undefined || other === undefined || haveCommonState(state, other)) return [];
    return [{ tick, agent_id: id, name: nameOf(id), what: 'is' as const, a: state, b: other, isOnly }];
  });
}

/** True if two configurations in words share a state: one of them may have more regions. */
function haveCommonState(a: string, b: string): boolean {
  const states = new Set(a.split(TOGETHER));
  return b.split(TOGETHER).some(state => states.has(state));
}

const NO_ACT: Act = { sees: null, chooses: null, does: null };

function findActDifference(a: Act, b: Act): Pick<Parting, 'what' | 'a' | 'b'> | null {
  for (const what of ['sees', 'chooses', 'does'] as const)
    if (a[what] !== b[what]) return { what, a: a[what], b: b[what] };
  return null;
}

function compareEndStates(
  a: ComparedDocument,
  b: ComparedDocument,
  ids: readonly string[],
  nameOf: NameOf,
): readonly OtherEnd[] {
  const [inA, inB] = [a, b].map(
    ({ agents }) => new Map(agents.map(({ agent_id, current_state }) => [agent_id, current_state])),
  );
  return ids
    .map(id => ({ agent_id: id, name: nameOf(id), a: inA.get(id) ?? null, b: inB.get(id) ?? null }))
    .filter(end => end.a !== end.b);
}

/** Roots are the same if author and tick are. */
function compareCascades(a: ComparedDocument, b: ComparedDocument, nameOf: NameOf): readonly OtherCascade[] {
  const [inA, inB] = [countCascadePosts(a), countCascadePosts(b)];
  const sizes = (key: string) => ({
    a: inA.get(key)?.size ?? 0,
    b: inB.get(key)?.size ?? 0,
    ids: { a: inA.get(key)?.post_id ?? null, b: inB.get(key)?.post_id ?? null },
  });
  return [...new Map([...inA, ...inB]).entries()]
    .map(([key, { author_id, tick }]) => ({ author_id, name: nameOf(author_id), tick, ...sizes(key) }))
    .filter(both => both.a !== both.b)
    .sort((x, y) => Math.abs(y.a - y.b) - Math.abs(x.a - x.b) || x.tick - y.tick);
}

/** Posts under each root, by what the root is; a second one by the same author in the same tick counts as another. */
function countCascadePosts({ posts = [], config }: ComparedDocument) {
  // Documents from before there was a choice count threads.
  const isThread =
    (config.parameters as Readonly<Record<string, unknown>> | undefined)?.cascade_counts !== 'reshares';
  const sizes = new Map<string, Pick<ComparedPost, 'post_id' | 'author_id' | 'tick'> & { size: number }>();
  const keyOf = new Map<string, string>();
  for (const post of posts) {
    if (post.root_id === post.post_id) {
      let key = describeComparedPost(post);
      while (sizes.has(key)) key += '+';
      keyOf.set(post.post_id, key);
      const { post_id, author_id, tick } = post;
      sizes.set(key, { post_id, author_id, tick, size: 0 });
    }
    const root = sizes.get(keyOf.get(post.root_id) ?? '');
    if (root !== undefined && (isThread || post.kind !== 'reply')) root.size++;
  }
  return sizes;
}

/** Values of two set-ups that differ, by path; the rounds that were played among them. */
const compareSettings = (a: unknown, b: unknown): DocumentComparison['setup'] =>
  [...walkJsonDifferences(a, b, Array.isArray)]
    .filter(({ one, other }) => JSON.stringify(one) !== JSON.stringify(other))
    .map(({ path, one, other }) => ({ path: path.join('.'), a: one ?? null, b: other ?? null }));

/** Number of agents in another state in the other run, after each tick. */
interface Elsewhere {
  readonly first: Tick;
  readonly counts: readonly number[];
}

/**
 * Counts, tick by tick up to the end of the shorter run, the agents whose states differ by name. Those that are in one run
 * alone are not counted.
 */
function countDifferingAgents(
  a: ComparedDocument,
  b: ComparedDocument,
  placeOf: ReadonlyMap<string, number>,
): Elsewhere {
  const [inA, inB] = [new StatesInTurn(a, placeOf), new StatesInTurn(b, placeOf)];
  const both = new Set(a.agents.map(({ agent_id }) => agent_id));
  const places = b.agents.flatMap(({ agent_id }) =>
    both.has(agent_id) ? (placeOf.get(agent_id) ?? []) : [],
  );
  const isElsewhere = new Map(places.map(place => [place, inA.of(place) !== inB.of(place)]));
  let count = places.filter(place => isElsewhere.get(place)).length;
  const first = Math.max(inA.first, inB.first);
  const last = Math.min(inA.last, inB.last);
  const counts: number[] = [];
  for (let tick = first; tick <= last; tick++) {
    for (const place of [...inA.moveTo(tick), ...inB.moveTo(tick)]) {
      const was = isElsewhere.get(place);
      if (was === undefined) continue;
      const is = inA.of(place) !== inB.of(place);
      if (is !== was) count += is ? 1 : -1;
      isElsewhere.set(place, is);
    }
    counts.push(count);
  }
  return { first, counts };
}

/** Each agent's state in words, tick after tick. */
class StatesInTurn {
  readonly first: Tick;
  readonly last: Tick;
  readonly #one: ComparedDocument;
  readonly #wordsOf: (place: number) => string;
  readonly #places: readonly number[];
  readonly #state: Map<number, string>;
  #row = 0;

  constructor(one: ComparedDocument, placeOf: ReadonlyMap<string, number>) {
    const { agents, transitions, config } = one;
    this.#one = one;
    this.#wordsOf = createConfigurationNamer(one);
    this.#places = agents.map(({ agent_id }) => placeOf.get(agent_id) ?? -1);
    this.first = getFirstTick(one);
    this.last = Number(config.rounds ?? transitions.tick.at(-1) ?? 0);
    this.#state = new Map(listStartConfigurations(one, placeOf));
  }

  of(place: number): string | undefined {
    return this.#state.get(place);
  }

  /** Goes on to the end of a tick. @returns who has moved */
  moveTo(tick: Tick): readonly number[] {
    const { tick: ticks, agent, to } = this.#one.transitions;
    const moved: number[] = [];
    for (; ticks[this.#row] <= tick; this.#row++) {
      const place = this.#places[agent[this.#row]];
      this.#state.set(place, this.#wordsOf(to[this.#row]));
      moved.push(place);
    }
    return moved;
  }
}
