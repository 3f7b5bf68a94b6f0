import { findCutFigures, forgetDrawnFigures, watchDrawnFigures } from './findCutFigures.ts';
import { longUnless } from './long.ts';
import { expect, type Statescope, test } from './page.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 820, height: 1180 },
  { width: 430, height: 900 },
];

const press = (name: string) => (statescope: Statescope) => statescope.button(name).click();
const askWorlds = async (statescope: Statescope) => {
  await statescope.button('Would it happen again?').click();
  const played = statescope.page.getByRole('progressbar', { name: 'Worlds played' });
  await expect
    .poll(() => played.evaluate(bar => (bar as HTMLProgressElement).value), { timeout: 60_000 })
    .toBeGreaterThan(19);
};

/** A sweep over six values, whose table has all its columns in an enlarged corner at 1366 pixels. */
const enlargeSweep = async (statescope: Statescope) => {
  const { page } = statescope;
  await askWorlds(statescope);
  await statescope.button('Vary a parameter…').click();
  const form = page.getByRole('form', { name: 'Vary parameters' });
  await form.getByRole('combobox', { name: 'Parameter' }).selectOption({ label: 'Transmission' });
  for (const [name, value] of Object.entries({ from: '0.01', to: '0.06', step: '0.01' }))
    await form.getByRole('textbox', { name }).fill(value);
  await statescope.button('Play 20 worlds of each').click();
  await statescope.button('Enlarge the worlds').click();
  await page.setViewportSize({ width: 1366, height: 768 });
  const values = page.getByRole('region', { name: 'Outcomes over the values' });
  await expect(values.getByRole('columnheader', { name: /^for all/ })).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(() => values.evaluate(table => table.scrollWidth - table.clientWidth))
    .toBeLessThanOrEqual(0);
};

/** Screens: an address, and what is pressed there; true: also in the short run. */
const SCREENS: readonly (readonly [
  address: string,
  act?: ((statescope: Statescope) => Promise<void>) | null,
  isShort?: true,
])[] = [
  ['seed=341&rounds=40'],
  ['seed=341&rounds=40&who=3', null, true],
  ['seed=341&rounds=40', press('Set-up')],
  ['seed=341&rounds=40', press('Who decides')],
  ['seed=341&rounds=40', press('Runs')],
  ['seed=341&rounds=40', press('Statistics')],
  ['seed=341&rounds=40', press('Log')],
  ['seed=341&rounds=40', askWorlds],
  ['model=chart&rounds=60'],
  ['model=chart&rounds=60&who=4'],
  ['model=chart&rounds=60', press('Statistics')],
  ['model=chart&rounds=40', askWorlds, true],
  ['model=chart&rounds=40', enlargeSweep, true],
  ['model=chart&rounds=60', press('Set-up')],
  ['model=workflow&rounds=60', null, true],
  ['model=workflow&rounds=60&who=3'],
  ['model=workflow&rounds=60', press('Statistics')],
  ['model=workflow&rounds=60', askWorlds],
  ['model=governed&rounds=20'],
  ['model=governed&rounds=20&who=3', null, true],
  ['model=governed&rounds=20', press('Statistics')],
  ['model=librarian&rounds=30'],
  ['model=librarian&rounds=30&who=2'],
  ['model=recorded', null, true],
  ['model=recorded', press('Statistics')],
];

for (const [at, [address, act = null, isShort = false]] of SCREENS.entries())
  test(
    `no figure is cut at four sizes, screen ${at + 1}: ${address}`,
    longUnless(isShort),
    async ({ statescope }) => {
      const { page } = statescope;
      await watchDrawnFigures(page);
      await page.setViewportSize(SIZES[0]!);
      await statescope.open(address);
      await act?.(statescope);
      for (const size of SIZES) {
        await forgetDrawnFigures(page);
        await page.setViewportSize(size);
        // Layout follows the window, and drawings within a frame.
        await page.evaluate(
          () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        await expect
          .poll(() => findCutFigures(page), { message: `${size.width} × ${size.height}` })
          .toEqual([]);
      }
    },
  );
