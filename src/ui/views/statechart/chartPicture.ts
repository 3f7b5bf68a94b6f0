import type { DotField } from '../../charts/dotField.ts';
import { downloadFile } from '../../controls/downloadFile.ts';
import { encodeBase64 } from '../../lib/encodeBase64.ts';
import { replaceXmlControls } from '../../lib/replaceXmlControls.ts';

/** The exported picture: the drawing, and the dots on it. */
export interface ChartPicture {
  readonly svg: SVGSVGElement;
  /** Null if there are no dots. */
  readonly field: DotField | null;
  /** Colours of the dots. */
  readonly colors: readonly string[];
  /** The whole of a drawing that may be zoomed; null if its sheet has all of it. */
  readonly whole: { readonly width: number; readonly height: number } | null;
  /** Name of the file, without its ending. */
  readonly name: string;
}

/** Properties that a drawing needs to look the same elsewhere. */
const PAINT = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'opacity',
];
const COPIED_TEXT_STYLES = [
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
  'paint-order',
  'stroke-linejoin',
];
/** Fallbacks for the page's own font. */
const FONTS = ', Helvetica, Arial, sans-serif';
const SVG = 'http://www.w3.org/2000/svg';
/** Pixels of a picture for each of the drawing. */
const SHARPNESS = 2;

/** Downloads the chart as it is drawn now, in the theme's colours. */
export async function downloadChartPicture(picture: ChartPicture, form: 'svg' | 'png'): Promise<void> {
  const svg = createStandaloneSvg(picture, form === 'svg');
  const text = replaceXmlControls(new XMLSerializer().serializeToString(svg));
  if (form === 'svg') {
    downloadFile(
      `${picture.name}.svg`,
      [`<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`],
      'image/svg+xml',
    );
    return;
  }
  const size = { width: Number(svg.getAttribute('width')), height: Number(svg.getAttribute('height')) };
  downloadFile(`${picture.name}.png`, [await renderSvgToPng(text, size)], 'image/png');
}

/** A copy that needs none of the page's styles. @param isAlone whether it must do without its fonts as well */
function createStandaloneSvg({ svg, field, colors, whole }: ChartPicture, isAlone: boolean): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [svg, copy].map(one => [...one.querySelectorAll('*')]);
  for (const [i, original] of originals.entries()) inlineComputedStyles(original, copies[i]);
  fitOtherFonts(originals, copies, isAlone);
  for (const part of copies) if (isPointerArea(part)) part.remove();
  const { width, height } = whole ?? { width: svg.clientWidth, height: svg.clientHeight };
  copy.setAttribute('xmlns', SVG);
  copy.setAttribute('width', String(Math.ceil(width)));
  copy.setAttribute('height', String(Math.ceil(height)));
  copy.setAttribute('viewBox', `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`);
  copy.removeAttribute('class');
  if (whole) copy.querySelector(':scope > g')?.removeAttribute('transform');
  const ground = document.createElementNS(SVG, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute(
    'fill',
    convertToPlainColor(getComputedStyle(document.documentElement).getPropertyValue('--bg')),
  );
  copy.prepend(ground);
  if (field) copy.append(createSvgDots(field, colors));
  return copy;
}

/** Areas that only feel the pointer. */
const isPointerArea = (part: Element): boolean =>
  part.getAttribute('stroke') === 'none' && part.getAttribute('fill') === 'none';

/** Writes what the page's styles make of an element into it. */
function inlineComputedStyles(original: Element, copy: Element): void {
  const style = getComputedStyle(original);
  const isText = original.tagName === 'text' || original.tagName === 'tspan';
  for (const name of ['class', 'style', 'role', 'tabindex', 'aria-pressed', 'data-state'])
    copy.removeAttribute(name);
  if (['g', 'defs', 'title', 'marker'].includes(original.tagName)) return;
  for (const name of isText ? [...PAINT, ...COPIED_TEXT_STYLES] : PAINT) {
    const value = style.getPropertyValue(name);
    if (value === '') continue;
    if (name === 'fill' || name === 'stroke') copy.setAttribute(name, convertToPlainColor(value));
    else if (name === 'font-family')
      copy.setAttribute(name, value.replaceAll('"', "'").replace(/,\s*sans-serif$/, '') + FONTS);
    else copy.setAttribute(name, value.replaceAll('px', ''));
  }
}

