import type { DotField } from '../../charts/dotField.ts';
import { downloadFile } from '../../controls/downloadFile.ts';
import { embedPageFonts } from './embedPageFonts.ts';
import { fitOtherFonts } from './otherFonts.ts';

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
  const text = new XMLSerializer().serializeToString(svg);
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
