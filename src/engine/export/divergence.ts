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
    readonly to: readonly number[];
    readonly trigger: readonly number[];
  };
  readonly decisions: readonly Readonly<Record<string, unknown>>[];
  /** Of a social run: what is seen. */
  readonly posts?: readonly {
    readonly post_id: string;
    readonly author_id: string;
    readonly kind: string;
    readonly tick: number;
  }[];
}

/** What an agent saw, chose and did in a tick, in words; null for nothing. */
interface Act {
  readonly sees: string | null;
  readonly chooses: string | null;
  readonly does: string | null;
}

/** The first tick in which an agent is not the same in both runs. */
export interface Parting {
  readonly tick: number;
  readonly agent_id: string;
  /** The user's own name for it, or the person's, where there is one. */
  readonly name: string | null;
  /** In what it differs first: what it sees, what it chooses, or what it does. */
  readonly what: 'sees' | 'chooses' | 'does';
  readonly a: string | null;
  readonly b: string | null;
}

/** Two runs of one model beside each other. */
export interface DocumentComparison {
  readonly isSame: boolean;
  /** Paths of the set-up with another value. */
  readonly setup: readonly { readonly path: string; readonly a: unknown; readonly b: unknown }[];
  readonly outcomes: readonly {
    readonly name: string;
    readonly a: number | null;
    readonly b: number | null;
  }[];
  /** Of each agent that ever differs, by tick and number: the first are where the runs part. */
  readonly partings: readonly Parting[];
  /** Agents that are in another state at the end; those that are in one run alone among them. */
  readonly endOtherwise: number;
  /** Agents of both. */
  readonly agents: number;
}

/** Compares two documents of one model, agent by agent of the same id. */
export function compareDocuments(a: ComparedDocument, b: ComparedDocument): DocumentComparison {
  const [actsA, actsB] = [actsOf(a), actsOf(b)];
  const ids = [...new Set([...actsA.keys(), ...actsB.keys()])];
  const place = new Map([...a.agents, ...b.agents].map(({ agent_id }, i) => [agent_id, i]));
  const partings = ids
    .flatMap(id => partingOf(id, actsA.get(id) ?? new Map(), actsB.get(id) ?? new Map()) ?? [])
    .map(parting => ({ ...parting, name: nameOf(a, parting.agent_id) ?? nameOf(b, parting.agent_id) }))
    .sort((x, y) => x.tick - y.tick || place.get(x.agent_id)! - place.get(y.agent_id)!);
  const endOtherwise = endsOtherwise(a, b);
  const outcomes = Object.keys({ ...a.outcomes, ...b.outcomes }).map(name => ({
    name,
    a: a.outcomes[name] ?? null,
    b: b.outcomes[name] ?? null,
  }));
  const isLike = outcomes.every(one => one.a === one.b) && endOtherwise === 0;
  return {
    isSame: a.hash === b.hash && partings.length === 0 && isLike,
    agents: ids.length,
    setup: settingsOf(a.config, b.config),
    outcomes,
    partings,
    endOtherwise,
  };
}

type Acts = ReadonlyMap<number, Act>;

/** By agent's id, then by tick. */
function actsOf({
  agents,
  states,
  transitions,
  decisions,
  posts = [],
}: ComparedDocument): ReadonlyMap<string, Acts> {
  const acts = new Map<string, Map<number, { -readonly [Part in keyof Act]: Act[Part] }>>(
    agents.map(({ agent_id }) => [agent_id, new Map()]),
  );
  // By its number a post is another one as soon as there was one more before it.
  const postOf = new Map(
    posts.map(({ post_id, kind, author_id, tick }) => [post_id, `${kind} by ${author_id}, round ${tick}`]),
  );
  const actOf = (id: string, tick: number) => {
    const own = acts.get(id) ?? new Map();
    acts.set(id, own);
    const act = own.get(tick) ?? { sees: null, chooses: null, does: null };
    own.set(tick, act);
    return act;
  };
  for (const row of decisions) {
    const act = actOf(String(row.agent_id), Number(row.tick));
    if (typeof row.post_id === 'string') act.sees = postOf.get(row.post_id) ?? row.post_id;
    act.chooses = textOf(row.action ?? row.answer ?? row.source);
  }
  const { triggers, configurations, tick, agent, to, trigger } = transitions;
  const stateOf = (place: number) =>
    configurations?.[place].map(leaf => states[leaf]).join(' + ') ?? states[place];
  for (const [row, at] of tick.entries()) {
    const act = actOf(agents[agent[row]].agent_id, at);
    const moved = `${triggers[trigger[row]]} → ${stateOf(to[row])}`;
    act.does = act.does === null ? moved : `${act.does}, ${moved}`;
  }
  return acts;
}

function partingOf(agent_id: string, a: Acts, b: Acts): Omit<Parting, 'name'> | null {
  const ticks = [...new Set([...a.keys(), ...b.keys()])].sort((x, y) => x - y);
  for (const tick of ticks)
    for (const what of ['sees', 'chooses', 'does'] as const) {
      const [inA, inB] = [a.get(tick)?.[what] ?? null, b.get(tick)?.[what] ?? null];
      if (inA !== inB) return { tick, agent_id, what, a: inA, b: inB };
    }
  return null;
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

function nameOf({ agents }: ComparedDocument, id: string): string | null {
  const agent = agents.find(({ agent_id }) => agent_id === id);
  return agent?.label ?? agent?.name ?? null;
}

function endsOtherwise(a: ComparedDocument, b: ComparedDocument): number {
  const ends = new Map(a.agents.map(({ agent_id, current_state }) => [agent_id, current_state]));
  let count = 0;
  for (const { agent_id, current_state } of b.agents) {
    if (ends.get(agent_id) !== current_state) count++;
    ends.delete(agent_id);
  }
  return count + ends.size;
}

/** Values of two set-ups that differ, by path; the rounds that were played among them. */
function settingsOf(a: unknown, b: unknown, path = ''): DocumentComparison['setup'] {
  if (JSON.stringify(a) === JSON.stringify(b)) return [];
  if (!isFields(a) || !isFields(b)) return [{ path, a: a ?? null, b: b ?? null }];
  return Object.keys({ ...a, ...b }).flatMap(key =>
    settingsOf(a[key], b[key], path === '' ? key : `${path}.${key}`),
  );
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
