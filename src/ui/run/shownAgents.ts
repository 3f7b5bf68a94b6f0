import { findFirstAtLeast } from '../../engine/core/findFirstAtLeast.ts';
import type { Tick } from '../../engine/core/indices.ts';
import { applyLogRow, type StateColumns } from '../../engine/log/fold.ts';
import type { Frame, FrameMoves } from '../../engine/model/frame.ts';
import { ASLEEP, MAX_DOTS, type RegionMoves } from '../../engine/statechart/regionMoves.ts';
import type { RunInfo, StatesAt } from '../../workers/protocol/api.ts';

/** Places of all agents in every region of a chart with hierarchy, region after region; one may be a dot each. */
interface Places {
  /** State of the chart's outline; ASLEEP for none. */
  readonly leaf: Uint16Array;
  /** Tick in which it was entered. */
  readonly since: Int32Array;
  /** The tick's moves: places that changed, each with a transition of the chart's outline. */
  readonly moved: { readonly agent: Uint32Array; readonly transition: Uint16Array };
}

/** Every agent's state at one tick, as the chart shows it. */
export interface ShownAgents {
  readonly tick: Tick;
  readonly state: Uint16Array;
  /** Tick of each agent's last transition. */
  readonly since: Int32Array;
  /** The tick's moves. */
  readonly moved: { readonly agent: Uint32Array; readonly transition: Uint16Array };
  /** Null for a flat chart, and if there are too many agents to be dots. */
  readonly places: Places | null;
  /** Where states and ticks come from, if later moves wait to be worked into them. */
  readonly columns?: Columns;
}

const NO_MOVES = { agent: new Uint32Array(), transition: new Uint16Array() };

/**
 * The page's own columns of all agents, with moves that wait until somebody reads the columns: of very many agents
 * nobody may for a long time.
 */
class Columns {
  #waiting: FrameMoves[] = [];
  #rows = 0;

  readonly #held: StateColumns;
  readonly #targets: Uint16Array;

  constructor({ state, since }: StateColumns, targets: Uint16Array) {
    this.#held = { state, since };
    this.#targets = targets;
  }

  /** @returns false for so many that asking for all states is less work */
  add(moves: FrameMoves): boolean {
    this.#waiting.push(moves);
    this.#rows += moves.agent.length;
    return this.#rows <= 2 * this.#held.state.length + MAX_DOTS;
  }

  read(): StateColumns {
    for (const { tick, agent, transition } of this.#waiting)
      for (let row = 0; row < agent.length; row++)
        applyLogRow(this.#held, this.#targets, tick[row], agent[row], transition[row]);
    this.#waiting = [];
    this.#rows = 0;
    return this.#held;
  }
}

/** Everybody in the initial state, before the warm-up. */
export function createInitialAgents(info: RunInfo): ShownAgents {
  const initial = info.chart.states.indexOf(info.chart.initial);
  return {
    tick: -info.config.warmUp,
    state: new Uint16Array(info.config.agents).fill(initial),
    since: new Int32Array(info.config.agents).fill(-info.config.warmUp),
    moved: NO_MOVES,
    places: createInitialPlaces(info),
  };
}

function createInitialPlaces({ chart: { outline }, config: { agents, warmUp } }: RunInfo): Places | null {
  if (!outline || agents > MAX_DOTS) return null;
  const { states, regions, active } = outline;
  const isLeaf = (state: number) => states[state].kind === 'atomic' || states[state].kind === 'final';
  const leaf = new Uint16Array(regions.length * agents);
  for (const region of regions.keys()) {
    const first = active.find(state => isLeaf(state) && states[state].region === region);
    leaf.fill(first ?? ASLEEP, region * agents, (region + 1) * agents);
  }
  return { leaf, since: new Int32Array(leaf.length).fill(-warmUp), moved: NO_MOVES };
}

/** Target state of each transition, as state numbers. */
export function getTransitionTargets(info: RunInfo): Uint16Array {
  return Uint16Array.from(info.chart.transitions, transition => info.chart.states.indexOf(transition.target));
}

/**
 * The society after a frame. Works in place on the two columns (they belong to the page) and returns a new
 * object around them; null when the frame came without its moves, or very many wait to be applied, and the states must
 * be asked for.
 */
export function applyFrameToAgents(
  society: ShownAgents,
  frame: Frame,
  targets: Uint16Array,
): ShownAgents | null {
  const moves = frame.moves;
  if (!moves || society.tick !== frame.from) return null;
  const places = society.places && applyFrameToPlaces(society, frame);
  if (society.places && !places) return null;
  const { columns = new Columns(society, targets) } = society;
  if (!columns.add(moves)) return null;
  const first = findTickStart(moves.tick, frame.to);
  const moved = { agent: moves.agent.subarray(first), transition: moves.transition.subarray(first) };
  return {
    ...{ columns, tick: frame.to, moved, places },
    get state() {
      return columns.read().state;
    },
    get since() {
      return columns.read().since;
    },
  };
}

/** In place as well; null when the frame came without what is needed. */
function applyFrameToPlaces({ places, state }: ShownAgents, { whole, to }: Frame): Places | null {
  const moves = whole?.moves;
  if (!places || !moves) return null;
  const { leaf, since } = places;
  const agents = state.length;
  for (let row = 0; row < moves.agent.length; row++) {
    const place = moves.region[row] * agents + moves.agent[row];
    leaf[place] = moves.leaf[row];
    since[place] = moves.tick[row];
  }
  return { leaf, since, moved: collectMovedPlaces(moves, to, agents) };
}

/** The first row of a tick or a later one. */
const findTickStart = (ticks: Int32Array, tick: Tick): number =>
  findFirstAtLeast(ticks.length, tick, row => ticks[row]);

/** The places that changed in one tick, the last tick of `moves`. */
function collectMovedPlaces({ tick, agent, region, transition }: RegionMoves, at: Tick, agents: number) {
  const first = findTickStart(tick, at);
  return {
    agent: agent.slice(first).map((one, row) => region[first + row] * agents + one),
    transition: transition.slice(first),
  };
}

/** The worker's answer for a tick, as the page keeps it. */
export const convertStatesAtTick = (at: StatesAt): ShownAgents => ({
  tick: at.tick,
  state: at.state.slice(),
  since: at.since.slice(),
  moved: at.moved,
  places: at.places
    ? {
        leaf: at.places.leaf.slice(),
        since: at.places.since.slice(),
        moved: collectMovedPlaces(at.places.moves, at.tick, at.state.length),
      }
    : null,
});
