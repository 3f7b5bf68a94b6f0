import type { Rect } from '../../charts/packing.ts';
import type { ChartLike, PlacedEdge, PlacedState, Placement } from '../../charts/placement.ts';
import { createRoute, type Point } from '../../charts/route.ts';
import { createHandPlacedSheet, type Drawings, type Scale } from '../../model/sheet.ts';

const BOXES: Drawings = {
  idle: [16, 342, 487, 82],
  scrolling: [16, 128, 146, 128],
  evaluating: [246, 146, 114, 100],
  composing: [246, 56, 114, 48],
  engaging_reshare: [405, 56, 98, 40],
  engaging_reply: [405, 104, 98, 40],
  engaging_like: [405, 152, 98, 40],
  resting: [330, 276, 173, 44],
};
const WIDER: Drawings = { evaluating: [236, 146, 126, 100], composing: [236, 56, 126, 48] };
const ENGAGING = ['engaging_like', 'engaging_reply', 'engaging_reshare'];

interface Edges extends Rect {
  readonly right: number;
  readonly bottom: number;
  readonly cx: number;
  readonly cy: number;
}

/** The social chart, placed by hand; null for a chart with other states. */
export function placeSocialChart(chart: ChartLike, width: number, height: number): Placement | null {
  const sheet = createHandPlacedSheet(chart, BOXES, WIDER, width, height);
  if (sheet === null) return null;
  const { x, y } = sheet;
  const boxes = Object.fromEntries(chart.states.map(state => [state, getBoxEdges(sheet.box(state))]));
  const like = boxes.engaging_like;
  const reshare = boxes.engaging_reshare;
  const group = getBoxEdges({
    x: like.x - 8,
    y: reshare.y - 8,
    width: like.width + 16,
    height: like.bottom - reshare.y + 16,
  });
  return {
    states: chart.states.map(state => createSocialState(state, boxes[state])),
    edges: createSocialLines(boxes, group, x, y),
    group: { label: 'engaging', box: group },
  };
}

const getBoxEdges = (box: Rect): Edges => ({
  ...box,
  right: box.x + box.width,
  bottom: box.y + box.height,
  cx: box.x + box.width / 2,
  cy: box.y + box.height / 2,
});

function createSocialState(state: string, box: Edges): PlacedState {
  const head = box.height <= 42 ? 18 : 22;
  const foot = box.height <= 42 ? 3 : 7;
  const dots = {
    x: box.x + 9,
    y: box.y + head,
    width: box.width - 18,
    height: box.height - head - foot,
  };
  return { state, box, dots, stretch: state === 'idle' ? 6 : 2.2 };
}

type Label = PlacedEdge['label'];

function createSocialLines(
  boxes: Readonly<Record<string, Edges>>,
  group: Edges,
  x: Scale,
  y: Scale,
): PlacedEdge[] {
  const { idle, scrolling: s, evaluating: e, composing: c, resting: r } = boxes as Record<string, Edges>;
  const [like, reply, reshare] = ENGAGING.map(state => boxes[state]) as [Edges, Edges, Edges];
  const start = (lx: number, ly: number): Label => ({ x: lx, y: ly, anchor: 'start' });
  const middle = (lx: number, ly: number): Label => ({ x: lx, y: ly, anchor: 'middle' });
  const end = (lx: number, ly: number): Label => ({ x: lx, y: ly, anchor: 'end' });
  const turn = (e.right + group.x) / 2;
  const lane = y(40) - y(20);
  return [
    createSocialLine(['idle'], 'scrolling', ['feed_ready'], start(x(36) + 8, (idle.y + s.bottom) / 2 + 4), [
      [x(36), idle.y],
      [x(36), s.bottom],
    ]),
    createSocialLine(['scrolling'], 'idle', ['round_ends'], start(x(128) + 8, idle.y - 13), [
      [x(128), s.bottom],
      [x(128), idle.y],
    ]),
    createSocialLine(
      ['scrolling'],
      'evaluating',
      ['sees_post'],
      middle((s.right + e.x) / 2, e.y + lane - 8),
      [
        [s.right, e.y + lane],
        [e.x, e.y + lane],
      ],
    ),
    createSocialLine(
      ['evaluating'],
      'scrolling',
      ['ignores'],
      middle((s.right + e.x) / 2, e.bottom - lane + 17),
      [
        [e.x, e.bottom - lane],
        [s.right, e.bottom - lane],
      ],
    ),
    createSocialLine(['scrolling'], 'composing', ['starts_post'], end(c.x - 10, c.cy - 7), [
      [x(92), s.y],
      [x(92), c.cy],
      [c.x, c.cy],
    ]),
    createSocialLine(['evaluating'], 'composing', ['decides'], start(e.cx + 9, (e.y + c.bottom) / 2 + 4), [
      [e.cx, e.y],
      [e.cx, c.bottom],
    ]),
    createSocialLine(['evaluating'], 'engaging_like', [], middle(turn, like.cy - 6), [
      [e.right, like.cy + 2],
      [like.x, like.cy + 2],
    ]),
    createSocialLine(['composing'], 'engaging_reshare', [], middle((c.right + group.x) / 2, reshare.cy - 8), [
      [c.right, reshare.cy],
      [reshare.x, reshare.cy],
    ]),
    createSocialLine(['composing'], 'engaging_reply', [], null, [
      [c.right, c.bottom - 19],
      [turn + 6, c.bottom - 19],
      [turn + 6, reply.cy],
      [reply.x, reply.cy],
    ]),
    createSocialLine(['composing'], 'resting', ['compose_done'], end(turn - 13, (e.bottom + r.y) / 2 + 4), [
      [c.right, c.bottom - 8],
      [turn - 6, c.bottom - 8],
      [turn - 6, r.y],
    ]),
    createSocialLine(ENGAGING, 'resting', ['action_done'], end(like.cx + 2, (group.bottom + r.y) / 2 + 4), [
      [like.cx + 10, group.bottom],
      [like.cx + 10, r.y],
    ]),
    createSocialLine(['scrolling'], 'resting', ['timeout'], middle((x(152) + r.x) / 2, r.cy - 7), [
      [x(152), s.bottom],
      [x(152), r.cy],
      [r.x, r.cy],
    ]),
    createSocialLine(
      ['resting'],
      'idle',
      ['timeout', 'round_ends'],
      start(x(336) + 6, (r.bottom + idle.y) / 2 + 4),
      [
        [x(336), r.bottom],
        [x(336), idle.y],
      ],
    ),
    createQuietLine(['composing'], 'scrolling', ['timeout'], end(c.x - 10, c.bottom + 10), [
      [c.x, c.bottom - 8],
      [x(132), c.bottom - 8],
      [x(132), s.y],
    ]),
    createQuietLine(ENGAGING, 'scrolling', ['timeout'], end(x(380), 42), [
      [reshare.cx + 20, group.y],
      [reshare.cx + 20, 38],
      [x(62), 38],
      [x(62), s.y],
    ]),
  ];
}

function createSocialLine(
  sources: readonly string[],
  target: string,
  names: readonly string[],
  label: Label,
  points: readonly Point[],
): PlacedEdge {
  return {
    key: `${sources[0]}>${target}`,
    sources,
    target,
    names,
    label,
    route: createRoute(points),
    quiet: false,
  };
}

/** Recoveries from a stuck state. */
const createQuietLine = (...parts: Parameters<typeof createSocialLine>): PlacedEdge => ({
  ...createSocialLine(...parts),
  quiet: true,
});
