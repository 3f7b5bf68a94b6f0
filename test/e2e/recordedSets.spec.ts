import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SESSION_FILE } from '../../src/cli/guard/guardSessions.ts';
import { runGuardHook } from '../../src/cli/guard/runGuardHook.ts';
import { HOOK_INPUTS } from '../cli/guard/hooks.ts';
import { expectAccessible, expectScreenAccessible } from './accessible.ts';
import { LONG } from './long.ts';
import { expect, type Statescope, test } from './page.ts';

/** Cases of one domain, of a set of runs of the same tasks. */
const casesOf = (set: string, domain: string): readonly string[] =>
  gunzipSync(readFileSync(new URL(`../fixtures/traces/runs/${set}.jsonl.gz`, import.meta.url)))
    .toString()
    .trim()
    .split('\n')
    .filter(line => (JSON.parse(line) as { domain: string }).domain === domain);

const BEFORE = casesOf('tau2_sierra_gpt41', 'retail');
const AFTER = casesOf('tau2_sierra_sft', 'retail');

interface Written {
  readonly task: string;
  readonly outcome: string;
  readonly run: string;
}

const outcomes = (lines: readonly string[]) =>
  new Map(lines.map(line => JSON.parse(line) as Written).map(one => [one.task, one]));

/** Tasks that failed before and succeed after, from the files themselves. */
function changed(from: string, to: string): readonly string[] {
  const [a, b] = [outcomes(BEFORE), outcomes(AFTER)];
  return [...a]
    .filter(([task, { outcome }]) => outcome === from && b.get(task)?.outcome === to)
    .map(([task]) => task);
}

/** Has the first set on the screen, and drops the second. */
async function withTwo(statescope: Statescope): Promise<void> {
  await statescope.open('model=recorded');
  await statescope.drop('before.jsonl', BEFORE.join('\n'));
  await expect(statescope.page.getByText('recorded: before.jsonl')).toBeVisible();
  // In another order: what counts is the task.
  await statescope.drop('after.jsonl', [...AFTER].reverse().join('\n'));
}

/** Compares what is on the screen with a run that is kept, and with a document of it. */
async function withKept(statescope: Statescope): Promise<void> {
  const { page } = statescope;
  await statescope.drop('before.jsonl', BEFORE.join('\n'));
  await page.getByRole('button', { name: 'Open instead' }).click();
  await expect(statescope.region('Headline')).toContainText('All 40 cases have ended');
  await statescope.button('Reset').click();
  await statescope.button('Step').click();
  await expect(page.getByText('saved in this browser up to Step 1', { exact: true })).toBeVisible();
  const document = await statescope.export();

  await statescope.drop('after.jsonl', AFTER.join('\n'));
  await page.getByRole('button', { name: 'Open instead' }).click();
  await expect(page.getByText('recorded: after.jsonl')).toBeVisible();
  await page.keyboard.press('c');
  const entry = page.getByRole('dialog', { name: 'Compare this run' });
  await entry.getByRole('listitem').filter({ hasText: 'before.jsonl' }).first().getByRole('button').click();
  const lost = `${changed('succeeded', 'failed').length} of 40 tasks`;
  await expect(statescope.region('From failed to succeeded')).toContainText(lost);
  await statescope.region('Headline').getByRole('button', { name: 'Leave the comparison' }).click();

  await page.keyboard.press('c');
  await entry
    .getByLabel('a run document of this model')
    .setInputFiles({ name: 'before.json', mimeType: 'application/json', buffer: document.bytes });
  await expect(statescope.region('Headline')).toContainText('B before.json');
  await expect(statescope.region('From failed to succeeded')).toContainText(lost);
}

