import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/engine/model/frame.ts';
import { applyFrameToAgents, type ShownAgents } from '../../../src/ui/run/shownAgents.ts';

const AGENTS = 3;
const TARGETS = Uint16Array.of(1, 2);

const agentsBefore = (): ShownAgents => ({
  ...{ tick: 0, state: new Uint16Array(AGENTS), since: new Int32Array(AGENTS) },
  moved: { agent: new Uint32Array(), transition: new Uint16Array() },
  places: null,
});

/** A frame of the ticks after `from`, with moves of agents by transitions. */
function frameOf(from: number, rows: readonly (readonly [tick: number, agent: number, by: number])[]): Frame {
  const moves = {
    tick: Int32Array.from(rows, ([tick]) => tick),
    agent: Uint32Array.from(rows, ([, agent]) => agent),
    transition: Uint16Array.from(rows, ([, , by]) => by),
    context: new Uint32Array(rows.length),
  };
  return { from, to: rows.at(-1)![0], moves } as Partial<Frame> as Frame;
}

describe('agents after several frames', () => {
  it('have the states of their last moves at every look, and the moves of the last tick', () => {
    const first = applyFrameToAgents(agentsBefore(), frameOf(0, [[1, 0, 0]]), TARGETS)!;
    const rows = [
      [2, 0, 1],
      [3, 1, 0],
      [3, 2, 1],
    ] as const;
    const second = applyFrameToAgents(first, frameOf(1, rows), TARGETS)!;
    expect([second.tick, [...second.moved.agent], [...second.moved.transition]]).toEqual([3, [1, 2], [0, 1]]);
    expect([[...second.state], [...second.since]]).toEqual([
      [2, 1, 2],
      [2, 3, 3],
    ]);
    const third = applyFrameToAgents(second, frameOf(3, [[4, 0, 0]]), TARGETS)!;
    expect([[...third.state], [...third.since]]).toEqual([
      [1, 1, 2],
      [4, 3, 3],
    ]);
  });

  it('are requested again if more moves wait than that is worth, and not while somebody looks', () => {
    const many = (tick: number) =>
      frameOf(
        tick - 1,
        Array.from({ length: 1500 }, (_, row) => [tick, row % AGENTS, 0] as const),
      );
    const play = (isRead: boolean): ShownAgents | null => {
      let agents: ShownAgents | null = agentsBefore();
      for (let tick = 1; tick <= 4 && agents !== null; tick++) {
        agents = applyFrameToAgents(agents, many(tick), TARGETS);
        if (isRead) expect(agents?.state[0]).toBe(1);
      }
      return agents;
    };
    expect(play(false)).toBeNull();
    expect(play(true)?.tick).toBe(4);
  });
});
