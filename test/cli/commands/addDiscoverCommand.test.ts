import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bytesOfFixture } from '../../engine/traces/fixture.ts';
import { beyondReading, inProcess } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-discover-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);
const traces = path('retail.csv');
writeFileSync(traces, bytesOfFixture('csv/tau2_retail_40.csv'));
const SET = ['--traces', traces];

/** Lines before the last, and the last as JSON. */
async function told(...args: string[]) {
  const { code, stdout, stderr } = await inProcess('discover', ...args);
  expect([code, beyondReading(stderr)]).toEqual([0, '']);
  const lines = stdout.trim().split('\n');
  return { json: JSON.parse(lines.pop()!), lines };
}

describe('discover', () => {
  it('writes a chart in each format, and its own cases follow it when it is given back', async () => {
    for (const name of ['whole.scxml', 'whole.json']) {
      const { lines, json } = await told(...SET, '--out', path(name));
      expect(lines).toEqual([
        `${json.states.all} of ${json.states.all} states, ${json.edges.all} of ${json.edges.all} edges: 589 of 589 moves, 100.0 %; 40 of 40 ends`,
      ]);
      const back = await told(...SET, '--given', path(name));
      expect(back.lines.slice(1)).toEqual([
        `${name}: 40 of 40 cases follow it; 0 of 589 moves are not in it`,
        '0 cases end outside its final states',
      ]);
    }
    await told(...SET, '--out', path('whole.mmd'));
    expect(readFileSync(path('whole.mmd'), 'utf8')).toMatch(/^(---|stateDiagram)/);
  });

  it('writes a chart without rare edges, which the cases leave only by the moves that it lacks', async () => {
    const part = ['--rare-states', '0.2', '--rare-edges', '0.5', '--out', path('part.scxml')];
    const { json } = await told(...SET, ...part);
    expect(json.states.shown).toBeLessThan(json.states.all);
    const lacking = json.moves.all - json.moves.shown;
    expect(lacking).toBeGreaterThan(0);
    const { lines, json: back } = await told(...SET, '--given', path('part.scxml'));
    expect(back.conformance).toMatchObject({ deviating: lacking, moves: 589, cases: 40 });
    expect(back.conformance.end_outside).toBe(json.ends.all - json.ends.shown);
    const [{ from, to, count }] = back.conformance.edges;
    expect(lines).toContain(`${count} x ${from ?? '(beginning)'} -> ${to}`);
  });

  it('reports that a chart has none of the cases’ states, and names the first states of both', async () => {
    const { lines, json } = await told(...SET, '--given', 'public/charts/sir.scxml');
    expect(lines[1]).toBe(
      'sir.scxml: 0 of 40 cases follow it; 589 of 589 moves are not in it: none of its states (susceptible, infected, recovered) is one of the cases’ (TALK, IDENTIFY, LOOKUP, ACT and 2 more)',
    );
    expect(json.conformance.nothing_shared.cases).toHaveLength(6);
  });

  it.each([
    [['--rare-edges', '2'], '--rare-edges must be a number from 0 to 1, not 2'],
    [['--out', 'chart.png'], '--out is chart.png, needs the ending .scxml, .mmd, .json, .dot'],
    [['--model', 'social'], 'the chart of model social is known before; recorded discovers one'],
  ])('refuses what it cannot do: %s', async (args, message) => {
    const { code, stdout, stderr } = await inProcess('discover', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('names file and place of a chart that cannot be read', async () => {
    writeFileSync(path('bad.scxml'), '<scxml>\n<state id="a"><transition target="b"/></state></scxml>');
    const { code, stderr } = await inProcess('discover', ...SET, '--given', path('bad.scxml'));
    expect(code).toBe(2);
    expect(stderr).toContain('bad.scxml');
    expect(stderr).toContain('"b"');
  });
});