test('a set that is dropped on another one is compared with it, task by task', async ({ statescope }) => {
  const { page } = statescope;
  await withTwo(statescope);
  const dialog = page.getByRole('dialog', { name: 'Open after.jsonl' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Compare with this one' }).click();
  const comparison = statescope.region('Comparison');
  await expect(comparison).toContainText('40 tasks in both, paired by their task');
  const [better, worse] = [changed('failed', 'succeeded'), changed('succeeded', 'failed')];
  const gained = statescope.region('From failed to succeeded');
  await expect(gained).toContainText(`${better.length} of 40 tasks`);
  await expect(statescope.region('From succeeded to failed')).toContainText(`${worse.length} of 40 tasks`);
  for (const task of better)
    await expect(gained.getByRole('button', { name: `retail ${task}`, exact: true })).toBeVisible();
  const succeeded = (lines: readonly string[]) =>
    [...outcomes(lines).values()].filter(({ outcome }) => outcome === 'succeeded').length;
  await expect(comparison).toContainText(
    `${succeeded(BEFORE)} of 40 succeeded in A, ${succeeded(AFTER)} of 40 in B`,
  );
  await expect(comparison.getByRole('row', { name: /^Steps/ }).getByRole('cell')).toHaveCount(4);
  const headline = statescope.region('Headline');
  await expect(headline).toContainText('A before.jsonl, B after.jsonl: succeeded is 85.00 % in both, ');
  await expect(headline).toContainText('paired by task');
  await expect(page.getByText('share their chance')).toHaveCount(0);
  const rows = statescope.region('States and moves of both sets');
  await expect(rows).toContainText('LOOKUP');
  await expect(rows).toContainText('→');
  await expectScreenAccessible(page, [
    '[aria-label="Headline"]',
    '[aria-label="Comparison"]',
    '[aria-label^="From "]',
    '[aria-label^="States and moves"]',
  ]);

  // One click leads to the case, whole; a second one to what became of it in the other set.
  const [task] = better;
  await gained.getByRole('button', { name: `retail ${task}`, exact: true }).click();
  const inspector = statescope.region('Agent inspector');
  await expect(inspector).toContainText(outcomes(BEFORE).get(task)?.run ?? '');
  await page.keyboard.press('Escape');
  await gained.getByRole('button', { name: `retail ${task} in B`, exact: true }).click();
  await expect(inspector).toContainText(outcomes(AFTER).get(task)?.run ?? '');
  await expect(statescope.combobox('Traces').locator('option:checked')).toHaveText('after.jsonl');
  await page.keyboard.press('Escape');
  await expect(gained).toContainText(`${better.length} of 40 tasks`);
  await headline.getByRole('button', { name: 'Leave the comparison' }).click();
  await expect(page.getByText('recorded: after.jsonl')).toBeVisible();
});

/** Files of sessions as a guard keeps them: in every second one the same command fails until the guard stops it. */
function playGuardedSessions(count: number): readonly { name: string; mimeType: string; buffer: Buffer }[] {
  const folder = mkdtempSync(join(tmpdir(), 'statescope-guarded-'));
  const policy = join(folder, 'policy.json');
  const rules = [{ id: 'same', when: { rule: 'in_a_row', threshold: 3, compare: 'result' } }];
  writeFileSync(
    policy,
    JSON.stringify({ format: 'statescope-guard', version: 1, name: 'ours', act: 0.5, rules }),
  );
  const { before, after } = HOOK_INPUTS.claude;
  const hook = (input: object, now: number) =>
    runGuardHook({ agent: 'claude', policy }, JSON.stringify(input), now);
  for (let session = 0; session < count; session++)
    for (let call = 0; call < 10; call++) {
      const [id, command] = [`${call}`, session % 2 === 0 ? 'npm test' : `cat ${call}`];
      if (hook(before(`run ${session}`, id, command), call * 2_000)?.includes('deny')) break;
      hook(after(`run ${session}`, id, command, 'text', session % 2 === 0), call * 2_000 + 1_000);
    }
  const sessions = join(folder, 'sessions');
  const files = readdirSync(sessions).map(name => ({
    ...{ name: `${name}.jsonl`, mimeType: 'application/jsonl' },
    buffer: readFileSync(join(sessions, name, SESSION_FILE)),
  }));
  rmSync(folder, { recursive: true });
  return files;
}

test('sessions with a guard are compared with those in which it only noted, and all can be shown again', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=recorded');
  await page.getByLabel('Trace files').setInputFiles(playGuardedSessions(16));
  const arms = page.getByText(/The guard acted in \d+ cases and only noted in \d+\./);
  await expect(arms).toBeVisible();
  const [acted, noted] = (await arms.innerText()).match(/\d+/g) ?? [];
  await arms.getByRole('button', { name: 'Compare both' }).click();
  const effect = statescope.region('Effect of the guard');
  await expect(effect).toContainText('16 sessions with their sub-agents');
  await expect(effect).toContainText('The success cannot be compared');
  const head = effect.getByRole('columnheader');
  await expect(head.nth(1)).toHaveText(`noted only, ${noted}`);
  await expect(head.nth(2)).toHaveText(`acted, ${acted}`);
  await expect(effect.getByRole('row', { name: /^calls/ })).toContainText('10 on average');
  await expect(statescope.region('Headline')).toContainText('A guard shadow, B guard acted');
  await expect(statescope.region('Headline')).toContainText('the guard drew by chance');
  await expectScreenAccessible(page, ['[aria-label="Headline"]', '[aria-label="Effect of the guard"]']);

  await statescope.region('Headline').getByRole('button', { name: 'Leave the comparison' }).click();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Compare this run' });
  await expect(dialog).toBeVisible();
  // One value is left, which splits nothing.
  await expect(dialog.getByLabel('Value of set A')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await statescope.button('Set-up').click();
  await page.getByText('Of 16 cases only those with guard').getByRole('button', { name: 'Show all' }).click();
  await expect(statescope.region('Headline')).toContainText('16');
  await page.keyboard.press('c');
  await dialog.getByLabel('Value of set A').selectOption('acted');
  await dialog.getByLabel('Value of set B').selectOption('shadow');
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(statescope.region('Headline')).toContainText('A guard acted, B guard shadow');
  await expect(head.nth(1)).toHaveText(`noted only, ${noted}`);
});

test(
  'a set can be added to another one, and a saved run and a run document are sets to compare with',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    await withTwo(statescope);
    await page.getByRole('button', { name: 'Add to the set' }).click();
    await expect(statescope.region('Headline')).toContainText('All 80 cases have ended');
    await withKept(statescope);
  },
);

test(
  'bundled sets of the same tasks are two presses away from either one; of two files dropped together each can be a set, or both one',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    const comparison = statescope.region('Comparison');
    const entry = page.getByRole('dialog', { name: 'Compare this run' });
    await statescope.open('model=recorded');
    await statescope.button('Compare…').click();
    await expect(entry.getByRole('button', { name: 'Retail, fine-tuned', exact: true })).toBeHidden();
    await entry.getByRole('button', { name: 'Retail, GPT-4.1 beside Retail, fine-tuned' }).click();
    await expect(comparison).toContainText('40 tasks in both, paired by their task');
    await expect(comparison).toContainText('Of the cases themselves 34 of 40 succeeded in A, 34 of 40 in B.');
    await expect(page).toHaveURL(/preset=retail/);
    await statescope.region('Headline').getByRole('button', { name: 'Leave the comparison' }).click();

    // Beside the one half the other one is offered.
    await statescope.button('Compare…').click();
    await expect(entry.getByRole('button', { name: 'Telecom, fine-tuned', exact: true })).toBeHidden();
    await entry.getByRole('button', { name: 'Retail, fine-tuned', exact: true }).click();
    await expect(statescope.region('From failed to succeeded')).toContainText('6 of 40 tasks');
    await statescope.region('Headline').getByRole('button', { name: 'Leave the comparison' }).click();

    const both = [
      ['before.jsonl', BEFORE.join('\n')],
      ['after.jsonl', AFTER.join('\n')],
    ] as const;
    const files = both.map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }));
    await page.getByLabel('Trace files').setInputFiles(files);
    const dialog = page.getByRole('dialog', { name: 'Open these files' });
    await dialog.getByRole('button', { name: 'Open as one set' }).click();
    await expect(page.getByText('recorded: 2 files')).toBeVisible();
    await expect(statescope.region('Headline')).toContainText('All 80 cases have ended');
    await page.getByLabel('Trace files').setInputFiles(files);
    await dialog.getByRole('button', { name: 'Compare the two' }).click();
    await expect(comparison).toContainText('40 tasks in both, paired by their task');

    // Where nothing is in common one sentence says so, and the set stays.
    await statescope.region('Headline').getByRole('button', { name: 'Leave the comparison' }).click();
    await page.keyboard.press('c');
    await entry.getByRole('button', { name: 'Telecom, fine-tuned', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('no task is in both sets (A has "retail ');
    await entry.getByRole('button', { name: 'Retail, GPT-4.1', exact: true }).click();
    await expect(comparison).toContainText('40 tasks in both, paired by their task');
  },
);
