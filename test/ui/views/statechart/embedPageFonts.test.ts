import { afterEach, expect, it, vi } from 'vitest';
import { embedPageFonts, type OwnFont } from '../../../../src/ui/views/statechart/chartPicture.ts';

const font = (url: string, letters: OwnFont['letters']): OwnFont => ({
  ...{ family: 'Inter Variable', weight: '100 900', url, letters },
});
const FONTS = [font('latin', [[0, 0xff]]), font('extended', [[0x100, 0x17f]])];
const drawing = (text: string, family = "'Inter Variable', sans-serif") =>
  `<svg width="9"><text font-family="${family}">${text}</text></svg>`;

const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('font'));
afterEach(() => void fetched.mockClear());

it('a drawing gets the font files of its letters', async () => {
  const told = async (text: string) => {
    const svg = await embedPageFonts(drawing(text), FONTS);
    return [svg.split('@font-face').length - 1, fetched.mock.calls.splice(0).flat()];
  };
  expect(await told('Łódź')).toEqual([2, ['latin', 'extended']]);
  expect(await told('Lodz')).toEqual([1, ['latin']]);
});

it('font files stand in a drawing before everything that it draws', async () => {
  const svg = await embedPageFonts(drawing('a'), FONTS);
  expect(svg).toMatch(
    /^<svg width="9"><style>@font-face\{font-family:'Inter Variable';font-weight:100 900;src:url\(data:font\/woff2;base64,Zm9udA==\)\}<\/style><text/,
  );
});

it.each([
  ['cannot be fetched', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is gone', async () => new Response('<html>', { status: 404 })],
  [
    'breaks off',
    async () => new Response(new ReadableStream({ pull: body => body.error(new Error('cut')) })),
  ],
])('a font file that %s is left out', async (_, answer) => {
  fetched.mockImplementationOnce(answer as typeof fetch);
  expect(await embedPageFonts(drawing('a'), FONTS)).not.toContain('font-face');
});

it('a font file without a range has all letters', async () => {
  expect(await embedPageFonts(drawing('ź'), [font('all', [])])).toContain('@font-face');
});

it('a drawing in another typeface stays as it is', async () => {
  const svg = drawing('a', 'Helvetica');
  expect(await embedPageFonts(svg, FONTS)).toBe(svg);
  expect(fetched).not.toHaveBeenCalled();
});
