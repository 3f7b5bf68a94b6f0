import { expect, it } from 'vitest';
import { buildTriggerLines } from '../../../../src/engine/explain/getAgentDetail.ts';
import type { ChartAgent } from '../../../../src/engine/statechart/definition.ts';
import { createVariableDescriber } from '../../../../src/engine/statechart/scxml/readScxml.ts';
import { playChart, scxml } from '../../models/chart/playing.ts';

const TEXT = scxml(`<datamodel><data id="coins" expr="1"/><data id="colour" expr="'red'"/></datamodel>
  <state id="a">
    <transition event="buy" cond="coins &gt;= 2 &amp;&amp; colour != 'blue' &amp;&amp; In('a')" target="b"/>
    <transition event="coin" target="a"><assign location="coins" expr="coins + 1"/></transition>
  </state>
  <state id="b"/>`);

it('the variables that a guard read are shown next to it, open or closed', async () => {
  const run = await playChart(3, { agents: 12, parameters: { stimulus: 0.3 } }, TEXT);
  const told = new Set<string>();
  for (let agent = 0; agent < 12; agent++) {
    const { data } = run.machine.agent(agent) as unknown as { data: { coins: number } };
    const line = buildTriggerLines(run.machine, agent).find(({ trigger }) => trigger === 'buy');
    if (line === undefined) continue;
    const isOpen = data.coins >= 2;
    expect(line.ready).toBe(isOpen);
    expect(line.reason).toBe(
      `${isOpen ? '' : 'no: '}coins >= 2 && colour != 'blue' && In('a') (coins ${data.coins}, colour "red")`,
    );
    told.add(String(isOpen));
  }
  expect(told.size).toBe(2);
});

it.each([
  ["In('red') && hand.red > red", 'hand {"red":1}, red 2'],
  ["other[red] === 'hand' || {red: other}", 'other [], red 2'],
  ['`hand` + red - red', 'red 2'],
  ['red ===', ''],
])('of %j only variables are shown', (expression, told) => {
  const data = { red: 2, hand: { red: 1 }, other: [] };
  expect(createVariableDescriber(expression)({ data } as unknown as ChartAgent)).toBe(told);
});

it('a value cannot be put into itself: it stays as it was, and the chart gets an error', async () => {
  const text = scxml(`<datamodel><data id="a" expr="{}"/></datamodel>
    <state id="s">
      <transition event="go" cond="a.x == 1" target="t"/>
      <transition event="turn" target="s"><assign location="a.self" expr="a"/></transition>
    </state>
    <state id="t"/>`);
  const run = await playChart(4, { agents: 1, parameters: { stimulus: 1 } }, text);
  const [line] = buildTriggerLines(run.machine, 0);
  expect(line?.reason).toBe('no: a.x == 1 (a {})');
  expect(run.machine.failures.kept[0].message).toBe('a value has more than 64 levels, or holds itself');
});
