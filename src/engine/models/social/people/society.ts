import { InputError } from '../../../core/errors.ts';
import type { Tick } from '../../../core/indices.ts';
import { Domain, Random } from '../../../core/random.ts';
import type { SavedColumn } from '../../../core/tables/growing.ts';
import type { Network } from '../../../network/network.ts';
import { Agent, type AgentHome } from '../../../statechart/agent.ts';
import { Population } from '../../../statechart/population.ts';
import { TOPICS } from '../posts/composePostText.ts';
import type { SocialParameters } from '../socialParameters.ts';
import { type Archetype, CREATOR } from './archetypes.ts';
import { SPREAD } from './archetypeTable.ts';

/** Purposes of the profile stream's draws. */
const Draw = { archetype: 0, rates: 1, thresholds: 2, sessions: 3, favourite: 4, interest: 16 } as const;

/** Columns of sessions and of the post in view, in addition to the population's; all others are drawn. */
export type SavedSociety = Readonly<
  Record<'sessionLength' | 'focusPost' | 'focusTie' | 'focusCopies', SavedColumn>
> & {
  /** Absent for none. */
  readonly gone?: readonly number[];
  /** Absent for nobody. */
  readonly became?: readonly SavedBecoming[];
};

/** The agents' columns: their attributes, and what the guards read. */
export class Society {
  readonly population: Population;
  /** At present, indices of ARCHETYPES. */
  readonly archetype: Uint8Array;
  /** With which a run begins. */
  readonly drawnArchetype: Uint8Array;
  /** agents × topics, 0 to 255 for 0 to 1. */
  readonly interests: Uint8Array;
  readonly like: Float32Array;
  readonly reply: Float32Array;
  readonly reshare: Float32Array;
  /** Own posts per scrolling tick before the parameter `posting`. */
  readonly ownPostRate: Float32Array;
  readonly sessionsPerDay: Float32Array;
  /** 0 to 1. */
  readonly engagementThreshold: Float32Array;
  readonly sessionMin: Uint8Array;
  readonly sessionMax: Uint8Array;
  /** Ticks of the present session. */
  readonly sessionLength: Int32Array;
  // Columns named by the chart's guards.
  readonly sessionLeft: Int32Array;
  readonly postDraw: Float32Array;
  readonly postRate: Float32Array;
  readonly interest: Float32Array;
  readonly notice: Float32Array;
  readonly pendingAction: Int32Array;
  readonly workLeft: Int32Array;
  readonly restLimit: Int32Array;
  // The copy in view: its post (−1 for none), tie and number of copies.
  readonly focusPost: Int32Array;
  readonly focusTie: Uint16Array;
  readonly focusCopies: Uint8Array;

  /** Agents that changes or `hubs_removed` have taken away: they are idle, and what they posted is shown to nobody. */
  readonly gone = new Set<number>();
  /** Of these, those that changes have. */
  readonly #removed = new Set<number>();
  readonly #ranked: Uint32Array;
  /** Agents with a changed archetype; null for nobody. */
  became: Became | null = null;
  readonly #profile: Random;

