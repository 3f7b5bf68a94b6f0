/** What is read of a run document. */
export interface StaysDocument {
  readonly config: { readonly agents: number; readonly rounds: number; readonly warm_up: number };
  readonly states: readonly string[];
  readonly distribution: readonly { readonly tick: number; readonly counts: Record<string, number> }[];
  readonly transitions: {
    readonly triggers: readonly string[];
    readonly configurations?: readonly (readonly number[])[];
    readonly tick: readonly number[];
    readonly agent: readonly number[];
    readonly from: readonly number[];
    readonly to: readonly number[];
    readonly trigger: readonly number[];
  };
}

interface Visit {
  readonly agent: number;
  readonly state: string;
  /** Tick of entry; −Infinity for the state that an agent begins in. */
  readonly entered: number;
  /** Tick and trigger of the exit, and the next state; null while it goes on. */
  readonly exit: { readonly tick: number; readonly trigger: string; readonly to: string } | null;
}

/** Name of each number that `from` and `to` hold. @param places those that are told apart; the last one is everywhere else */
function namesOf({ states, transitions }: StaysDocument, places: readonly string[]): readonly string[] {
  if (transitions.configurations === undefined) return states;
  return transitions.configurations.map(
    leaves => leaves.map(leaf => states[leaf]).find(name => places.includes(name)) ?? places.at(-1) ?? '',
  );
}

/** Every stay of every agent, one after the other. */
export function visitsIn(document: StaysDocument, places: readonly string[], initial: string): Visit[] {
  const { tick, agent, to, trigger, triggers } = document.transitions;
  const names = namesOf(document, places);
  const visits: Visit[] = [];
  for (let who = 0; who < document.config.agents; who++) {
    let [state, entered] = [initial, Number.NEGATIVE_INFINITY];
    for (let row = 0; row < tick.length; row++) {
      const next = names[to[row]];
      if (agent[row] !== who || next === state) continue;
      const exit = { tick: tick[row], trigger: triggers[trigger[row]], to: next };
      visits.push({ agent: who, state, entered, exit });
      [state, entered] = [next, tick[row]];
    }
    visits.push({ agent: who, state, entered, exit: null });
  }
  return visits;
}

/** Nearest rank, by the list itself. */
function quantile(lengths: readonly number[], percent: number): number | null {
  const sorted = [...lengths].sort((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? null;
}

/** The same as `computeRunStatistics` says, stay by stay. */
export function countedByHand(
  visits: readonly Visit[],
  names: readonly string[],
  [from, to]: readonly [number, number],
  agents: readonly number[],
) {
  const seen = visits.filter(
    ({ agent, entered, exit }) =>
      agents.includes(agent) && entered <= to && (exit === null || exit.tick >= from),
  );
  const hasBegun = ({ entered }: Visit) => entered >= from;
  const hasEnded = ({ exit }: Visit) => exit !== null && exit.tick <= to;
  const lengthOf = ({ entered, exit }: Visit) =>
    (exit !== null && exit.tick <= to ? exit.tick - 1 : to) - Math.max(entered, from) + 1;
  const stayOf = (visit: Visit) => ({
    agent: visit.agent,
    from: Math.max(visit.entered, from),
    to: Math.min(visit.exit?.tick ?? to, to),
    ticks: lengthOf(visit),
  });
  const longest = (list: readonly Visit[]) =>
    list.map(stayOf).sort((a, b) => b.ticks - a.ticks || a.to - b.to || a.agent - b.agent)[0] ?? null;
  const count = <T>(list: readonly T[], fits: (one: T) => boolean) => list.filter(fits).length;
  const dwell = names.map(state => {
    const here = seen.filter(visit => visit.state === state);
    const whole = here.filter(visit => hasBegun(visit) && hasEnded(visit));
    const agentTicks = here.reduce((sum, visit) => sum + lengthOf(visit), 0);
    return {
      state,
      agentTicks,
      share: agentTicks / (agents.length * (to - from + 1)),
      entries: count(here, hasBegun),
      entriesPerAgent: count(here, hasBegun) / agents.length,
      ended: whole.length,
      median: quantile(whole.map(lengthOf), 50),
      p95: quantile(whole.map(lengthOf), 95),
      longest: longest(whole),
      cutAtStart: count(here, visit => !hasBegun(visit) && hasEnded(visit)),
      cutAtEnd: count(here, visit => hasBegun(visit) && !hasEnded(visit)),
      cutAtBoth: count(here, visit => !hasBegun(visit) && !hasEnded(visit)),
      longestGoingOn: longest(here.filter(visit => !hasEnded(visit))),
    };
  });
  const ended = seen.filter(hasEnded);
  const flow = new Map<string, object>();
  for (const { state, exit } of ended) {
    const same = ended.filter(
      other => other.state === state && other.exit?.to === exit?.to && other.exit?.trigger === exit?.trigger,
    );
    flow.set(`${state} ${exit?.to} ${exit?.trigger}`, {
      from: state,
      to: exit?.to,
      trigger: exit?.trigger,
      count: same.length,
      share: same.length / count(ended, other => other.state === state),
      median: quantile(same.filter(hasBegun).map(lengthOf), 50),
    });
  }
  return { from, to, agents: agents.length, dwell, flow: [...flow.values()] };
}
