import { ENGINE_VERSION } from '../../../engine/core/version.ts';
import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { formatChange } from '../../../engine/setup/formatChange.ts';
import type { WorldBand } from '../../../engine/statistics/quantiles.ts';
import { computePlanId } from '../../../engine/worlds/worldPlan.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { buildSweepCells, type SweepCell } from '../cells.ts';
import { findPinnedOutcome, isDeciderComparison, isOutcomeMeasured, isPairPlan } from '../courses.ts';
import { buildOutcomeFan } from '../fan.ts';
import {
  computeValueSpan,
  formatBandRange,
  formatEndValue,
  formatMeanInterval,
  formatMedian,
  formatOutcomeValue,
  formatUnitSuffix,
  isBinaryOutcome,
  type OutcomeText,
  summarizeDifference,
  summarizeOutcome,
} from '../summarizeOutcome.ts';
import { isOrderedSweep } from '../sweepEstimates.ts';
import {
  FIGURE_MARGIN,
  type FigureDrawing,
  formatSvgPoints,
  INKS,
  WIDTH,
  wrapTextLines,
  writeSvgElement,
  writeSvgText,
} from './figureMarks.ts';

/** Characters of a caption's line. */
const CAPTION_LINE_LENGTH = 112;
const FONT = 'Helvetica, Arial, sans-serif';

/** The picture that the worlds are shown by, as an SVG of its own with a caption. @param place in their courses @param tick the model's word for a round */
export function drawWorldsFigure(
  worlds: Worlds,
  place: number,
  tick: string,
): { readonly svg: string; readonly height: number } {
  const measure = findPinnedOutcome(worlds);
  const { drawn, title, about } = chooseFigurePicture(worlds, place, measure, tick);
  const caption = wrapTextLines(`${about} ${describeFigureCaption(worlds, tick)}`, CAPTION_LINE_LENGTH);
  const top = 44;
  const below = top + drawn.height + 12;
  const height = below + 16 * caption.length + 16;
  const lines = caption.map((line, i) =>
    writeSvgText(line, FIGURE_MARGIN, below + 12 + 16 * i, { fill: '#33373d' }),
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="${FONT}">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    writeSvgText(title, FIGURE_MARGIN, 26, { 'font-size': 15, 'font-weight': 600, fill: INKS.ink }),
    `<g transform="translate(0 ${top})">${drawn.marks.join('')}</g>`,
    ...lines,
    '</svg>',
  ].join('\n');
  return { svg, height };
}

interface Picture {
  readonly drawn: FigureDrawing;
  readonly title: string;
  /** Meaning of its marks. */
  readonly about: string;
}

function chooseFigurePicture(worlds: Worlds, place: number, measure: number, tick: string): Picture {
  const { label, unit } = worlds.definitions[measure];
  const names = Object.keys(worlds.plan.arms[0].values);
  const [over, across] = names;
  const what = [label, formatAxisUnit(unit)].filter(Boolean).join(', ');
  const round = `${tick} ${worlds.ticks[place]}`;
  const nine = 'from the 5 to the 95 % quantile of the worlds';
  if (across !== undefined)
    return {
      drawn: drawMapFigure(worlds, place, measure),
      title: `${what}: median at ${round}, ${over} downwards, ${across} across`,
      about: 'A number is the median of the worlds; a dash: nothing to measure.',
    };
  if (over !== undefined)
    return {
      drawn: drawSweepFigure(worlds, place, measure),
      title: `${what}, over ${over}, at ${round}`,
      about: `A dot is a world, the ${typeof worlds.plan.arms[0].values[over] === 'string' ? 'stroke the median, the bar' : 'dashed line the median, the band'} ${nine}.`,
    };
  if (worlds.isOver && !isPairPlan(worlds))
    return {
      drawn: drawFanFigure(worlds, measure),
      title: `${what}, ${tick} by ${tick}`,
      about: `A thin line is a world (200 at most), the dashed one the median, the band ${nine}, the thick one the run.`,
    };
  return isPairPlan(worlds)
    ? {
        drawn: drawStripsFigure(worlds, place),
        title: isDeciderComparison(worlds)
          ? `Outcomes, ${worlds.change}, at ${round}`
          : `What ${worlds.change} did, at ${round}`,
        about: `Differences, ${isDeciderComparison(worlds) ? 'policy less model' : 'with the change less without it'}, world by world; dark bars ${nine}, a triangle at the median, a line at no difference. Next to them the mean and its 95 % interval: of what happened or did not Wilson’s, else a bootstrap of 2,000 resamples.`,
      }
    : {
        drawn: drawStripsFigure(worlds, place),
        title: `Outcomes over worlds, at ${round}`,
        about: `Dark bars and the range next to them ${nine}, a triangle at the median, a line at the run.`,
      };
}

