import { describe, expect, it } from 'vitest';
import { OutsideEvents } from '../../../../src/engine/models/chart/outsideEvents.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { compileValidChart } from '../../../../src/engine/statechart/compiled.ts';
import { stateDistribution } from '../../../../src/engine/statechart/countAgentsByState.ts';
import { readChart } from '../../../../src/engine/statechart/formats/readChart.ts';
import { HIERARCHY } from '../../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { documentText, playTo } from '../../play.ts';
import { openChart, playChart, scxml } from './playing.ts';

/** The events from outside of each transition, in the order of a chart's text. */
function outsideOf(text: string, name = 'own.scxml', isAsBefore = false) {
  const { definition } = readChart(name, text);
  const outside = new OutsideEvents(compileValidChart(definition, HIERARCHY), isAsBefore);
  return definition.transitions.map((_, t) => outside.of(t));
}

const send = (event: string, delay = '5s') => `<onentry><send event="${event}" delay="${delay}"/></onentry>`;
const DELAYED = scxml(
  `<state id="a">${send('go')}<transition event="go" target="b"/></state><state id="b"/>`,
);
const LIGHT =
  '{"id":"m","initial":"a","states":{"a":{"entry":[{"type":"send","params":{"event":"go","after":5}}],"on":{"go":"b"}},"b":{}}}';

const ticksOfMoves = (run: Run) => [...new Set<number>(JSON.parse(documentText(run)).transitions.tick)];

describe('an event that a chart sends itself', () => {
  it.each([
    ['SCXML', DELAYED, 'own.scxml'],
    ['XState', LIGHT, 'own.json'],
  ])('comes by that alone, in a run that does not mention chance: %s', async (_, text, name) => {
    const run = await playChart(12, { agents: 60 }, text, name);
    expect(run.config.parameters.stimulus).toBe(0);
    expect(run.config.parameters.own_events_by_chance).toBe(false);
    expect(ticksOfMoves(run)).toEqual([5]);
    expect(stateDistribution(run.machine).b).toBe(60);
    expect(run.state.isOver).toBe(true);
    // Nor by the highest chance.
    expect(
      ticksOfMoves(await playChart(12, { agents: 60, parameters: { stimulus: 1 } }, text, name)),
    ).toEqual([5]);
  });

  it('comes by chance as well in a run from before version 0.7', async () => {
    const parameters = { own_events_by_chance: true, stimulus: 0.2 };
    const run = await playChart(4, { agents: 60, parameters }, DELAYED);
    expect(stateDistribution(run.machine).b).toBeGreaterThan(10);
    const then = await openChart({ parameters: { own_events_by_chance: true } }, DELAYED);
    expect(then.run.config.parameters.stimulus).toBe(0.2);
  });

  it('leaves the other events of the chart to chance', async () => {
    const text = scxml(
      `<state id="a">${send('go')}<transition event="go" target="b"/><transition event="press" target="c"/></state><state id="b"/><state id="c"/>`,
    );
    const run = await playChart(12, { agents: 200 }, text);
    expect(run.config.parameters.stimulus).toBe(0.2);
    const { b, c } = stateDistribution(run.machine);
    expect([b! + c!, b! > 20, c! > 20]).toEqual([200, true, true]);
    expect(run.machine.log.rows).toBe(200);
  });

  it('is noted when the chart is opened, with how to change that', async () => {
    const { notes } = await openChart({}, DELAYED);
    expect(notes).toContain(
      'own.scxml: “go”: sent by the chart itself, so never by chance; sc:weight on a transition says that its event comes from outside as well',
    );
    const { run, notes: others } = await openChart(
      {},
      DELAYED.replace('event="go" target', 'event="go" sc:weight="1" target'),
    );
    expect(others.join()).not.toContain('sent by the chart itself');
    expect(run.config.parameters).toMatchObject({ stimulus: 0.2, own_events_by_chance: true });
    await playTo(run, 4);
    expect(stateDistribution(run.machine).b).toBeGreaterThan(100);
  });

  it('is not an answer to what a state asks, unless it has a weight', async () => {
    const asking = (weight: string) =>
      scxml(
        `<state id="a" sc:asks="What now?">${send('give_up', '9s')}
          <transition event="stay" target="b"/><transition event="leave" target="c"/>
          <transition event="give_up" ${weight} target="d"/></state><state id="b"/><state id="c"/><state id="d"/>`,
      );
    const plain = await playChart(4, { agents: 100 }, asking(''));
    expect(stateDistribution(plain.machine).d).toBe(0);
    const weighed = await playChart(4, { agents: 100 }, asking('sc:weight="2"'));
    expect(stateDistribution(weighed.machine).d).toBeGreaterThan(30);
  });
});

