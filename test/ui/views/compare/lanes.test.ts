import { beforeAll, describe, expect, it } from 'vitest';
import { getModelDefaults } from '../../../../src/ui/model/getModelAppearance.ts';
import { Histories } from '../../../../src/ui/run/histories.ts';
import type { PageState, RunState } from '../../../../src/ui/state/pageState.ts';
import { buildLanesPlot, isSameStateAt } from '../../../../src/ui/views/compare/lanes.ts';
import { NO_INKS } from '../../noInks.ts';
import { openPage } from '../../page.tsx';

const SIR = ['susceptible', 'infected', 'recovered'];
const SEIR = ['susceptible', 'exposed', 'infected', 'recovered'];
const INKS = {
  ...NO_INKS,
  states: ['blue', 'yellow', 'violet', 'red'],
  palette: ['blue', 'yellow', 'violet', 'red'],
};
const AGENT = 0;

/** A run of a chart with these states, with one agent's moves to states by name. */
function runOf(
  run: RunState,
  states: readonly string[],
  moves: readonly (readonly [number, string])[],
): RunState {
  const histories = new Histories(1);
  histories.load(
    {
      ...{ agents: new Uint32Array([AGENT]), offsets: new Uint32Array([0, moves.length]), upTo: 30 },
      tick: new Int32Array(moves.map(([tick]) => tick)),
      state: new Uint16Array(moves.map(([, name]) => states.indexOf(name))),
      context: new Uint16Array(moves.length),
    } as never,
    30,
  );
  const chart = { ...run.info.chart, name: 'sir', states, initial: states[0] };
  return { ...run, info: { ...run.info, chart }, histories } as RunState;
}

describe('the two lanes of an agent whose runs have charts of other states', () => {
  let state: PageState;
  beforeAll(async () => {
    const { store } = await openPage(getModelDefaults('chart'));
    const { run } = store.getState();
    const a = runOf(run!, SIR, [
      [3, 'infected'],
      [9, 'recovered'],
    ]);
    const b = runOf(run!, SEIR, [
      [3, 'exposed'],
      [6, 'infected'],
      [12, 'recovered'],
    ]);
    const words = { own: 'b', other: 'a' };
    const unknown = { differences: null, outcomes: null, elsewhere: null, texts: null };
    store.setState({ run: b, pair: { run: a, files: {}, words, isOwnB: true, ...unknown } });
    state = store.getState();
  });

  const lanes = () =>
    buildLanesPlot(
      { state, run: state.run!, inks: INKS } as never,
      [{ agent: AGENT, parting: {} as never }],
      0,
    )!;

  it('have the colour and the height of a state by its name', () => {
    const { a, b } = lanes();
    const lookIn = ({ names, inks, heights }: typeof a, name: string) => {
      const at = names.indexOf(name);
      return [inks.states[at], heights[at]];
    };
    for (const name of SIR) expect(lookIn(a, name)).toEqual(lookIn(b, name));
    expect(b.inks.states).toEqual(INKS.states);
    expect(lookIn(a, 'infected')[0]).toBe('violet');
    expect(b.heights).toEqual([2, 9, 5, 7]);
  });

  it('agree where the names of the states do, not their places', () => {
    const plot = lanes();
    const same = [2, 3, 5, 6, 8, 9, 11, 12].map(tick => [tick, isSameStateAt(plot, 0, tick)]);
    expect(same).toEqual([
      ...[
        [2, true],
        [3, false],
        [5, false],
      ],
      ...[
        [6, true],
        [8, true],
      ],
      ...[
        [9, false],
        [11, false],
        [12, true],
      ],
    ]);
  });
});
