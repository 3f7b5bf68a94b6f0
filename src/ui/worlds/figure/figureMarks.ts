import { replaceXmlControls } from '../../lib/replaceXmlControls.ts';

/** Width of every figure, and of its margin, pixels. */
export const WIDTH = 720;
/** Room at the left and the right of a figure. */
export const FIGURE_MARGIN = 24;
/** Inks of lines and words, of secondary words, of hair lines. */
export const INKS = { ink: '#111418', soft: '#6b7079', hair: '#d9dce1' } as const;

/** A drawing and its height. */
export interface FigureDrawing {
  readonly marks: readonly string[];
  readonly height: number;
}

const roundSvgNumber = (value: number): number => Math.round(value * 100) / 100;
const escapeXml = (text: string): string =>
  replaceXmlControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Attributes by name; numbers to two decimals. */
type MarkAttributes = Readonly<Record<string, string | number>>;

/** An element without contents. */
export const writeSvgElement = (name: string, attributes: MarkAttributes): string =>
  `<${name}${serializeAttributes(attributes)}/>`;

/** A line of words, its baseline at y. */
export const writeSvgText = (text: string, x: number, y: number, more: MarkAttributes = {}): string =>
  `<text${serializeAttributes({ x, y, 'font-size': 12, fill: INKS.ink, ...more })}>${escapeXml(text)}</text>`;

const serializeAttributes = (attributes: MarkAttributes): string =>
  Object.entries(attributes)
    .map(
      ([name, value]) => ` ${name}="${typeof value === 'number' ? roundSvgNumber(value) : escapeXml(value)}"`,
    )
    .join('');

/** Places as the attribute `points` has them. */
export const formatSvgPoints = (places: readonly (readonly [x: number, y: number])[]): string =>
  places.map(([x, y]) => `${roundSvgNumber(x)},${roundSvgNumber(y)}`).join(' ');

/** A text in lines of at most so many characters. */
export function wrapTextLines(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap(one => one.match(new RegExp(`.{1,${most}}`, 'g')) ?? [])) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