describe('an event from outside', () => {
  it('is neither raised by the chart, at once or later, nor named like an answer', () => {
    expect(
      outsideOf(
        scxml(`<state id="a"><onentry><raise event="up"/><send event="tick.one"/></onentry>
          <transition event="up" target="b"/><transition event="tick" target="b"/>
          <transition event="tick.two" target="b"/><transition event="press" target="b"/></state><state id="b"/>`),
      ),
    ).toEqual([[], [], ['tick.two'], ['press']]);
  });

  it('may be one that the chart sends only once it has come', () => {
    const text = scxml(`<state id="idle"><transition event="retry" target="working"/></state>
      <state id="working">${send('retry')}<transition event="retry" target="idle"/></state>`);
    expect(outsideOf(text)).toEqual([['retry'], []]);
    expect(outsideOf(text, 'own.scxml', true)).toEqual([['retry'], ['retry']]);
  });

  it('is noted where it begins a chart', async () => {
    const text = scxml(`<state id="idle"><transition event="retry" target="working"/></state>
      <state id="working">${send('retry')}<transition event="retry" target="done"/></state><state id="done"/>`);
    const { run, notes } = await openChart({ agents: 50 }, text);
    expect(notes).toContain(
      'own.scxml: from outside, since nothing that goes before sends it: “retry” out of idle',
    );
    await playTo(run, 60);
    expect(stateDistribution(run.machine).done).toBe(50);
  });

  it.each([
    // What goes before: a rate, a timeout, an end, an event of the chart's own.
    ['<transition sc:rate="0.1" target="s"/>', ''],
    ['<transition sc:after="timeout" target="s"/>', ''],
    ['<transition cond="In(\'a\')" target="s"/>', ''],
    ['<transition event="error.execution" target="s"/>', ''],
    [`${send('first')}<transition event="first" target="s"/>`, ''],
    ['<transition event="press" target="s"/>', ''],
    ['', `<state id="x"><transition target="s"/></state>`],
  ])('is not one that an earlier part may send: %s%s', (begin, inside) => {
    const text = scxml(`<state id="a">${begin}${inside}</state>
      <state id="s"><onexit><send event="go"/></onexit><transition sc:rate="0.5" target="w"/></state>
      <state id="w"><transition event="go" target="a"/></state>`);
    expect(outsideOf(text).at(-1)).toEqual([]);
  });

  it('may be sent in a region that is never reached', () => {
    const text = scxml(`<parallel id="p">
      <state id="left"><state id="l1"><transition event="go" target="l2"/></state><state id="l2"/></state>
      <state id="right"><state id="r1"><transition event="done.state.left" target="r2"/></state>
        <state id="r2">${send('go')}</state></state></parallel>`);
    expect(outsideOf(text)).toEqual([['go'], []]);
    expect(outsideOf(text.replace('<state id="l2"/>', '<state id="l2"/><final id="l3"/>'))).toEqual([
      ['go'],
      [],
    ]);
  });

  it('is not one of XState’s delays', () => {
    const text = '{"id":"m","initial":"a","states":{"a":{"after":{"1000":"b"},"on":{"GO":"b"}},"b":{}}}';
    expect(outsideOf(text, 'own.json').flat()).toEqual(['GO']);
  });
});