/** Description of the played worlds in a sentence or two. */
function describeFigureCaption(
  { plan, played, origin, base: setup, baseArm, change }: Worlds,
  tick: string,
): string {
  const swept = plan.arms[0].values;
  const own = Object.entries(setup.parameters).filter(([name]) => !(name in swept));
  const set = own.map(([name, value]) => `, ${name} ${value}`);
  const agents = setup.agents === null ? '' : `, ${formatGroupedInteger(setup.agents)} agents`;
  const changes = setup.changes.length === 0 ? '' : `, changes ${setup.changes.map(formatChange).join(', ')}`;
  const which = change === null || baseArm === 0 ? '' : ' (with the change)';
  const decided = isLanguageModelOracle(setup.oracle)
    ? ` Decided by ${setup.oracle.model} (${setup.oracle.kind}).`
    : '';
  const seeds = plan.from === null ? 'other seeds from the start' : `new draws from ${tick} ${plan.from}`;
  const run = origin === null ? '' : ` Run${which} ${origin.hash}.`;
  return `n = ${formatGroupedInteger(played.length)} worlds of ${formatGroupedInteger(plan.arms.length)} set-up${plan.arms.length > 1 ? 's' : ''}, up to ${tick} ${plan.rounds}: ${seeds}; world k draws by the seed of Threefry2x32-13 under key (${setup.seed}, 11), counter (k, 0). Model ${setup.model}, network ${setup.network}${agents}, preset ${setup.preset}${set.join('')}${changes}, seed ${setup.seed}.${decided}${run} Plan ${computePlanId(plan)}, Statescope ${ENGINE_VERSION}.`;
}

const STRIP_ROW_HEIGHT = 54;
const FROM = FIGURE_MARGIN + 160;
const TO = WIDTH - FIGURE_MARGIN - 230;
const STRIP_FIGURE_BINS = 40;
/** Pixels of the widest bar. */
const WIDEST = 48;

type Strip = Pick<OutcomeText, 'band' | 'here'> & {
  readonly values: readonly number[];
  /** A value at an end of the axis. */
  readonly endWords: (value: number) => string;
};

/** A row an outcome: how it is distributed over the worlds, or what the change did to it. */
function drawStripsFigure(worlds: Worlds, place: number): FigureDrawing {
  const measures = [...worlds.definitions.keys()].filter(at =>
    isOutcomeMeasured(worlds.definitions[at], worlds),
  );
  const rows = measures.map((measure, row) => {
    const y = row * STRIP_ROW_HEIGHT;
    const { label, unit } = worlds.definitions[measure];
    const [strip, told] = isPairPlan(worlds)
      ? buildChangeStrip(worlds, place, measure)
      : buildSpreadStrip(worlds, place, measure);
    return [
      writeSvgText(label, FIGURE_MARGIN, y + 28, { 'font-weight': 600 }),
      ...drawStripBars(strip, y),
      ...told.map((line, i) =>
        writeSvgText(line + (i === 0 ? formatUnitSuffix(unit) : ''), TO + 16, y + 20 + 15 * i),
      ),
    ];
  });
  return { height: rows.length * STRIP_ROW_HEIGHT + 8, marks: rows.flat() };
}

function buildSpreadStrip(
  worlds: Worlds,
  place: number,
  measure: number,
): readonly [Strip, readonly string[]] {
  const report = summarizeOutcome(worlds, place, measure);
  const { unit } = report.definition;
  const here = report.here === null ? '' : `, here ${formatOutcomeValue(report.here, unit)}`;
  return [
    { ...report, endWords: value => formatOutcomeValue(value, unit) },
    report.band === null
      ? ['nothing to measure']
      : isBinaryOutcome(report)
        ? [formatMedian(report), `n ${report.band.n}${here}`]
        : [
            `${formatBandRange(report.band, unit)}`,
            `median ${formatOutcomeValue(report.band.median, unit)}${here}, n ${report.band.n}`,
          ],
  ];
}

function buildChangeStrip(
  worlds: Worlds,
  place: number,
  measure: number,
): readonly [Strip, readonly string[]] {
  const report = summarizeDifference(worlds, place, measure, true);
  const { unit } = report.definition;
  const strip = { ...report, endWords: (value: number) => formatEndValue(value, unit) };
  if (report.mean === null) return [strip, ['nothing to compare']];
  const { mean, ends } = formatMeanInterval({ mean: report.mean, interval: report.interval }, unit);
  return [strip, [mean, `95 %: ${ends ?? 'no interval'}, n ${report.values.length}`]];
}

