import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from './accessible.ts';
import { commandLine } from './commandLine.ts';
import { LONG } from './long.ts';
import { expect, test } from './page.ts';

interface Told {
  readonly regions: readonly [
    {
      readonly dwell: readonly {
        readonly state: string;
        readonly entries: number;
        readonly median: number | null;
        readonly p95: number | null;
      }[];
      readonly flow: readonly { readonly from: string; readonly count: number }[];
    },
  ];
  readonly stuck: { readonly agents: readonly { readonly kind: string; readonly reason: string }[] };
  readonly steps: readonly {
    readonly name: string;
    readonly asked: number;
    readonly failed: number;
    readonly tokens_in: number;
    readonly tokens_out: number;
  }[];
}

/** What the command line says of a document. */
async function told(bytes: Buffer, ...options: string[]): Promise<Told> {
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  try {
    await writeFile(join(folder, 'run.json'), bytes);
    const printed = await commandLine('stats', '--run', join(folder, 'run.json'), ...options);
    return JSON.parse(printed.trim().split('\n').at(-1) ?? '');
  } finally {
    await rm(folder, { recursive: true });
  }
}

const number = (text: string): number => Number(text.replace(/,/g, ''));

test('statistics on the page are those of the command line, at any round', async ({ statescope }) => {
  const { page } = statescope;
  await statescope.open('seed=341&rounds=31');
  await statescope.expectRound(31);
  await statescope.region('Statechart').getByRole('button', { name: 'Statistics' }).click();
  const corner = statescope.region('Statistics');
  const rows = corner.getByRole('table').first().locator('tbody tr');
  const cells = () =>
    rows.evaluateAll(all =>
      all.map(row => [...row.children].slice(2, 5).map(cell => cell.textContent ?? '')),
    );
  const expected = ({ regions: [{ dwell }] }: Told) =>
    dwell.map(({ entries, median, p95 }) => [entries, median, p95].map(value => value ?? '–').map(String));
  const { bytes } = await statescope.export();
  const whole = await told(bytes, '--stuck');
  await expect(corner).toContainText('Rounds 1 to 31, 475 agents');
  const plain = async () => (await cells()).map(row => row.map(text => text.replace(/,/g, '')));
  await expect.poll(plain).toEqual(expected(whole));
  const sums = await corner.getByRole('table').nth(1).locator('tbody tr td:last-child').allInnerTexts();
  const counts = whole.regions[0].flow.reduce((sum, { count }) => sum + count, 0);
  expect(sums.map(number).reduce((a, b) => a + b, 0)).toBe(counts);
  await expectAccessible(page, 'section[aria-label="Statistics"]');

  await corner.getByRole('button', { name: 'Held up' }).click();
  await expect(corner.getByRole('listitem')).toHaveCount(whole.stuck.agents.length);
  await expect(corner.getByRole('listitem').first()).toContainText(
    whole.stuck.agents.find(({ kind }) => kind !== 'loop' && kind !== 'back and forth')!.reason,
  );
  await expectAccessible(page, 'section[aria-label="Statistics"]');

  // One time: at round 25 both say what was true then.
  const then = await told(bytes, '--to', '25', '--stuck');
  for (let round = 31; round > 25; round--) await page.keyboard.press('ArrowLeft');
  await statescope.expectRound(25);
  await expect(corner.getByRole('listitem')).toHaveCount(then.stuck.agents.length);
  await corner.getByRole('button', { name: 'States' }).click();
  await expect.poll(plain).toEqual(expected(then));

  await corner.getByRole('button', { name: / rounds in scrolling/ }).click();
  await expect(statescope.region('Statistics')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(corner).toBeVisible();
  await page.keyboard.press('t');
  await expect(corner).toBeHidden();
});

for (const [model, tab, noun, query] of [
  ['workflow', 'Steps', 'step', 'preset=pivoting'],
  ['governed', 'Phases', 'phase', ''],
] as const)
  test(
    `the outcomes of the questions of model ${model} are those that the command line counts`,
    LONG,
    async ({ statescope }) => {
      const { page } = statescope;
      await statescope.open(`model=${model}&${query}&seed=7&rounds=12`);
      await expect(statescope.status).toContainText(/(Step|Tick) 12/);
      const { steps } = await told((await statescope.export()).bytes);
      await page.keyboard.press('t');
      const corner = statescope.region('Statistics');
      await corner.getByRole('button', { name: tab }).click();
      const table = corner.getByRole('table', { name: `${noun}s` });
      await expect(table.locator('tbody tr')).toHaveCount(steps.length);
      for (const [i, { name, asked, failed, tokens_in, tokens_out }] of steps.entries()) {
        const row = table.locator('tbody tr').nth(i);
        await expect(row.getByRole('rowheader')).toContainText(name);
        const cells = (await row.getByRole('cell').allInnerTexts()).map(text =>
          number(text.replace('–', '0')),
        );
        expect([name, ...cells.slice(0, 2), cells.at(-1)]).toEqual([
          name,
          asked,
          failed,
          tokens_in + tokens_out,
        ]);
      }
      await expectAccessible(page, 'section[aria-label="Statistics"]');
    },
  );
