import { foldRow } from '../../engine/fold.ts';
import type { Frame } from '../../engine/frame.ts';
import type { Tick } from '../../engine/indices.ts';
import type { RunInfo, StatesAt } from '../../workers/api.ts';

/** Every agent's state at one tick, as the chart shows it. */
export interface ShownAgents {
  readonly tick: Tick;
  readonly state: Uint16Array;
  /** Tick of each agent's last transition. */
  readonly since: Int32Array;
  /** The tick's moves. */
  readonly moved: { readonly agent: Uint32Array; readonly transition: Uint16Array };
}

const NO_MOVES = { agent: new Uint32Array(), transition: new Uint16Array() };

/** Everybody in the initial state, before the warm-up. */
export function newSociety(info: RunInfo): ShownAgents {
  const initial = info.chart.states.indexOf(info.chart.initial);
  return {
    tick: -info.config.warmUp,
    state: new Uint16Array(info.config.agents).fill(initial),
    since: new Int32Array(info.config.agents).fill(-info.config.warmUp),
    moved: NO_MOVES,
  };
}

/** Target state of each transition, as state numbers. */
export function targetsOf(info: RunInfo): Uint16Array {
  return Uint16Array.from(info.chart.transitions, transition => info.chart.states.indexOf(transition.target));
}

/**
 * The society after a frame. Works in place on the two columns (they belong to the page) and returns a new
 * object around them; null when the frame came without its moves and the states must be asked for.
 */
export function afterFrame(society: ShownAgents, frame: Frame, targets: Uint16Array): ShownAgents | null {
  const moves = frame.moves;
  if (!moves || society.tick !== frame.from) return null;
  let last = moves.agent.length;
  for (let row = 0; row < moves.agent.length; row++) {
    foldRow(society, targets, moves.tick[row], moves.agent[row], moves.transition[row]);
    if (moves.tick[row] === frame.to && row < last) last = row;
  }
  const moved = { agent: moves.agent.subarray(last), transition: moves.transition.subarray(last) };
  return { tick: frame.to, state: society.state, since: society.since, moved };
}

/** The worker's answer for a tick, as the page keeps it. */
export const fromStatesAt = (at: StatesAt): ShownAgents => ({
  tick: at.tick,
  state: at.state.slice(),
  since: at.since.slice(),
  moved: at.moved,
});
