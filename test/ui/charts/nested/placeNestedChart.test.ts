import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { buildChartOutline, type ChartOutline } from '../../../../src/engine/statechart/buildChartOutline.ts';
import { compile } from '../../../../src/engine/statechart/compile.ts';
import type { ChartDefinition } from '../../../../src/engine/statechart/definition.ts';
import { readScxml } from '../../../../src/engine/statechart/scxml/readScxml.ts';
import { doRectsTouch } from '../../../../src/ui/charts/doRectsTouch.ts';
import type { ElkGraph } from '../../../../src/ui/charts/nested/elkGraph.ts';
import type { Room } from '../../../../src/ui/charts/nested/nestedMeasures.ts';
import type { NestedPlacement } from '../../../../src/ui/charts/nested/nestedPlacement.ts';
import { placeNestedChart } from '../../../../src/ui/charts/nested/placeNestedChart.ts';
import type { Rect } from '../../../../src/ui/charts/packing.ts';

const CHARTS = join(import.meta.dirname, '../../../../public/charts');
const elk = new ELK();
const layOut = async (graph: ElkGraph) =>
  (await elk.layout(graph as Parameters<typeof elk.layout>[0])) as unknown as ElkGraph;

const COMPACT: Room = { aspect: 1, isCompact: true, agents: 500 };
const ROOMY: Room = { aspect: 1.4, isCompact: false, agents: 500 };

function outlined(definition: ChartDefinition): ChartOutline {
  const chart = compile(definition);
  return buildChartOutline(chart, chart.interpreter.begin().next.active);
}
const place = (outline: ChartOutline, room = COMPACT) =>
  placeNestedChart(
    outline,
    outline.transitions.map(({ trigger }) => trigger),
    room,
    layOut,
  );

/** Half a pixel is nothing. */
const overlap = (a: Rect, b: Rect): boolean => doRectsTouch(a, b, -0.5);
const isWithin = (a: Rect, b: Rect): boolean =>
  a.x >= b.x - 0.5 &&
  a.y >= b.y - 0.5 &&
  a.x + a.width <= b.x + b.width + 0.5 &&
  a.y + a.height <= b.y + b.height + 0.5;

/** Everything that hides something else. */
function collisions({ states }: ChartOutline, { boxes, edges, width, height }: NestedPlacement): string[] {
  const isAround = (state: number, other: number): boolean =>
    other >= 0 && (states[other].parent === state || isAround(state, states[other].parent));
  const name = (state: number) => states[state]?.id ?? '*';
  const labels = edges.flatMap(({ key, label }) => (label ? [{ key, box: label.box }] : []));
  const leaves = boxes.filter(({ dots }) => dots !== null);
  const sheet = { x: 0, y: 0, width, height };
  return [
    ...boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter(b => !isAround(a.state, b.state) && overlap(a.box, b.box))
        .map(b => `${name(a.state)} and ${name(b.state)}`),
    ),
    ...boxes
      .filter(({ state, box }) => {
        const around = boxes.find(one => one.state === states[state].parent);
        return !isWithin(box, around?.box ?? sheet);
      })
      .map(({ state }) => `${name(state)} sticks out`),
    ...labels.flatMap((a, i) =>
      labels
        .slice(i + 1)
        .filter(b => overlap(a.box, b.box))
        .map(b => `labels of ${a.key} and ${b.key}`),
    ),
    ...labels.flatMap(a =>
      leaves.filter(b => overlap(a.box, b.box)).map(b => `label of ${a.key} on ${name(b.state)}`),
    ),
    ...labels.filter(({ box }) => !isWithin(box, sheet)).map(({ key }) => `label of ${key} is cut`),
  ];
}

const bundled = readdirSync(CHARTS).map(
  file => [file, outlined(readScxml(readFileSync(join(CHARTS, file), 'utf8')).definition)] as const,
);