/** Bars, paler outside nine in ten, a mark at the median, a line at this run or at no difference; the axis with its ends. */
function drawStripBars({ values, band, here, endWords }: Strip, y: number): readonly string[] {
  if (band === null) return [];
  const { low, high, xOf, binOf, count, width, part } = binStripValues(
    here === null ? values : [...values, here],
  );
  const bins = new Array<number>(count).fill(0);
  for (const value of values) bins[binOf(value)] += 1 / part(binOf(value));
  const most = Math.max(...bins);
  const foot = y + STRIP_ROW_HEIGHT - 18;
  const drawn = bins.flatMap((worlds, bin) => {
    if (worlds === 0) return [];
    const height = Math.max(1.5, ((STRIP_ROW_HEIGHT - 24) * worlds) / most);
    const isTail = bin < binOf(band.low) || bin > binOf(band.high);
    const place = { x: FROM + bin * width, y: foot - height, width: width - 0.8, height };
    return [writeSvgElement('rect', { ...place, fill: INKS.soft, 'fill-opacity': isTail ? 0.4 : 1 })];
  });
  const middle = writeSvgElement('path', {
    d: `M${xOf(band.median) - 3} ${foot + 5}h6l-3 -4z`,
    fill: INKS.ink,
  });
  const line = { y1: y + 4, y2: foot, stroke: INKS.ink, 'stroke-width': 1.5 };
  const end = { 'font-size': 10, fill: INKS.soft };
  return [
    writeSvgElement('line', {
      x1: FROM,
      x2: FROM + width * count,
      y1: foot + 0.5,
      y2: foot + 0.5,
      stroke: INKS.hair,
    }),
    ...drawn,
    middle,
    ...(here === null ? [] : [writeSvgElement('line', { x1: xOf(here), x2: xOf(here), ...line })]),
    ...(high > low ? [low, high] : [low]).map(value =>
      writeSvgText(endWords(value), xOf(value), foot + 12, { ...end, 'text-anchor': 'middle' }),
    ),
  ];
}

/**
 * Bins over some values; bins of whole numbers have equally many of them, except that the last one may have fewer, and
 * its share is given.
 */
function binStripValues(values: readonly number[]) {
  const { low, span } = computeValueSpan({ values, here: null });
  const high = Math.max(...values);
  const isWhole = values.every(Number.isInteger);
  const wide = isWhole ? Math.ceil((high - low + 1) / STRIP_FIGURE_BINS) : span / STRIP_FIGURE_BINS;
  const count = isWhole ? Math.ceil((high - low + 1) / wide) : STRIP_FIGURE_BINS;
  const middle = isWhole ? 0.5 : 0;
  const width = Math.min(WIDEST, (TO - FROM) / count);
  const last = isWhole ? (high - low + 1 - (count - 1) * wide) / wide : 1;
  return {
    ...{ low, high, count, width },
    xOf: (value: number) => FROM + (width * (value - low + middle)) / wide,
    binOf: (value: number) => Math.max(0, Math.min(count - 1, Math.floor((value - low) / wide))),
    part: (bin: number) => (bin === count - 1 ? last : 1),
  };
}

const LEFT = FIGURE_MARGIN + 48;
const PLOT_RIGHT = WIDTH - FIGURE_MARGIN - 8;
const PLOT_TOP = 12;
const PLOT_FOOT = 280;
const PLOT_HEIGHT = 320;

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
    writeSvgElement('line', { x1: LEFT, x2: PLOT_RIGHT, y1: yOf(value), y2: yOf(value), stroke: INKS.hair }),
    writeSvgText(`${formatOutcomeValue(value, unit)}`, LEFT - 6, yOf(value) + 4, { 'text-anchor': 'end' }),
  ]);
}

interface Banded {
  readonly x: number;
  readonly band: WorldBand;
}

/** Draws the range of nine in ten, and the median. */
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

/** Half the width of the marks of a value without neighbours. */
const HALF_MARK = 14;

/** The same of values without an order, which no line joins. */
const drawFigureIntervals = (places: readonly Banded[], yOf: Scale): readonly string[] =>
  places.flatMap(({ x, band: { low, median, high } }) => [
    writeSvgElement('rect', {
      ...{ x: x - HALF_MARK, y: yOf(high), width: 2 * HALF_MARK, height: yOf(low) - yOf(high) },
      ...{ fill: INKS.ink, 'fill-opacity': 0.1 },
    }),
    writeSvgElement('line', {
      ...{ x1: x - HALF_MARK, x2: x + HALF_MARK, y1: yOf(median), y2: yOf(median) },
      ...{ stroke: INKS.ink, 'stroke-width': 1.6 },
    }),
  ]);