  /** @param kinds the archetypes, in the order of ARCHETYPES */
  constructor(
    network: Network,
    seed: number,
    parameters: SocialParameters,
    readonly kinds: readonly Archetype[],
  ) {
    const size = network.nodes;
    const population = new Population(size, 0);
    this.population = population;
    this.#profile = new Random(seed, Domain.profile);
    this.#ranked = rankByFollowers(network);
    this.drawnArchetype = drawArchetypes(this.#ranked, seed, kinds);
    this.archetype = this.drawnArchetype.slice();
    this.interests = new Uint8Array(size * TOPICS.length);
    this.like = new Float32Array(size);
    this.reply = new Float32Array(size);
    this.reshare = new Float32Array(size);
    this.ownPostRate = new Float32Array(size);
    this.sessionsPerDay = new Float32Array(size);
    this.sessionMin = new Uint8Array(size);
    this.sessionMax = new Uint8Array(size);
    this.sessionLength = new Int32Array(size);
    this.engagementThreshold = population.addFloat(ENGAGEMENT);
    this.sessionLeft = population.addInteger('session_left');
    this.postDraw = population.addFloat('post_draw');
    this.postRate = population.addFloat('post_rate');
    this.interest = population.addFloat('interest');
    this.notice = population.addFloat('notice');
    this.pendingAction = population.addInteger('pending_action');
    this.workLeft = population.addInteger('work_left');
    this.restLimit = population.addInteger('rest_limit');
    this.focusPost = new Int32Array(size).fill(-1);
    this.focusTie = new Uint16Array(size);
    this.focusCopies = new Uint8Array(size);
    this.#drawPeople(parameters.history_depth);
    this.adopt(parameters);
  }

  /** Recomputes the columns that live parameters scale. */
  adopt(parameters: SocialParameters): void {
    for (let agent = 0; agent < this.population.size; agent++) this.scale(agent, parameters);
    this.removeHubs(parameters);
  }

  /** Takes the most followed away, in addition to those that changes have; others come back. */
  removeHubs({ hubs_removed = 0 }: Partial<SocialParameters>): void {
    this.gone.clear();
    this.remove(this.#removed);
    for (const agent of this.#ranked.subarray(0, hubs_removed)) this.gone.add(agent);
  }

  /** True for an agent that a change has taken away, not `hubs_removed` alone. */
  isRemovedByChange = (agent: number): boolean => this.#removed.has(agent);

  /** Takes agents away for good. */
  remove(agents: Iterable<number>): void {
    for (const agent of agents) {
      this.#removed.add(agent);
      this.gone.add(agent);
    }
  }

  /** Recomputes what live parameters scale of an agent. */
  scale(agent: number, parameters: SocialParameters): void {
    this.postRate[agent] = this.ownPostRate[agent] * parameters.posting;
    this.notice[agent] = this.engagementThreshold[agent] * parameters.attention;
  }

  /** Index of the archetype that an agent has in a tick that was played, or in the next one. */
  archetypeAt(agent: number, tick: Tick): number {
    const drawn = this.drawnArchetype[agent];
    return this.became?.at(agent, tick, drawn) ?? drawn;
  }

  /** Rates and threshold that an agent has in a tick that was played, or in the next one. */
  traitsAt(agent: number, tick: Tick): Pick<Traits, 'like' | 'reply' | 'reshare' | 'engagementThreshold'> {
    if (this.became?.has(agent)) return this.#traits(agent, this.archetypeAt(agent, tick));
    const { like, reply, reshare, engagementThreshold } = this;
    return {
      like: like[agent],
      reply: reply[agent],
      reshare: reshare[agent],
      engagementThreshold: engagementThreshold[agent],
    };
  }

  save(): SavedSociety {
    const { sessionLength, focusPost, focusTie, focusCopies } = this;
    return {
      sessionLength: sessionLength.slice(),
      focusPost: focusPost.slice(),
      focusTie: focusTie.slice(),
      focusCopies: focusCopies.slice(),
      ...(this.#removed.size > 0 && { gone: [...this.#removed] }),
      ...(this.became && { became: this.became.save() }),
    };
  }

  restore({ sessionLength, focusPost, focusTie, focusCopies, gone = [] }: SavedSociety): void {
    this.remove(gone);
    this.sessionLength.set(sessionLength);
    this.focusPost.set(focusPost);
    this.focusTie.set(focusTie);
    this.focusCopies.set(focusCopies);
  }

  /** Begins a session of min + ⌊(max − min + 1) u²⌋ ticks. */
  startSession(agent: number, u: number): void {
    const min = this.sessionMin[agent];
    const length = min + Math.floor((this.sessionMax[agent] - min + 1) * u * u);
    this.sessionLength[agent] = length;
    this.sessionLeft[agent] = length;
  }

  /** 0 to 1. */
  affinity(agent: number, topic: number): number {
    return this.interests[agent * TOPICS.length + topic] / 255;
  }

  #traits(agent: number, kind: number): Traits {
    return drawTraits(this.#profile, agent, this.kinds[kind], Draw);
  }

  #drawPeople(mostHistory: number): void {
    for (let agent = 0; agent < this.population.size; agent++) {
      const kind = this.archetype[agent];
      this.take(agent, kind);
      this.population.historyDepth[agent] = Math.min(mostHistory, this.kinds[kind].history);
      this.#drawInterests(agent);
    }
  }

  /** Gives an agent what an archetype and its own chances make of it. */
  take(agent: number, kind: number): void {
    const traits = this.#traits(agent, kind);
    this.archetype[agent] = kind;
    this.like[agent] = traits.like;
    this.reply[agent] = traits.reply;
    this.reshare[agent] = traits.reshare;
    this.ownPostRate[agent] = traits.ownPostRate;
    this.sessionsPerDay[agent] = traits.sessionsPerDay;
    this.engagementThreshold[agent] = traits.engagementThreshold;
    this.population.setTimeoutThreshold(agent, traits.timeout);
    [this.sessionMin[agent], this.sessionMax[agent]] = traits.session;
  }

  /** Two favourite topics (0.7 to 1), a passing interest in the others (0 to 0.4). */
  #drawInterests(agent: number): void {
    const random = this.#profile;
    const topics = TOPICS.length;
    const first = Math.floor(random.unit(agent, 0, Draw.favourite) * topics);
    const second = (first + 1 + Math.floor(random.second() * (topics - 1))) % topics;
    for (let topic = 0; topic < topics; topic++) {
      const u = random.unit(agent, 0, Draw.interest + topic);
      const weight = topic === first || topic === second ? 0.7 + 0.3 * u : 0.4 * u;
      this.interests[agent * topics + topic] = Math.floor(weight * 255 + 0.5);
    }
  }
}

/** The most followed are creators, one at least unless their share is 0; everybody else is drawn by share. */
function drawArchetypes(ranked: Uint32Array, seed: number, kinds: readonly Archetype[]): Uint8Array {
  const random = new Random(seed, Domain.profile);
  const others = kinds.slice(0, CREATOR);
  const total = others.reduce((sum, a) => sum + a.share, 0);
  const last = others.findLastIndex(({ share }) => share > 0);
  const archetype = Uint8Array.from(ranked, (_, agent) => {
    let u = random.unit(agent, 0, Draw.archetype) * total;
    for (const [i, kind] of others.entries()) {
      u -= kind.share;
      if (u < 0) return i;
    }
    return last;
  });
  const { share } = kinds[CREATOR];
  const creators = share === 0 ? 0 : Math.max(1, Math.floor(ranked.length * share));
  for (const agent of ranked.subarray(0, creators)) archetype[agent] = CREATOR;
  return archetype;
}

/** Agents by followers in the network, the most followed first, of equals the first. */
export function rankByFollowers({ nodes, offsets }: Network): Uint32Array {
  const followers = (agent: number) => offsets[agent + 1] - offsets[agent];
  return Uint32Array.from({ length: nodes }, (_, agent) => agent).sort(
    (a, b) => followers(b) - followers(a) || a - b,
  );
}

/** Traits from an archetype and an agent's own draws, as the columns hold them. */
interface Traits {
  readonly like: number;
  readonly reply: number;
  readonly reshare: number;
  /** Own posts per scrolling tick before the parameter `posting`. */
  readonly ownPostRate: number;
  readonly sessionsPerDay: number;
  /** 0 to 1. */
  readonly engagementThreshold: number;
  /** Ticks. */
  readonly timeout: number;
  /** Ticks: least and most. */
  readonly session: Archetype['session'];
}

/** Purposes of the profile stream's draws. */
interface Purposes {
  readonly rates: number;
  readonly thresholds: number;
}

/** Attributes vary by ± 40 % (rates) and ± SPREAD (thresholds) within an archetype; an agent's chances are the same in each. */
function drawTraits(random: Random, agent: number, kind: Archetype, draw: Purposes): Traits {
  const engaged = 0.6 + 0.8 * random.unit(agent, 0, draw.rates);
  const active = 0.6 + 0.8 * random.second();
  const threshold = kind.engagementThreshold + 2 * SPREAD * (random.unit(agent, 0, draw.thresholds) - 0.5);
  return {
    like: Math.fround(kind.like * engaged),
    reply: Math.fround(kind.reply * engaged),
    reshare: Math.fround(kind.reshare * engaged),
    ownPostRate: Math.fround(kind.post * active),
    sessionsPerDay: Math.fround(kind.sessionsPerDay * active),
    engagementThreshold: Math.fround(checkEngagement(agent, threshold)),
    timeout: kind.timeout + Math.floor(random.second() * 3) - 1,
    session: kind.session,
  };
}

/** Name of the column with the least interest, 0 to 1, at which a person engages with a post. */
export const ENGAGEMENT = 'engagement_threshold';

/** @throws InputError, naming the person, for a value not between 0 and 1. */
function checkEngagement(agent: number, value: number): number {
  if (!(value >= 0 && value <= 1))
    throw new InputError(`${ENGAGEMENT} of agent ${agent + 1} is ${value}, needs 0.0 to 1.0`);
  return value;
}

/** A social agent by name, as its data model describes it: an agent with an engagement threshold. */
export class Person extends Agent {
  readonly #engagement: Float32Array;

  /** @throws InputError for a population without engagement thresholds. */
  constructor(machine: AgentHome, index: number) {
    super(machine, index);
    const column = machine.population.column(ENGAGEMENT);
    if (!(column instanceof Float32Array)) throw new InputError(`the population has no column ${ENGAGEMENT}`);
    this.#engagement = column;
  }

  /** 0 to 1. @throws InputError when it is set to anything else. */
  get engagementThreshold(): number {
    return this.#engagement[this.index];
  }

  set engagementThreshold(value: number) {
    this.#engagement[this.index] = checkEngagement(this.index, value);
  }
}

/** An agent that has another archetype from a tick on. */
export type SavedBecoming = readonly [agent: number, from: Tick, kind: number];

/** Agents with another archetype than the drawn one, and the tick of the change. */
export class Became {
  /** By agent, oldest first. */
  readonly #kinds = new Map<number, readonly { readonly from: Tick; readonly kind: number }[]>();

  /** Idempotent within a tick, as needed if one is abandoned. @returns false for the present archetype */
  set(agent: number, from: Tick, kind: number, drawn: number): boolean {
    const known = this.#kinds.get(agent) ?? [];
    const before = known.filter(one => one.from < from);
    if (before.length === known.length && this.at(agent, from, drawn) === kind) return false;
    this.#kinds.set(agent, [...before, { from, kind }]);
    return true;
  }

  /** Index of the archetype that an agent has in a tick. @param drawn the one that it began with */
  at(agent: number, tick: Tick, drawn: number): number {
    return this.#kinds.get(agent)?.findLast(({ from }) => from <= tick)?.kind ?? drawn;
  }

  has(agent: number): boolean {
    return this.#kinds.has(agent);
  }

  save(): readonly SavedBecoming[] {
    return [...this.#kinds].flatMap(([agent, known]) =>
      known.map(({ from, kind }) => [agent, from, kind] as const),
    );
  }
}
