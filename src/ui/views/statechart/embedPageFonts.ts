import { encodeBase64 } from '../../lib/encodeBase64.ts';

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
