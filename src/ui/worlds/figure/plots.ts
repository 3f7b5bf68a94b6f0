import type { WorldBand } from '../../../engine/statistics/quantiles.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { buildSweepCells, type Cell } from '../cells.ts';
import { buildOutcomeFan } from '../fan.ts';
import { formatOutcomeValue, formatUnitSuffix } from '../told.ts';
import { type Drawn, formatSvgPoints, INKS, MARGIN, WIDTH, writeSvgElement, writeSvgText } from './marks.ts';

const LEFT = MARGIN + 48;
const RIGHT = WIDTH - MARGIN - 8;
const TOP = 12;
const FOOT = 280;
const HEIGHT = 320;

/** From values to places along an axis. */
type Scale = (value: number) => number;

const createLinearScale = (low: number, high: number, from: number, to: number): Scale => {
  const span = high - low || 1;
  return value => from + ((to - from) * (value - low)) / span;
};

/** Lines at the least, middle and greatest value. */
function drawFigureAxis(low: number, high: number, yOf: Scale, unit: string): readonly string[] {
  const half = (low + high) / 2;
  // Counts have no value between two.
  const middle = Number.isInteger(low) && Number.isInteger(high) ? Math.round(half) : half;
  return [low, middle, high].flatMap(value => [
    writeSvgElement('line', { x1: LEFT, x2: RIGHT, y1: yOf(value), y2: yOf(value), stroke: INKS.hair }),
    writeSvgText(`${formatOutcomeValue(value, unit)}`, LEFT - 6, yOf(value) + 4, { 'text-anchor': 'end' }),
  ]);
}

interface Banded {
  readonly x: number;
  readonly band: WorldBand;
}

/** Where nine in ten are, and the median. */
function drawFigureBand(places: readonly Banded[], yOf: Scale): readonly string[] {
  const edge = (of: 'low' | 'median' | 'high') =>
    places.map(({ x, band: one }) => [x, yOf(one[of])] as const);
  return [
    writeSvgElement('polygon', {
      points: formatSvgPoints([...edge('low'), ...edge('high').reverse()]),
      ...{ fill: INKS.ink, 'fill-opacity': 0.1 },
    }),
    writeSvgElement('polyline', {
      ...{ points: formatSvgPoints(edge('median')), fill: 'none', stroke: INKS.ink },
      ...{ 'stroke-width': 1.6, 'stroke-dasharray': '3 2' },
    }),
  ];
}

/** An outcome over time: a line a world, the band, the median, this run. @param measure place of the outcome */
export function drawFanFigure(worlds: Worlds, measure: number): Drawn {
  const { unit } = worlds.definitions[measure];
  const { lines, here, bands, top } = buildOutcomeFan(worlds, measure);
  const { ticks } = worlds;
  const xOf = createLinearScale(ticks[0], ticks[ticks.length - 1], LEFT, RIGHT);
  const yOf = createLinearScale(0, top, FOOT, TOP);
  const line = (values: Float64Array, more: Readonly<Record<string, string | number>>) => {
    const places = [...values].flatMap((value, i) =>
      Number.isNaN(value) ? [] : [[xOf(ticks[i]), yOf(value)] as const],
    );
    return writeSvgElement('polyline', {
      points: formatSvgPoints(places),
      fill: 'none',
      stroke: INKS.ink,
      ...more,
    });
  };
  const banded = bands.flatMap((one, i) => (one === null ? [] : [{ x: xOf(ticks[i]), band: one }]));
  return {
    height: HEIGHT,
    marks: [
      ...drawFigureAxis(0, top, yOf, unit),
      ...lines.map(({ values }) => line(values, { 'stroke-opacity': 0.12, 'stroke-width': 1 })),
      ...drawFigureBand(banded, yOf),
      ...(here === null ? [] : [line(here.values, { 'stroke-width': 2.2 })]),
      ...[0, ticks.length - 1].map(i =>
        writeSvgText(String(ticks[i]), xOf(ticks[i]), FOOT + 18, {
          'text-anchor': i === 0 ? 'start' : 'end',
        }),
      ),
    ],
  };
}

/** An outcome over the values of one parameter: a dot a world, the band and the median. */
export function drawSweepFigure(worlds: Worlds, place: number, measure: number): Drawn {
  const { unit } = worlds.definitions[measure];
  const cells = buildSweepCells(worlds, place, measure);
  const all = cells.flatMap(cell => cell.worlds.map(({ value }) => value));
  const [low, high] = all.length === 0 ? [0, 1] : [Math.min(...all), Math.max(...all)];
  const yOf = createLinearScale(low, high, FOOT, TOP);
  const values = cells.map(({ values: [value] }, i) => (typeof value === 'number' ? value : i));
  const along = createLinearScale(Math.min(...values), Math.max(...values), LEFT + 20, RIGHT - 20);
  const banded = cells.flatMap((cell, i) =>
    cell.band === null ? [] : [{ x: along(values[i]), band: cell.band }],
  );
  const dots = cells.flatMap((cell, i) =>
    cell.worlds.map(({ value }) =>
      writeSvgElement('circle', {
        cx: along(values[i]),
        cy: yOf(value),
        r: 2,
        fill: INKS.soft,
        'fill-opacity': 0.6,
      }),
    ),
  );
  const every = Math.ceil(cells.length / 12);
  const names = cells.flatMap((cell, i) =>
    i % every === 0
      ? [writeSvgText(String(cell.values[0]), along(values[i]), FOOT + 18, { 'text-anchor': 'middle' })]
      : [],
  );
  return {
    height: HEIGHT,
    marks: [...drawFigureAxis(low, high, yOf, unit), ...drawFigureBand(banded, yOf), ...dots, ...names],
  };
}

/** Medians over two parameters, the first downwards; shade repeats the numbers. */
export function drawMapFigure(worlds: Worlds, place: number, measure: number): Drawn {
  const { unit } = worlds.definitions[measure];
  const cells = buildSweepCells(worlds, place, measure);
  const across = [...new Set(cells.map(({ values }) => String(values[1])))];
  const down = [...new Set(cells.map(({ values }) => String(values[0])))];
  const medians = cells.flatMap(({ band: one }) => one?.median ?? []);
  const shadeOf = createLinearScale(Math.min(...medians), Math.max(...medians), 0.02, 0.4);
  const width = (RIGHT - LEFT) / across.length;
  const cellAt = (cell: Cell, i: number) => {
    const [x, y] = [LEFT + (i % across.length) * width, TOP + 20 + Math.floor(i / across.length) * 26];
    if (cell.band === null) return [writeSvgText('–', x + width / 2, y + 17, { 'text-anchor': 'middle' })];
    const { median } = cell.band;
    const ground = { width: width - 1, height: 25, fill: INKS.ink, 'fill-opacity': shadeOf(median) };
    return [
      writeSvgElement('rect', { x, y, ...ground }),
      writeSvgText(formatOutcomeValue(median, unit), x + width / 2, y + 17, { 'text-anchor': 'middle' }),
    ];
  };
  const heads = across.map((value, i) =>
    writeSvgText(value, LEFT + (i + 0.5) * width, TOP + 10, { 'text-anchor': 'middle', fill: INKS.soft }),
  );
  const sides = down.map((value, i) =>
    writeSvgText(value, LEFT - 8, TOP + 37 + i * 26, { 'text-anchor': 'end', fill: INKS.soft }),
  );
  return { height: TOP + 40 + down.length * 26, marks: [...heads, ...sides, ...cells.flatMap(cellAt)] };
}

/** "people", as an axis says it. */
export const formatAxisUnit = (unit: string): string => formatUnitSuffix(unit).trim();
