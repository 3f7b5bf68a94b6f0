import { readFileSync } from 'node:fs';
import { deriveStudentSeed } from '../../src/engine/setup/deriveStudentSeed.ts';
import { computeWorldBand } from '../../src/engine/statistics/quantiles.ts';
import type { ScenarioLibrary } from '../../src/ui/scenarios/scenario.ts';
import { formatBandRange } from '../../src/ui/worlds/summarizeOutcome.ts';
import { expectAccessible } from './accessible.ts';
import { commandLine } from './commandLine.ts';
import { LONG } from './long.ts';
import { expect, test } from './page.ts';

const LIBRARY: ScenarioLibrary = JSON.parse(readFileSync('public/scenarios.json', 'utf8'));
const scenarioOf = (id: string) => {
  const scenario = LIBRARY.scenarios.find(one => one.id === id);
  if (scenario === undefined) throw new Error(`no scenario ${id}`);
  return scenario;
};

test('a new user is led to the scenarios, and one of them opens as the file has it', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open();
  await statescope.button('Scenarios').click();
  const dialog = page.getByRole('dialog', { name: 'Scenarios' });
  await expect(dialog.getByRole('article')).toHaveCount(LIBRARY.scenarios.length);
  await expectAccessible(page, 'dialog');
  const { question, finding, hash, address, rounds } = scenarioOf('amplifiers');
  const card = dialog.getByRole('article', { name: question });
  await expect(card).toContainText(finding);
  await expect(card.getByRole('link', { name: 'Open' })).toHaveAttribute('href', address);
  await card.getByRole('link', { name: 'Open' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await statescope.expectRound(rounds);
  await expect.poll(() => statescope.hash()).toBe(hash);
  await expect(statescope.button('In 200 worlds?')).toBeVisible();
  // The headline leads a new user there alone.
  await expect(statescope.button('Scenarios')).toHaveCount(0);
  await statescope.button('All scenarios').click();
  await expect(dialog.getByRole('article')).toHaveCount(LIBRARY.scenarios.length);
});

test('the worlds of a scenario give its finding again', LONG, async ({ statescope }) => {
  const { page } = statescope;
  await statescope.open();
  await page.keyboard.press('?');
  await page.getByRole('button', { name: /^Scenarios: questions/ }).click();
  const { question, asks, arms, outcome, here, hash } = scenarioOf('again');
  if (asks === null || outcome === null) throw new Error('the scenario has no worlds');
  await page
    .getByRole('article', { name: question })
    .getByRole('button', { name: 'Play its worlds' })
    .click();
  const corner = page.getByRole('region', { name: 'Worlds', exact: true });
  const played = page.getByRole('progressbar', { name: 'Worlds played' });
  await expect
    .poll(() => played.evaluate(bar => (bar as HTMLProgressElement).value), { timeout: 60_000 })
    .toBe(asks.worlds);
  const row = corner.getByRole('row', { name: outcome.label });
  const band = computeWorldBand(arms[0].values.filter(value => value !== null));
  if (band === null) throw new Error('the scenario has no worlds');
  await expect(row).toContainText(formatBandRange(band, outcome.unit));
  await expect(row.getByRole('cell').first()).toHaveText(String(here));
  expect(await statescope.hash()).toBe(hash);
});

test('a scenario whose run is over early has its worlds to the last tick all the same', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open();
  await statescope.button('Scenarios').click();
  const { question, rounds } = scenarioOf('vaccination');
  await page
    .getByRole('article', { name: question })
    .getByRole('button', { name: 'Play its worlds' })
    .click();
  const corner = page.getByRole('region', { name: 'Worlds', exact: true });
  await expect(corner).toContainText(`at Tick ${rounds}, over Vaccinated`);
  await expect(corner.getByRole('row', { name: /^0\.5 this set-up/ })).toBeVisible();
  await expect(statescope.status).toHaveText(/^Tick \d{1,2}\s*$/);
  await corner.getByRole('button', { name: 'Leave' }).click();
});

test('answers that the browser has no room for are kept while the page is open, and the sheet says so', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const { question, tasks } = scenarioOf('evening');
  const openSheet = async () => {
    await statescope.button('Scenarios').click();
    const card = page.getByRole('dialog', { name: 'Scenarios' }).getByRole('article', { name: question });
    await card.getByRole('button', { name: 'Sheet' }).click();
  };
  await openSheet();
  const sheet = page.getByRole('dialog', { name: `Sheet: ${question}` });
  const noRoom = sheet.getByRole('status').filter({ hasText: 'no room for your answers' });
  await expect(noRoom).toHaveCount(0);
  await sheet.getByLabel(tasks[0]).fill('By chance.');
  await expect(noRoom).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openSheet();
  await expect(sheet.getByLabel(tasks[0])).toHaveValue('By chance.');
  await expect(noRoom).toBeVisible();
});

