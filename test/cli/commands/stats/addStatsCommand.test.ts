import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectLine, inProcess } from '../../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-stats-'));
const path = (name: string) => join(folder, name);
const stats = (...args: string[]) => inProcess('stats', '--run', path('run.json'), ...args);

describe('stats', () => {
  beforeAll(async () => {
    await inProcess('run', '--rounds', '20', '--seed', '341', '--out', path('run.json'));
  });

  it('prints dwell and flow of a document as JSON, and the same as CSV', async () => {
    const { code, stdout } = await stats('--from', '5', '--to', '15', '--csv', path('stats.csv'));
    expect(code).toBe(0);
    const { hash, regions } = JSON.parse(stdout);
    const document = JSON.parse(readFileSync(path('run.json'), 'utf8'));
    expect(hash).toBe(document.hash);
    expect(JSON.parse(stdout).steps.map(({ name }: { name: string }) => name)).toContain('reshare');
    expect(JSON.parse(stdout)).not.toHaveProperty('edges');
    const [{ from, to, agents, dwell, flow }] = regions;
    expect([from, to, agents]).toEqual([5, 15, document.config.agents]);
    const isIn = (_: unknown, row: number) =>
      [5, 15].every((end, i) => (i ? -1 : 1) * (document.transitions.tick[row] - end) >= 0);
    expect(flow.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(
      document.transitions.agent.filter(isIn).length,
    );
    const rows = csvParse(readFileSync(path('stats.csv'), 'utf8'));
    expect(
      rows
        .filter(({ kind }) => kind === 'dwell')
        .map(row => [row.state, Number(row.count), Number(row.agent_ticks)]),
    ).toEqual(
      dwell.map((one: { state: string; entries: number; agent_ticks: number }) => [
        one.state,
        one.entries,
        one.agent_ticks,
      ]),
    );
    expect(rows.filter(({ kind }) => kind === 'flow').map(row => Number(row.count))).toEqual(
      flow.map((one: { count: number }) => one.count),
    );
  });

  it('counts the agents that are named, or those in a state, and lists who is stuck', async () => {
    const some = JSON.parse((await stats('--agents', 'agent_005,7')).stdout);
    expect(some.regions[0].agents).toBe(2);
    const { regions, stuck } = JSON.parse(
      (await stats('--state', 'scrolling', '--to', '12', '--stuck')).stdout,
    );
    const scrolling = regions[0].dwell.find(({ state }: { state: string }) => state === 'scrolling');
    expect(scrolling.cut_at_end + scrolling.cut_at_both).toBe(regions[0].agents);
    expect(stuck).toMatchObject({ round: 12, agents: expect.any(Array) });
  });

  it('counts the outcomes of each step of a workflow, and how often each of its transitions was taken', async () => {
    const file = path('workflow.json');
    await inProcess(...['run', '--model', 'workflow', '--preset', 'pivoting', '--seed', '19'], '--out', file);
    const csv = path('steps.csv');
    const { stdout } = await inProcess('stats', '--run', file, '--from', '10', '--csv', csv);
    const { steps, edges } = JSON.parse(stdout);
    const document = JSON.parse(readFileSync(file, 'utf8'));
    const rows = document.decisions.filter(({ tick }: { tick: number }) => tick >= 10);
    const failed = rows.filter(({ failure }: { failure: string | null }) => failure !== null);
    const sum = (all: readonly Record<string, number>[], name: string) =>
      all.reduce((so, one) => so + one[name], 0);
    expect([sum(steps, 'asked'), sum(steps, 'failed')]).toEqual([rows.length, failed.length]);
    expect(failed.length).toBeGreaterThan(0);
    expect(steps.at(-1)).toMatchObject({ name: 'go_on', type: 'transition', line: 70, milliseconds: null });
    expect(edges).toContainEqual({
      ...{ from: 'deciding', to: 'offering', condition: "hand == 'works'", line: 21 },
      ...{ taken: 0, refused: failed.length },
    });
    const told = csvParse(readFileSync(csv, 'utf8'));
    expect(told.filter(({ kind }) => kind === 'step').map(row => [row.step, Number(row.failed)])).toEqual(
      steps.map(({ name, failed }: { name: string; failed: number }) => [name, failed]),
    );
    expect(
      told.filter(({ kind }) => kind === 'edge').map(row => [Number(row.line), Number(row.count)]),
    ).toEqual(edges.map(({ line, taken }: { line: number; taken: number }) => [line, taken]));
  });

  it.each([
    [['--to', '21'], '--to 21 is not between -60 and 20'],
    [['--from', '9', '--to', '3'], 'begins with round 9, after its end, round 3'],
    [['--agents', 'agent_999'], 'agent_999 is not one of the agents agent_001 to agent_475'],
    [['--state', 'dreaming'], '--state dreaming is not a state of this chart'],
    [['--to', 'x'], '--to must be a whole number'],
  ])('refuses %j in one line', async (args, words) => {
    expectLine(await stats(...args), words);
  });

  it('refuses a document whose rows do not follow from its answers', async () => {
    const document = JSON.parse(readFileSync(path('run.json'), 'utf8'));
    document.agents[1].ticks_in_state += 1;
    writeFileSync(path('forged.json'), JSON.stringify(document));
    const { code, stdout, stderr } = await inProcess('stats', '--run', path('forged.json'));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('is not what it says');
  });
});
