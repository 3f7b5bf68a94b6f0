import { formatGroupedInteger } from '../../core/formatNounCount.ts';
import type { BarChart } from './pageBlock.ts';

/** Size of the drawing, and of the room for bars within it, in its own units. */
const [WIDTH, HEIGHT] = [560, 230];
const AREA = { left: 8, right: 552, top: 34, bottom: 184 };
/** Most bars that have a label each. */
const MAX_LABELLED_BARS = 16;
/** Classes of the parts, from the bottom. */
const PART_CLASSES = ['full', 'half', 'hollow'];

/** Draws stacked bars as SVG. @param write makes a text safe within markup */
export function drawBarChart(chart: BarChart, write: (text: string) => string): string {
  const { bars, parts, unit, axis, title } = chart;
  const sums = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const most = sums.reduce((max, sum) => Math.max(max, sum), 0);
  const step = (AREA.right - AREA.left) / Math.max(1, bars.length);
  const gap = bars.length > 60 ? 0 : step * 0.2;
  const scale = most === 0 ? 0 : (AREA.bottom - AREA.top) / most;
  const shapes = bars.map(({ values, label, isMarked }, i) => {
    const x = AREA.left + i * step + gap / 2;
    const rects = stackParts(values, scale).map(
      ({ y, height, part }) =>
        `<rect class="${PART_CLASSES[part]}" x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${(step - gap).toFixed(2)}" height="${height.toFixed(2)}"/>`,
    );
    const middle = (x + (step - gap) / 2).toFixed(2);
    const name =
      bars.length > MAX_LABELLED_BARS
        ? ''
        : `<text class="${isMarked ? 'marked' : 'tick'}" x="${middle}" y="${AREA.bottom + 18}" text-anchor="middle">${write(label)}</text><text class="tick" x="${middle}" y="${(AREA.bottom - sums[i] * scale - 5).toFixed(2)}" text-anchor="middle">${write(formatGroupedInteger(sums[i]))}</text>`;
    return rects.join('') + name;
  });
  const top =
    bars.length > MAX_LABELLED_BARS
      ? `<text class="tick" x="${AREA.left}" y="${AREA.top - 6}">${write(`${formatGroupedInteger(most)} ${unit}`)}</text>`
      : '';
  const legend = parts
    .map((name, part) => {
      const y = HEIGHT - 6;
      const x = AREA.left + (part * (AREA.right - AREA.left)) / parts.length;
      return `<rect class="${PART_CLASSES[part]}" x="${x.toFixed(2)}" y="${y - 10}" width="10" height="10"/><text class="tick" x="${(x + 15).toFixed(2)}" y="${y}">${write(name)}</text>`;
    })
    .join('');
  const name = write(`${title}, ${unit} by ${axis}`);
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name}">${shapes.join('')}${top}<line class="axis" x1="${AREA.left}" x2="${AREA.right}" y1="${AREA.bottom}" y2="${AREA.bottom}"/><text class="tick" x="${AREA.right}" y="${AREA.top - 20}" text-anchor="end">${write(`${unit} by ${axis}`)}</text>${legend}</svg>`;
}

/** The parts of a bar that have a height, from the bottom. */
function stackParts(
  values: readonly number[],
  scale: number,
): readonly { readonly y: number; readonly height: number; readonly part: number }[] {
  let y = AREA.bottom;
  return values.flatMap((value, part) => {
    const height = value * scale;
    y -= height;
    return height > 0 ? [{ y, height, part }] : [];
  });
}