test('a student hands in a sheet with answers and a run of their own, which is verified', async ({
  statescope,
}, info) => {
  const { page } = statescope;
  await statescope.open();
  await statescope.button('Scenarios').click();
  const { question, id, tasks, rounds } = scenarioOf('evening');
  const card = page.getByRole('dialog', { name: 'Scenarios' }).getByRole('article', { name: question });
  await card.getByRole('button', { name: 'Sheet' }).click();
  const sheet = page.getByRole('dialog', { name: `Sheet: ${question}` });
  await expect(sheet.getByRole('button', { name: 'Save the sheet' })).toBeDisabled();
  await page.keyboard.type('  Ada LOVELACE');
  await expect(sheet.getByLabel('Name or number')).toHaveValue('  Ada LOVELACE');
  const seed = deriveStudentSeed('ada lovelace');
  await expect(sheet).toContainText(`Seed ${seed}`);
  await expectAccessible(page, 'dialog');
  for (const [at, task] of tasks.entries()) await sheet.getByLabel(task).fill(`Answer ${at + 1}.`);
  await sheet.getByRole('button', { name: 'Open my run' }).click();
  await statescope.expectRound(rounds);
  const hash = await statescope.hash();
  await statescope.button('Back to the sheet').click();
  await expect(sheet.getByLabel(tasks[1])).toHaveValue('Answer 2.');
  const results = sheet.getByLabel('Results of your run');
  await expect(results).toContainText(hash.slice(0, 8));
  await expect(results).toContainText(/Largest cascade\d+ people/);
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const downloading = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save the sheet' }).dblclick();
  const download = await downloading;
  const ways = sheet.getByRole('status');
  await expect(ways).toHaveText('Saved as sheet-evening-Ada-LOVELACE.json.');
  await sheet.getByLabel(tasks[0]).fill('Answer 0.');
  await expect(ways).toHaveText('Changed since it was saved as sheet-evening-Ada-LOVELACE.json.');
  await sheet.getByLabel(tasks[0]).fill(' ');
  await expect(ways).toContainText(`1 of ${tasks.length} questions has no answer yet.`);
  await expect(page.getByText('cancelled')).toHaveCount(0);
  expect(download.suggestedFilename()).toBe('sheet-evening-Ada-LOVELACE.json');
  const file = info.outputPath('sheet.json');
  await download.saveAs(file);
  const printed = await commandLine('verify', file);
  expect(JSON.parse(printed.trim().split('\n').at(-1) ?? '')).toMatchObject({
    ...{ verdict: 'verified', hash },
    sheet: {
      ...{ student: '  Ada LOVELACE', scenario: id, question, seed, seed_of_student: seed },
      answers: tasks.map((task, at) => ({ question: task, answer: `Answer ${at + 1}.` })),
    },
  });
  // The teacher opens it as a run document.
  await statescope.open('seed=1');
  await statescope.drop('sheet.json', readFileSync(file, 'utf8'));
  await expect.poll(() => statescope.hash()).toBe(hash);
  const mark = page.getByRole('contentinfo').getByRole('button', { name: /^sheet\.json: / });
  await expect(mark).toHaveText(`sheet.json: “  Ada LOVELACE”, “${id}”, seed ${seed} as expected: verified`);
  await statescope.button('Read its answers').click();
  const shown = page.getByRole('region', { name: 'Sheet', exact: true });
  await expect(shown.getByRole('definition')).toHaveText(tasks.map((_, at) => `Answer ${at + 1}.`));
  await expectAccessible(page, 'main');
  // A copy of it under another name.
  await statescope.drop('copy.json', readFileSync(file, 'utf8').replace('  Ada LOVELACE', 'Béla'));
  await expect(page.getByRole('button', { name: /^copy\.json: / })).toHaveText(
    `copy.json: “Béla”, “${id}”, seed ${seed} in place of ${deriveStudentSeed('Béla')}: verified`,
  );
  await expect(shown).toContainText(`Seed ${seed} in place of ${deriveStudentSeed('Béla')}.`);
});

test('the sheet of a recording promises no run of its own, and is checked without a seed', async ({
  statescope,
}, info) => {
  const { page } = statescope;
  await statescope.open();
  await statescope.button('Scenarios').click();
  const { question, rounds } = scenarioOf('stuck');
  const card = page.getByRole('dialog', { name: 'Scenarios' }).getByRole('article', { name: question });
  await card.getByRole('button', { name: 'Sheet' }).click();
  const sheet = page.getByRole('dialog', { name: `Sheet: ${question}` });
  await sheet.getByLabel('Name or number').fill('Ada');
  await expect(sheet).toContainText('A recording is the same for everybody');
  await expect(sheet).not.toContainText(/seed/i);
  await sheet.getByRole('button', { name: 'Open the recording' }).click();
  await expect(statescope.status).toContainText(new RegExp(`Step ${rounds}(?!\\d)`));
  await statescope.button('Back to the sheet').click();
  const downloading = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save the sheet' }).click();
  const file = info.outputPath('sheet.json');
  await (await downloading).saveAs(file);
  const [line] = (await commandLine('verify', file)).trim().split('\n').slice(-2);
  expect(line).toBe('“Ada”, “stuck”');
});