let probe: CanvasRenderingContext2D | null = null;

/** A colour as any program reads it. Transparent is none. */
function convertToPlainColor(value: string): string {
  const color = value.trim();
  if (color === '' || color === 'none' || color.startsWith('url')) return color || 'none';
  if (/^(#|rgb\()/.test(color)) return color;
  probe ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!probe) return color;
  probe.clearRect(0, 0, 1, 1);
  probe.fillStyle = color;
  probe.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = probe.getImageData(0, 0, 1, 1).data;
  if (a === 0) return 'none';
  return a === 255
    ? `rgb(${r}, ${g}, ${b})`
    : `rgba(${r}, ${g}, ${b}, ${Math.round((a / 255) * 1000) / 1000})`;
}

/** The dots at their places, one path for each colour. */
function createSvgDots(field: DotField, colors: readonly string[]): SVGElement {
  const paths = new Map<number, string>();
  const short = (value: number) => Math.round(value * 100) / 100;
  field.forEach((x, y, radius, ink) => {
    const r = short(radius);
    const dot = `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    paths.set(ink, (paths.get(ink) ?? '') + dot);
  });
  const group = document.createElementNS(SVG, 'g');
  for (const [ink, path] of paths) {
    const element = document.createElementNS(SVG, 'path');
    element.setAttribute('d', path);
    element.setAttribute('fill', convertToPlainColor(colors[ink] ?? '#888'));
    group.append(element);
  }
  return group;
}

/** Renders an SVG in the page's typeface. @throws Error if the browser makes no picture */
export async function renderSvgToPng(
  text: string,
  { width, height }: { width: number; height: number },
): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([await embedPageFonts(text)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width * SHARPNESS);
    canvas.height = Math.ceil(height * SHARPNESS);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
    if (!made) throw new Error('the browser made no picture of the chart');
    return made;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Factor by which a replacement font may be wider than the page's own. */
const WIDER = 1.15;
/** Pixels between a name and the number next to it. */
const NAME_TO_NUMBER_DISTANCE = 4;

/**
 * Fixes the widths of texts in a drawing for any font: each keeps its present width, and names are small enough to stay
 * clear of the numbers even in a program that ignores widths.
 * @param originals elements of the drawing on the page
 * @param copies the same of the one that is saved
 * @param isAlone true if the page's own font is not with it
 */
function fitOtherFonts(originals: readonly Element[], copies: readonly Element[], isAlone: boolean): void {
  const copyOf = new Map(originals.map((original, i) => [original, copies[i]]));
  for (const original of originals) {
    if (original.tagName !== 'text') continue;
    const text = original as SVGTextElement;
    const factor = isAlone ? computeNameShrink(text, findAdjacentNumber(text)) : 1;
    const copy = copyOf.get(text)!;
    if (factor < 1) {
      const size = Number.parseFloat(getComputedStyle(text).fontSize);
      copy.setAttribute('font-size', String(Math.round(size * factor * 100) / 100));
    }
    // One with parts of several looks flows as it comes.
    if (text.childElementCount > 0) continue;
    const width = text.getComputedTextLength() * factor;
    if (width === 0) continue;
    copy.setAttribute('textLength', String(Math.round(width * 100) / 100));
    copy.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  }
}

/** The number that ends the line on which a name begins; null for none. */
function findAdjacentNumber(text: SVGTextElement): SVGTextElement | null {
  if (text.getAttribute('text-anchor') === 'end') return null;
  const others = [...(text.parentElement?.children ?? [])].filter(
    other =>
      other.tagName === 'text' &&
      other !== text &&
      other.getAttribute('y') === text.getAttribute('y') &&
      other.getAttribute('text-anchor') === 'end',
  );
  return (others[0] as SVGTextElement | undefined) ?? null;
}

/** The factor of a name's size at which a wider font still leaves the number alone. */
function computeNameShrink(text: SVGTextElement, number: SVGTextElement | null): number {
  if (number === null) return 1;
  const room = Number(number.getAttribute('x')) - Number(text.getAttribute('x'));
  return computeRoomFactor(text.getComputedTextLength(), number.getComputedTextLength(), room);
}

/** The same of widths in pixels; at most 1, and never less than can be read. */
export function computeRoomFactor(name: number, number: number, room: number): number {
  const left = room - NAME_TO_NUMBER_DISTANCE - number * WIDER;
  return name <= 0 ? 1 : Math.max(0.7, Math.min(1, left / (name * WIDER)));
}

/** A typeface of the page's style sheets, as far as a picture of its own needs it. */
export interface OwnFont {
  readonly family: string;
  readonly weight: string;
  /** Address of the file. */
  readonly url: string;
  /** First and last code point of the letters in it. */
  readonly letters: readonly (readonly [number, number])[];
}

/**
 * A drawing that carries the page's typefaces, of which a picture made apart from the page knows nothing: the files
 * whose letters it has are written into it.
 * @param svg text of the drawing
 */
export async function embedPageFonts(
  svg: string,
  fonts: readonly OwnFont[] = collectPageFonts(),
): Promise<string> {
  const used = fonts.filter(font => svg.includes(font.family) && hasFontLetters(svg, font));
  if (used.length === 0) return svg;
  const rules = await Promise.all(used.map(buildFontFaceRule));
  return svg.replace(/<svg[^>]*>/, root => `${root}<style>${rules.join('')}</style>`);
}

/** The typefaces of the page's style sheets. */
function collectPageFonts(): OwnFont[] {
  return [...document.styleSheets].flatMap(sheet =>
    readSheetRules(sheet).flatMap(one =>
      one instanceof CSSFontFaceRule ? parseFontFace(one, sheet.href) : [],
    ),
  );
}

/** Sheets from elsewhere, as extensions add them, cannot be read. */
function readSheetRules(sheet: CSSStyleSheet): readonly CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}

function parseFontFace({ style }: CSSFontFaceRule, href: string | null): OwnFont[] {
  const [, path] = /url\(["']?([^"')]+)/.exec(style.getPropertyValue('src')) ?? [];
  if (path === undefined) return [];
  const ranges = style.getPropertyValue('unicode-range').matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi);
  return [
    {
      family: style.getPropertyValue('font-family').replace(/["']/g, ''),
      weight: style.getPropertyValue('font-weight'),
      url: new URL(path, href ?? document.baseURI).href,
      letters: [...ranges].map(([, from, to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)]),
    },
  ];
}

/** A font without a range has all letters. */
const hasFontLetters = (text: string, { letters }: OwnFont): boolean =>
  letters.length === 0 ||
  [...new Set(text)].some(letter =>
    letters.some(([from, to]) => isPointInRange(letter.codePointAt(0)!, from, to)),
  );

const isPointInRange = (point: number, from: number, to: number): boolean => point >= from && point <= to;

/** Empty if the file does not come: the picture is made all the same, in a typeface of the machine's. */
async function buildFontFaceRule({ family, weight, url }: OwnFont): Promise<string> {
  const font = await fetchFontBytes(url).catch(() => null);
  if (font === null) return '';
  return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff2;base64,${encodeBase64(font)})}`;
}

async function fetchFontBytes(url: string): Promise<Uint8Array | null> {
  const response = await fetch(url);
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}
