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
export function fitOtherFonts(
  originals: readonly Element[],
  copies: readonly Element[],
  isAlone: boolean,
): void {
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