/** Attention beside mood, as in a society whose agents have feelings. */
const AGENT: ChartDefinition = {
  name: 'agent',
  initial: 'agent',
  states: [
    {
      id: 'agent',
      kind: 'parallel',
      states: [
        {
          id: 'attention',
          states: [
            'idle',
            {
              id: 'active',
              initial: 'scrolling',
              entry: [[{ kind: 'raise', event: 'opened' }]],
              states: [
                { id: 'past', kind: 'history', initial: 'scrolling' },
                'scrolling',
                'evaluating',
                'composing',
                { id: 'engaging', states: ['like', 'reply', 'reshare'] },
                'resting',
              ],
            },
          ],
        },
        { id: 'mood', states: ['calm', 'weary', 'stirred', { id: 'gone', kind: 'final' }] },
      ],
    },
  ],
  transitions: [
    { trigger: 'feed_ready', source: 'idle', target: 'past' },
    { trigger: 'begins', source: 'idle', target: 'active' },
    { trigger: 'round_ends', source: 'active', target: 'idle' },
    { trigger: 'sees_post', source: 'scrolling', target: 'evaluating' },
    { trigger: 'starts_post', source: 'scrolling', target: 'composing' },
    { trigger: 'ignores', source: 'evaluating', target: 'scrolling' },
    { trigger: 'timeout', source: 'evaluating', target: 'scrolling' },
    { trigger: 'decides', source: 'evaluating', target: 'composing' },
    { trigger: 'likes', source: 'evaluating', target: 'like' },
    { trigger: 'compose_done', source: 'composing', target: 'reply' },
    { trigger: 'action_done', source: 'engaging', target: 'resting' },
    { trigger: 'timeout', source: 'resting', target: 'idle' },
    { trigger: 'again', source: 'like', target: 'like' },
    { trigger: 'nothing', source: 'like', target: null },
    { trigger: 'is_answered', source: 'calm', target: 'stirred' },
    { trigger: 'calms', source: 'stirred', target: 'calm' },
    { trigger: 'ignored', source: 'calm', target: 'weary', guard: { kind: 'in', state: 'idle' } },
    { trigger: 'leaves', source: 'weary', target: 'gone' },
  ],
};
const agent = outlined(AGENT);

describe('a chart with hierarchy', () => {
  it.each([...bundled, ['agent', agent] as const])(
    'has no label on another, on a box or cut, and each box in its own parent: %s',
    async (_, outline) => {
      expect(collisions(outline, await place(outline, COMPACT))).toEqual([]);
      expect(collisions(outline, await place(outline, ROOMY))).toEqual([]);
    },
  );

  it('has one line for each pair of states that transitions join, from where its author put them', async () => {
    const { edges } = await place(agent);
    const id = (state: number) => agent.states[state].id;
    const joined = edges.map(({ source, target, transitions }) => [
      id(source),
      id(target),
      transitions.length,
    ]);
    expect(joined).toContainEqual(['active', 'idle', 1]);
    expect(joined).toContainEqual(['engaging', 'resting', 1]);
    expect(joined).toContainEqual(['evaluating', 'scrolling', 2]);
    expect(joined).toContainEqual(['past', 'scrolling', 0]);
    expect(joined).toContainEqual(['like', 'like', 1]);
    expect(edges.flatMap(({ transitions }) => transitions)).toHaveLength(AGENT.transitions.length - 1);
  });

  it('has lines that begin and end on the borders of their states', async () => {
    const { edges, boxes } = await place(agent, ROOMY);
    const box = (state: number) => boxes.find(one => one.state === state)!.box;
    const isOn = ({ x, y, width, height }: Rect, [px, py]: readonly [number, number]) =>
      px >= x - 2 &&
      px <= x + width + 2 &&
      py >= y - 2 &&
      py <= y + height + 2 &&
      Math.min(Math.abs(px - x), Math.abs(px - x - width), Math.abs(py - y), Math.abs(py - y - height)) <= 2;
    const loose = edges.filter(({ source, target, route }) => {
      const [first, last] = [route.points[0], route.points.at(-1)!];
      return !isOn(box(source), first) || !isOn(box(target), last);
    });
    expect(loose.map(({ key }) => key)).toEqual([]);
  });

  it('has regions side by side or above each other, with a line between two', async () => {
    const { dividers, boxes } = await place(agent, ROOMY);
    expect(dividers).toHaveLength(1);
    const regions = boxes.filter(({ isRegion }) => isRegion);
    expect(regions.map(({ name }) => name)).toEqual(['attention', 'mood']);
  });

  it('marks where it begins at each level, the chart itself among them', async () => {
    const { starts } = await place(agent);
    const ids = starts.map(({ state }) => agent.states[state].id);
    expect(ids.sort()).toEqual(['agent', 'calm', 'idle', 'like', 'scrolling']);
  });

  it('is the same whenever it is laid out', async () => {
    expect(await place(agent)).toEqual(await place(agent));
  });

  it('draws transitions from any state from one place', async () => {
    const outline = outlined({
      name: 'any',
      initial: 'a',
      states: [{ id: 'a', states: ['b', 'c'] }, 'd'],
      transitions: [
        { trigger: 'go', source: 'b', target: 'c' },
        { trigger: 'stop', source: '*', target: 'd' },
      ],
    });
    const placement = await place(outline);
    expect(placement.any).not.toBeNull();
    expect(collisions(outline, placement)).toEqual([]);
  });
});
