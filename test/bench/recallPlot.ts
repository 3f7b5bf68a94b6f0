/** Recall of one strategy, at each limit: shares from 0 to 1 with half the width of their intervals. */
export interface RecallLine {
  readonly name: string;
  readonly values: readonly { readonly mean: number; readonly half: number }[];
}

const WIDTH = 640;
const HEIGHT = 300;
const PLOT = { left: 52, right: 548, top: 24, bottom: 252 };
const [INK, INK_3, HAIR] = ['#15171b', '#696d76', '#e5e5e1'];
/** Strategies are told apart by their lines: the page has hues for states alone. */
const DASHES = ['', '2 4', '8 4'];

/** A drawing of recall against the limit, as SVG: a line for each strategy with its name at its end. */
export function recallPlot(limits: readonly number[], lines: readonly RecallLine[]): string {
  const xOf = (i: number): number =>
    PLOT.left + 24 + (i * (PLOT.right - PLOT.left - 48)) / (limits.length - 1);
  const yOf = (share: number): number => round(PLOT.bottom - share * (PLOT.bottom - PLOT.top));
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    share =>
      `<path d="M${PLOT.left} ${yOf(share)}H${PLOT.right}" stroke="${share === 0 ? INK_3 : HAIR}"/>` +
      text(PLOT.left - 8, yOf(share) + 4, `${100 * share} %`, INK_3, 'end'),
  );
  const ticks = limits.map((limit, i) =>
    text(xOf(i), PLOT.bottom + 18, limit.toLocaleString('en'), INK_3, 'middle'),
  );
  const drawn = lines.map(({ name, values }, position) => {
    const path = values.map(({ mean }, i) => `${i === 0 ? 'M' : 'L'}${round(xOf(i))} ${yOf(mean)}`).join('');
    const bars = values.map(
      ({ mean, half }, i) =>
        `<path d="M${round(xOf(i))} ${yOf(mean - half)}V${yOf(mean + half)}" stroke="${INK}" stroke-width="3"/>`,
    );
    const dots = values.map(
      ({ mean }, i) => `<circle cx="${round(xOf(i))}" cy="${yOf(mean)}" r="2.5" fill="${INK}"/>`,
    );
    const line = `<path d="${path}" fill="none" ${strokeOf(position)}/>`;
    return (
      line +
      bars.join('') +
      dots.join('') +
      sample(labelY(lines, position, yOf) - 4, position) +
      text(PLOT.right + 34, labelY(lines, position, yOf), name, INK, 'start')
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Inter, system-ui, sans-serif" font-size="12">`,
    `<title>Recall against the paging limit, by strategy</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fbfbf9"/>`,
    text(PLOT.left, 14, 'questions answered right', INK_3, 'start'),
    ...grid,
    ...ticks,
    text(
      (PLOT.left + PLOT.right) / 2,
      HEIGHT - 10,
      'paging limit, tokens (hard limit: twice as high)',
      INK_3,
      'middle',
    ),
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

const strokeOf = (position: number): string =>
  `stroke="${INK}" stroke-width="1.5" stroke-dasharray="${DASHES[position % DASHES.length]}"`;

/** A piece of a strategy's line beside its name. */
const sample = (y: number, position: number): string =>
  `<path d="M${PLOT.right + 8} ${round(y)}h20" ${strokeOf(position)}/>`;

const round = (value: number): number => Math.round(value * 10) / 10;

const text = (x: number, y: number, words: string, color: string, anchor: string): string =>
  `<text x="${round(x)}" y="${round(y)}" fill="${color}" text-anchor="${anchor}">${words}</text>`;

/** Least distance of two names. */
const LEADING = 15;

/** A name's place at the end of its line, below the names before it that end as high. */
function labelY(lines: readonly RecallLine[], position: number, yOf: (share: number) => number): number {
  const ends = lines
    .map(({ values }, i) => ({ i, y: yOf(values.at(-1)!.mean) + 4 }))
    .sort((a, b) => a.y - b.y || a.i - b.i);
  let last = Number.NEGATIVE_INFINITY;
  for (const { i, y } of ends) {
    last = Math.max(y, last + LEADING);
    if (i === position) return last;
  }
  return last;
}
