import type { Worlds } from '../../state/worldsState.ts';
import { isOutcomeMeasured, isPairPlan } from '../courses.ts';
import {
  computeValueSpan,
  formatBandRange,
  formatEndValue,
  formatMeanInterval,
  formatMedian,
  formatOutcomeValue,
  formatUnitSuffix,
  isBinaryOutcome,
  summarizeDifference,
  summarizeOutcome,
  type ToldOutcome,
} from '../told.ts';
import { type Drawn, INKS, MARGIN, WIDTH, writeSvgElement, writeSvgText } from './marks.ts';

const ROW = 54;
const FROM = MARGIN + 160;
const TO = WIDTH - MARGIN - 230;
const BINS = 40;
/** Pixels of the widest bar. */
const WIDEST = 48;

type Strip = Pick<ToldOutcome, 'band' | 'here'> & {
  readonly values: readonly number[];
  /** A value at an end of the axis. */
  readonly endWords: (value: number) => string;
};

/** A row an outcome: how it is distributed over the worlds, or what the change did to it. */
export function drawStripsFigure(worlds: Worlds, place: number): Drawn {
  const measures = [...worlds.definitions.keys()].filter(at =>
    isOutcomeMeasured(worlds.definitions[at], worlds),
  );
  const rows = measures.map((measure, row) => {
    const y = row * ROW;
    const { label, unit } = worlds.definitions[measure];
    const [strip, told] = isPairPlan(worlds)
      ? buildChangeStrip(worlds, place, measure)
      : buildSpreadStrip(worlds, place, measure);
    return [
      writeSvgText(label, MARGIN, y + 28, { 'font-weight': 600 }),
      ...drawStripBars(strip, y),
      ...told.map((line, i) =>
        writeSvgText(line + (i === 0 ? formatUnitSuffix(unit) : ''), TO + 16, y + 20 + 15 * i),
      ),
    ];
  });
  return { height: rows.length * ROW + 8, marks: rows.flat() };
}

function buildSpreadStrip(
  worlds: Worlds,
  place: number,
  measure: number,
): readonly [Strip, readonly string[]] {
  const told = summarizeOutcome(worlds, place, measure);
  const { unit } = told.definition;
  const here = told.here === null ? '' : `, here ${formatOutcomeValue(told.here, unit)}`;
  return [
    { ...told, endWords: value => formatOutcomeValue(value, unit) },
    told.band === null
      ? ['nothing to measure']
      : isBinaryOutcome(told)
        ? [formatMedian(told), `n ${told.band.n}${here}`]
        : [
            `${formatBandRange(told.band, unit)}`,
            `median ${formatOutcomeValue(told.band.median, unit)}${here}, n ${told.band.n}`,
          ],
  ];
}

function buildChangeStrip(
  worlds: Worlds,
  place: number,
  measure: number,
): readonly [Strip, readonly string[]] {
  const told = summarizeDifference(worlds, place, measure, true);
  const { unit } = told.definition;
  const strip = { ...told, endWords: (value: number) => formatEndValue(value, unit) };
  if (told.mean === null) return [strip, ['nothing to compare']];
  const { mean, ends } = formatMeanInterval({ mean: told.mean, interval: told.interval }, unit);
  return [strip, [mean, `95 %: ${ends ?? 'no interval'}, n ${told.values.length}`]];
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
  const foot = y + ROW - 18;
  const drawn = bins.flatMap((worlds, bin) => {
    if (worlds === 0) return [];
    const height = Math.max(1.5, ((ROW - 24) * worlds) / most);
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
 * Bins over some values; whole numbers fall into bins that are equally many of them wide, and of the last one, which may have
 * fewer, it is told what part that is.
 */
function binStripValues(values: readonly number[]) {
  const { low, span } = computeValueSpan({ values, here: null });
  const high = Math.max(...values);
  const isWhole = values.every(Number.isInteger);
  const wide = isWhole ? Math.ceil((high - low + 1) / BINS) : span / BINS;
  const count = isWhole ? Math.ceil((high - low + 1) / wide) : BINS;
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
