import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from './accessible.ts';
import { commandLine } from './commandLine.ts';
import { expect, test } from './page.ts';

interface Told {
  readonly why: readonly { readonly round: number; readonly said: string }[];
  readonly refused: readonly { readonly trigger: string; readonly target: string; readonly reason: string }[];
}

/** What the command line says of an agent in a round of a run document. */
async function told(bytes: Buffer, agent: string, round: number): Promise<Told> {
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  const document = join(folder, 'run.json');
  try {
    await writeFile(document, bytes);
    const args = ['--run', document, '--agent', agent, '--round', String(round)];
    return JSON.parse((await commandLine('why', ...args)).trim().split('\n').at(-1)!);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the explanation of an agent’s move is that of the command line; a press leads to the moment that decided it', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=workflow&preset=pivoting&seed=7&rounds=40&who=3&at=38');
  await expect(statescope.status).toContainText('Tick 38');
  const { why, refused } = await told((await statescope.export()).bytes, 'agent_003', 38);
  await page.getByRole('button', { name: 'why, at Tick 38?' }).click();
  const dialog = page.getByRole('dialog', { name: /at Tick \d+$/ });
  const chain = dialog.getByRole('list').first().getByRole('listitem');
  await expect(chain).toHaveCount(why.length);
  for (const [i, { round, said }] of why.entries()) {
    await expect(chain.nth(i)).toContainText(`Tick ${round}`);
    await expect(chain.nth(i)).toContainText(said);
  }
  for (const { trigger, target } of refused) await expect(dialog).toContainText(`${trigger}, to ${target}: `);
  await expectAccessible(page, 'dialog');

  const came = why.at(-1)!;
  await dialog.getByRole('button', { name: 'and why that?' }).click();
  await expect(chain.first()).toContainText(`Tick ${came.round}it moved`);
  await expect(dialog).toHaveAccessibleName(new RegExp(`at Tick ${came.round}$`));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'why, at Tick 38?' }).click();
  await chain.last().getByRole('button').first().click();
  await expect(statescope.status).toContainText(`Tick ${came.round}`);
  await expect(page.getByRole('button', { name: `why, at Tick ${came.round}?` })).toBeVisible();
});
