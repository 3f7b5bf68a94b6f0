import type { Tick } from '../../engine/core/indices.ts';
import { applyLogRow } from '../../engine/log/fold.ts';
import type { Frame } from '../../engine/model/frame.ts';
import { ASLEEP, MAX_DOTS, type RegionMoves } from '../../engine/statechart/regionMoves.ts';
import type { RunInfo, StatesAt } from '../../workers/protocol/api.ts';

/** Places of all agents in every region of a chart with hierarchy, region after region; one may be a dot each. */
export interface Places {
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
}

const NO_MOVES = { agent: new Uint32Array(), transition: new Uint16Array() };

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
 * object around them; null when the frame came without its moves and the states must be asked for.
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
  let last = moves.agent.length;
  for (let row = 0; row < moves.agent.length; row++) {
    applyLogRow(society, targets, moves.tick[row], moves.agent[row], moves.transition[row]);
    if (moves.tick[row] === frame.to && row < last) last = row;
  }
  const moved = { agent: moves.agent.subarray(last), transition: moves.transition.subarray(last) };
  return { tick: frame.to, state: society.state, since: society.since, moved, places };
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

/** The places that changed in one tick, the last tick of `moves`. */
function collectMovedPlaces({ tick, agent, region, transition }: RegionMoves, at: Tick, agents: number) {
  let first = tick.length;
  while (first > 0 && tick[first - 1] === at) first--;
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
