import { expectScreenAccessible } from './accessible.ts';
import { expect, test } from './page.ts';

interface SocialRun {
  readonly transitions: { readonly tick: readonly number[]; readonly agent: readonly number[] };
  readonly posts: readonly { readonly tick: number; readonly kind: string }[];
}

test('brushed rounds limit every region to what happened in them, and say so', async ({ statescope }) => {
  const { page } = statescope;
  await statescope.open('seed=341&rounds=40');
  await statescope.expectRound(40);
  const hash = await statescope.hash();
  const box = (await statescope.region('State distribution').boundingBox())!;
  const y = box.y + 60;
  await page.mouse.move(box.x + 0.35 * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.4 * box.width, y);
  await page.mouse.move(box.x + 0.5 * box.width, y);
  await page.mouse.up();
  const headline = statescope.region('Headline');
  await expect(headline).toContainText(/Rounds \d+ to \d+ of 40/);
  const [, first, last] = /Rounds (\d+) to (\d+)/.exec(await headline.innerText())!.map(Number);
  expect(last).toBeGreaterThan(first + 2);
  await statescope.expectRound(last);

  const { bytes } = await statescope.export();
  const { transitions, posts } = JSON.parse(bytes.toString()) as SocialRun;
  const isIn = (tick: number) => tick >= first && tick <= last;
  const rows = [...transitions.tick.keys()].filter(row => isIn(transitions.tick[row]));
  const movers = new Set(rows.map(row => transitions.agent[row])).size;
  const span = `in rounds ${first} to ${last}`;
  await expect(statescope.region('Agent timelines')).toContainText(
    `${movers} of 475 agents did something ${span}`,
  );
  await expect(statescope.region('Actions per round')).toContainText(`rounds ${first} to ${last}`);
  await expect(statescope.region('State distribution')).toContainText(/on average \d+ active/);
  await expectScreenAccessible(page, [
    '[aria-label="Headline"]',
    '[aria-label="Agent timelines"]',
    '[aria-label="Actions per round"]',
    '[aria-label="State distribution"]',
  ]);

  const cellsOf = async (region: string) => {
    await statescope
      .region(region)
      .getByRole('button', { name: /as a table/ })
      .click();
    const table = page.getByRole('dialog').getByRole('table');
    const texts = await table.evaluate((element: HTMLTableElement) =>
      [...element.rows].map(row => [...row.cells].map(cell => cell.innerText)),
    );
    await page.keyboard.press('Escape');
    return texts;
  };
  const [head, ...flows] = await cellsOf('Statechart');
  expect(head.at(-1)).toBe(`agents ${span}`);
  expect(flows.reduce((sum, row) => sum + Number(row.at(-1)), 0)).toBe(rows.length);
  const [, ...actions] = await cellsOf('Actions per round');
  expect(actions.map(([tick]) => Number(tick))).toEqual(
    Array.from({ length: last - first + 1 }, (_, i) => last - i),
  );
  const made = posts.filter(({ tick }) => isIn(tick)).length;
  const sums = actions.map(row => row.slice(1).map(Number));
  // All but the likes are posts.
  expect(sums.reduce((sum, row) => sum + row.slice(1).reduce((all, n) => all + n, 0), 0)).toBe(made);

  // By the keyboard: the rounds before the one that is looked at.
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(headline).toContainText(`Rounds ${first - 1} to ${last} of 40`);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(headline).toContainText(`Rounds ${first} to ${last} of 40`);
  await page.keyboard.press('Escape');
  await expect(headline).not.toContainText('Rounds');
  await statescope.expectRound(40);
  expect(await statescope.hash()).toBe(hash);
});