/** An outcome over time: a line a world, the band, the median, this run. @param measure place of the outcome */
function drawFanFigure(worlds: Worlds, measure: number): FigureDrawing {
  const { unit } = worlds.definitions[measure];
  const { lines, here, bands, top } = buildOutcomeFan(worlds, measure);
  const { ticks } = worlds;
  const xOf = createLinearScale(ticks[0], ticks[ticks.length - 1], LEFT, PLOT_RIGHT);
  const yOf = createLinearScale(0, top, PLOT_FOOT, PLOT_TOP);
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
    height: PLOT_HEIGHT,
    marks: [
      ...drawFigureAxis(0, top, yOf, unit),
      ...lines.map(({ values }) => line(values, { 'stroke-opacity': 0.12, 'stroke-width': 1 })),
      ...drawFigureBand(banded, yOf),
      ...(here === null ? [] : [line(here.values, { 'stroke-width': 2.2 })]),
      ...[0, ticks.length - 1].map(i =>
        writeSvgText(String(ticks[i]), xOf(ticks[i]), PLOT_FOOT + 18, {
          'text-anchor': i === 0 ? 'start' : 'end',
        }),
      ),
    ],
  };
}

/** An outcome over the values of one parameter: a dot a world, the band and the median, which are joined over numbers alone. */
function drawSweepFigure(worlds: Worlds, place: number, measure: number): FigureDrawing {
  const { unit } = worlds.definitions[measure];
  const cells = buildSweepCells(worlds, place, measure);
  const all = cells.flatMap(cell => cell.worlds.map(({ value }) => value));
  const [low, high] = all.length === 0 ? [0, 1] : [Math.min(...all), Math.max(...all)];
  const yOf = createLinearScale(low, high, PLOT_FOOT, PLOT_TOP);
  const values = cells.map(({ values: [value] }, i) => (typeof value === 'number' ? value : i));
  const isOrdered = isOrderedSweep(cells);
  const along = isOrdered
    ? createLinearScale(Math.min(...values), Math.max(...values), LEFT + 20, PLOT_RIGHT - 20)
    : createLinearScale(-0.5, cells.length - 0.5, LEFT, PLOT_RIGHT);
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
  const drawSpread = isOrdered ? drawFigureBand : drawFigureIntervals;
  const every = Math.ceil(cells.length / 12);
  const names = cells.flatMap((cell, i) =>
    i % every === 0
      ? [
          writeSvgText(String(cell.values[0]).replaceAll('_', ' '), along(values[i]), PLOT_FOOT + 18, {
            'text-anchor': 'middle',
          }),
        ]
      : [],
  );
  return {
    height: PLOT_HEIGHT,
    marks: [...drawFigureAxis(low, high, yOf, unit), ...drawSpread(banded, yOf), ...dots, ...names],
  };
}

/** Medians over two parameters, the first downwards; shade repeats the numbers. */
function drawMapFigure(worlds: Worlds, place: number, measure: number): FigureDrawing {
  const { unit } = worlds.definitions[measure];
  const cells = buildSweepCells(worlds, place, measure);
  const across = [...new Set(cells.map(({ values }) => String(values[1])))];
  const down = [...new Set(cells.map(({ values }) => String(values[0])))];
  const medians = cells.flatMap(({ band: one }) => one?.median ?? []);
  const shadeOf = createLinearScale(Math.min(...medians), Math.max(...medians), 0.02, 0.4);
  const width = (PLOT_RIGHT - LEFT) / across.length;
  const cellAt = (cell: SweepCell, i: number) => {
    const [x, y] = [LEFT + (i % across.length) * width, PLOT_TOP + 20 + Math.floor(i / across.length) * 26];
    if (cell.band === null) return [writeSvgText('–', x + width / 2, y + 17, { 'text-anchor': 'middle' })];
    const { median } = cell.band;
    const ground = { width: width - 1, height: 25, fill: INKS.ink, 'fill-opacity': shadeOf(median) };
    return [
      writeSvgElement('rect', { x, y, ...ground }),
      writeSvgText(formatOutcomeValue(median, unit), x + width / 2, y + 17, { 'text-anchor': 'middle' }),
    ];
  };
  const heads = across.map((value, i) =>
    writeSvgText(value, LEFT + (i + 0.5) * width, PLOT_TOP + 10, {
      'text-anchor': 'middle',
      fill: INKS.soft,
    }),
  );
  const sides = down.map((value, i) =>
    writeSvgText(value, LEFT - 8, PLOT_TOP + 37 + i * 26, { 'text-anchor': 'end', fill: INKS.soft }),
  );
  return { height: PLOT_TOP + 40 + down.length * 26, marks: [...heads, ...sides, ...cells.flatMap(cellAt)] };
}

/** "people", as an axis says it. */
const formatAxisUnit = (unit: string): string => formatUnitSuffix(unit).trim();
