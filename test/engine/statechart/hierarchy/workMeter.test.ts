import { describe, expect, it } from 'vitest';
import { playChart, scxml } from '../../models/chart/playing.ts';

const play = (content: string, data = '', rounds = 3) =>
  playChart(
    rounds,
    { agents: 2, parameters: { stimulus: 1 } },
    scxml(`<datamodel>${data}</datamodel>
  <state id="a"><transition event="go" target="b">${content}</transition></state>
  <state id="b"><transition event="back" target="a"/></state>`),
  );

const LIST = `<data id="list" expr="[${Array.from({ length: 2_000 }, (_, i) => i).join()}]"/>`;

describe('a chart that computes too much', () => {
  it('ends the run with its agent, tick, state and line: loops in loops', async () => {
    const loops = `<foreach array="list" item="x">
<foreach array="list" item="y"><assign location="sum" expr="sum + x * y"/></foreach></foreach>`;
    await expect(play(loops, `${LIST}<data id="sum" expr="0"/>`)).rejects.toThrow(
      /^round 1 could not be played: chart ".*" computes too much: agent \d took more than 1000000 steps of work in tick \d, in "b", line \d+$/,
    );
  });

  it('may loop over thousands of items', async () => {
    const run = await play(
      '<foreach array="list" item="x"><assign location="sum" expr="sum + x"/></foreach>',
      `${LIST}<data id="sum" expr="0"/>`,
    );
    expect(run.machine.agent(0).data.sum).toBeGreaterThanOrEqual((2_000 * 1_999) / 2);
    expect(run.machine.failures.count).toBe(0);
  });

  it('cannot double a list within itself: an error of the chart, and the list stays as it was', async () => {
    const double = '<assign location="list" expr="[list, list]"/>'.repeat(40);
    const run = await play(double, '<data id="list" expr="[1]"/>', 1);
    expect(run.machine.failures.kept.map(({ message }) => message)).toContainEqual(
      'a value has more than 100000 parts',
    );
    expect(JSON.stringify(run.machine.agent(0).data.list).length).toBeLessThan(500_000);
  });

  it('cannot send more events than arrive', async () => {
    const late = `<foreach array="list" item="x">${'<send event="later" delay="1000000s"/>'.repeat(3)}</foreach>`;
    await expect(play(late, LIST, 20)).rejects.toThrow(
      /sends more than it receives: agent \d has more than 10000 events on their way in tick \d+, in "b", line \d+$/,
    );
  });

  it('is ended by the work of all agents together as well', async () => {
    const loop = '<foreach array="list" item="x"><assign location="sum" expr="sum + x"/></foreach>'.repeat(
      40,
    );
    await expect(
      playChart(
        2,
        { agents: 400, parameters: { stimulus: 1 } },
        scxml(`<datamodel>${LIST}<data id="sum" expr="0"/></datamodel>
  <state id="a"><transition event="go" target="b">${loop}</transition></state>
  <state id="b"><transition event="back" target="a"/></state>`),
      ),
    ).rejects.toThrow('all agents together, at last agent');
  });
});

it('an agent’s regions may be thousands', async () => {
  const region = (i: number) =>
    `<state id="r${i}"><transition event="go" target="s${i}"/></state><state id="s${i}"/>`;
  const regions = Array.from({ length: 1_500 }, (_, i) => `<state id="p${i}">${region(i)}</state>`).join('');
  const run = await playChart(
    1,
    { agents: 1, parameters: { stimulus: 1 } },
    scxml(`<parallel id="all">${regions}</parallel>`),
  );
  expect(run.machine.agent(0).states.filter(state => state.startsWith('s'))).toHaveLength(1_500);
});
