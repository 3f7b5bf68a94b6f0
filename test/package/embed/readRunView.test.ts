import { expect, it } from 'vitest';
import { readRunView } from '../../../src/package/embed/readRunView.ts';
import { createRun, play, writeRun } from '../../../src/package/runs.ts';

const SOURCES = { root: new URL('../../../public/', import.meta.url) };
const encode = (text: string) => new TextEncoder().encode(text);

it('counts agents and moves as the document does', async () => {
  const run = await play(await createRun({ model: 'chart', preset: 'sir', agents: 60 }, SOURCES), 20);
  const text = await writeRun(run);
  const view = await readRunView('run.json', encode(text));
  expect(view).toMatchObject({ title: 'chart on small-world', agents: 60, rounds: run.tick, hash: run.hash });
  const { distribution, states } = JSON.parse(text) as {
    distribution: { tick: number; counts: Record<string, number> }[];
    states: string[];
  };
  for (const { tick, counts } of distribution) {
    expect(states.map((_, state) => view.count(tick, state))).toEqual(states.map(id => counts[id]));
    const before = states.map((_, state) => view.count(tick - 1, state));
    for (const { from, to, count } of tick > view.first ? view.moves(tick) : []) {
      before[from] -= count;
      before[to] += count;
    }
    if (tick > view.first) expect(before).toEqual(states.map(id => counts[id]));
  }
});

/** A document with two rows, of tick 0 and a later one. */
const WITH_CONFIG = (config: string, later: number) =>
  `{"format":"statescope-run","states":["a"],"config":${config},"distribution":[{"tick":0,"counts":{"a":1}},{"tick":${later},"counts":{"a":1}}]}`;

it.each([
  ['not JSON', 'x.json is not a run document: it is not JSON'],
  ['null', 'x.json is not a run document'],
  ['[]', 'x.json is not a run document'],
  ['{"format":"statescope-run","states":["a"],"distribution":[{}]}', 'x.json is not a run document'],
  [WITH_CONFIG('null', 1), 'x.json is not a run document'],
  [WITH_CONFIG('{}', 2_000_000_000), 'x.json is not a run document'],
])('refuses %s in one line', async (text, message) => {
  await expect(readRunView('x.json', encode(text))).rejects.toThrow(message);
});
