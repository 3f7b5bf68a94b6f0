import type { Tick } from '../core/indices.ts';

/** A run document as far as a comparison reads it. */
export interface ComparedDocument {
  readonly hash: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly states: readonly string[];
  readonly outcomes: Readonly<Record<string, number | null>>;
  readonly agents: readonly {
    readonly agent_id: string;
    readonly current_state: string;
    readonly name?: string;
    readonly label?: string | null;
  }[];
  readonly transitions: {
    readonly triggers: readonly string[];
    /** Of a chart with hierarchy: the leaves of each. */
    readonly configurations?: readonly (readonly number[])[];
    readonly tick: readonly number[];
    readonly agent: readonly number[];
    readonly from: readonly number[];
    readonly to: readonly number[];
    readonly trigger: readonly number[];
  };
  readonly decisions: readonly Readonly<Record<string, unknown>>[];
  /** Of a social run: what is seen. */
  readonly posts?: readonly ComparedPost[];
}

/** A post as far as a comparison reads it. */
export interface ComparedPost {
  readonly post_id: string;
  readonly author_id: string;
  readonly kind: string;
  readonly root_id: string;
  readonly tick: number;
}

/** An agent's view, choice and action in a tick, in words; null for none. */
export interface Act {
  sees: string | null;
  chooses: string | null;
  does: string | null;
}

/** A post by what it is: by its number it is another one as soon as there was one more before it. */
export const describeComparedPost = ({ kind, author_id, tick }: ComparedPost): string =>
  `${kind} by ${author_id}, round ${tick}`;

/** Between the states of a configuration in words. */
export const TOGETHER = ' + ';

/** The names of what is active at once after a transition, by its place in the document. */
export function createConfigurationNamer({ states, transitions: { configurations } }: ComparedDocument) {
  return (place: number): string =>
    configurations?.[place]?.map(leaf => states[leaf]).join(TOGETHER) ?? states[place];
}

/**
 * Configuration of each agent before the first tick, in words, by its number.
 * @param placeOf number of an agent, by its id
 */
export function listStartConfigurations(
  document: ComparedDocument,
  placeOf: ReadonlyMap<string, number>,
): ReadonlyMap<number, string> {
  const { agents, transitions } = document;
  const wordsOf = createConfigurationNamer(document);
  const isFlat = transitions.configurations === undefined;
  const numbers = agents.map(({ agent_id }) => placeOf.get(agent_id) ?? -1);
  const starts = new Map(
    agents.map(({ current_state }, agent) => [numbers[agent], isFlat ? current_state : wordsOf(0)]),
  );
  // An agent that moves began in the source of its first transition.
  for (let row = transitions.tick.length - 1; row >= 0; row--)
    starts.set(numbers[transitions.agent[row]], wordsOf(transitions.from[row]));
  return starts;
}

/** The first tick of a run, warm-up included. */
export const getFirstTick = ({ config }: ComparedDocument): Tick => 1 - Number(config.warm_up ?? 0);

/** Reads the acts of a document tick by tick. @param placeOf number of an agent, by its id */
export class ActsInTurn {
  /** Ticks in which something happened, ascending. */
  readonly ticks: readonly number[];
  /** Description of each post. */
  readonly posts: ReadonlyMap<string, string>;
  readonly #document: ComparedDocument;
  readonly #placeOf: ReadonlyMap<string, number>;
  readonly #stateOf: (place: number) => string;
  readonly #decisions: readonly ComparedDocument['decisions'][number][];
  readonly #rows: readonly number[];
  #decision = 0;
  #row = 0;

  constructor(document: ComparedDocument, placeOf: ReadonlyMap<string, number>) {
    const { decisions, transitions, posts = [] } = document;
    this.#document = document;
    this.#placeOf = placeOf;
    this.#stateOf = createConfigurationNamer(document);
    this.posts = new Map(posts.map(post => [post.post_id, describeComparedPost(post)]));
    this.#decisions = sortRowsByTick(decisions, row => Number(row.tick));
    this.#rows = sortRowsByTick([...transitions.tick.keys()], row => transitions.tick[row]);
    const ticks = new Set(transitions.tick);
    for (const { tick } of decisions) ticks.add(Number(tick));
    this.ticks = [...ticks].sort((a, b) => a - b);
  }

  /** Acts of the next tick by agents' numbers. Ticks are asked for in ascending order. */
  at(tick: number): ReadonlyMap<number, Act> {
    const acts = new Map<number, Act>();
    const actOf = (agent: number) => {
      const act = acts.get(agent) ?? { sees: null, chooses: null, does: null };
      acts.set(agent, act);
      return act;
    };
    for (; Number(this.#decisions[this.#decision]?.tick) <= tick; this.#decision++) {
      const row = this.#decisions[this.#decision];
      const act = actOf(this.#placeOf.get(String(row.agent_id)) ?? -1);
      if (typeof row.post_id === 'string') act.sees = this.posts.get(row.post_id) ?? row.post_id;
      act.chooses = toTextOrNull(row.action ?? row.answer ?? row.source);
    }
    const { transitions, agents } = this.#document;
    const { triggers, agent, to, trigger } = transitions;
    for (; transitions.tick[this.#rows[this.#row]] <= tick; this.#row++) {
      const row = this.#rows[this.#row];
      const act = actOf(this.#placeOf.get(agents[agent[row]].agent_id) ?? -1);
      const moved = `${triggers[trigger[row]]} → ${this.#stateOf(to[row])}`;
      act.does = act.does === null ? moved : `${act.does}, ${moved}`;
    }
    return acts;
  }
}

/** Rows by tick; those of one tick stay as they are. */
function sortRowsByTick<Row>(rows: readonly Row[], tickOf: (row: Row) => number): readonly Row[] {
  for (let i = 1; i < rows.length; i++)
    if (tickOf(rows[i]) < tickOf(rows[i - 1])) return [...rows].sort((a, b) => tickOf(a) - tickOf(b));
  return rows;
}

const toTextOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
