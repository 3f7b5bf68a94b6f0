import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import { readGuardPolicy } from '../../src/engine/guard/readGuardPolicy.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import { RECORDED } from '../../src/engine/models/recorded/recordedSpec.ts';
import { readRecording } from '../../src/oracles/recording/recording.ts';
import { bundled } from '../engine/models/workflow/playing.ts';
import { playTo } from '../engine/play.ts';
import { expectAccessible, expectScreenAccessible } from './accessible.ts';
import { LONG } from './long.ts';
import { expect, test } from './page.ts';
import { readSavedRow } from './savedRow.ts';

const fixture = (path: string) =>
  gunzipSync(readFileSync(new URL(`../fixtures/traces/${path}`, import.meta.url))).toString();

test('recorded cases are chosen, played and explained, with the hash that Node has', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open();
  await statescope.combobox('Model').selectOption('recorded');
  await expect(page.getByText(', no model is asked')).toBeVisible();
  await expect(statescope.combobox('Oracle')).toHaveCount(0);
  await expect(statescope.button('Who decides')).toHaveCount(0);
  // It is there at once, and can be searched.
  await expect(page.getByText('30 succeeded, 10 failed')).toBeVisible({ timeout: 60_000 });
  await expect(statescope.status).toContainText('Step 102');
  const { run } = await openRun(createDefaultSetup(RECORDED), { bundled, files: {} });
  expect(await statescope.hash()).toBe((await playTo(run, 102)).hash);

  // The log has a line for each call and message, and one for each move.
  await page.keyboard.press('l');
  await expect(statescope.region('Log').getByRole('status')).toHaveText('1,434 of 1,434 lines, newest first');
  await expect(statescope.region('Log').getByRole('listbox').getByRole('option').nth(2)).toContainText(
    'get_details_by_id',
  );
  await statescope.region('Log').getByRole('button', { name: 'Leave' }).click();

  // A second copy of a sheet would win over those that came between.
  const sheets = () => [...document.styleSheets].flatMap(({ href }) => href ?? []);
  const loaded = await page.evaluate(sheets);
  expect(loaded.length).toBeGreaterThan(1);
  expect(new Set(loaded).size).toBe(loaded.length);

  // What was wasted on what: the loops, the costliest first, and the case that wasted most.
  const headline = statescope.region('Headline');
  await expect(headline).toContainText(
    'called get_details_by_id L1002 94 times in a row, with the same result: 1.34 M of its 1.38 M tokens wasted.',
  );
  const loops = statescope.region('Loops');
  const [first] = await loops.getByRole('row').filter({ hasText: 'get_details_by_id' }).allInnerTexts();
  expect(first.split(/\s+/).slice(0, 5).join(' ')).toBe('get_details_by_id {"id":"L1002"} 94 1.34 M');
  await loops.getByRole('button', { name: 'rounds' }).click();
  await expect(loops.getByRole('row').nth(1)).toContainText('P1002');
  await loops.getByRole('button', { name: 'now and again' }).click();
  await expect(loops.getByRole('row')).toHaveCount(5);
  const sort = statescope.combobox('Sort the timelines');
  await expect(sort).toHaveValue('tokens');
  await expect(
    sort.getByRole('option', { name: 'most expensive first: the traces have no prices' }),
  ).toBeDisabled();

  // What a rule would have done, and the very step at which it would have stopped a case.
  await statescope.button('Rules').click();
  await statescope.button('the same call 3 times in a row').click();
  const rule = statescope.region('Rule the same call 3 times in a row');
  await expect(rule).toContainText(
    'stopped 5 of 10 failed cases (95 %: 24 to 76 %) and 0 of 30 successful ones (95 %: up to 11 %)',
  );
  await expect(rule).toContainText('Saved: 50.3 % of all tokens');
  // The evidence is on the screen with it: figures, thresholds with intervals, held-out halves.
  const evidence = statescope.region('Evidence for the rule');
  await expect(evidence).toContainText('5 of 10 24 to 76 %');
  await expect(evidence).toContainText('3 saves most tokens without losing one');
  await expect(statescope.region('Held out')).toContainText('200 splits');
  await evidence.getByRole('button', { name: /^Threshold 2:/ }).click();
  await expect(evidence).toContainText('1 of 30 1 to 17 %');
  await expect(headline).toContainText('“the same call 2 times in a row” would have saved');
  await evidence.getByRole('button', { name: 'Use 3' }).click();
  const exempt = page.getByRole('group', { name: /^Exempt/ });
  await exempt.getByRole('checkbox', { name: /get_details_by_id/ }).check();
  await expect(evidence).toContainText('1 of 10');
  await exempt.getByRole('checkbox', { name: /get_details_by_id/ }).uncheck();
  await expect(evidence).toContainText('5 of 10');
  const within = page.getByRole('rowheader', { name: 'lose more than 0 of 30' });
  await expect(within).toBeVisible();
  await page.getByLabel('lose at most').fill('1');
  await expect(page.getByRole('rowheader', { name: 'lose more than 1 of 30' })).toBeVisible();
  await statescope.button('Tune on one half, show on the other').click();
  await expect(rule).toContainText('On tasks that it has not seen');
  await expectAccessible(page, 'section[aria-label^="Rule "]');
  const listed = rule.getByRole('button', { name: /^case 36: / });
  await listed.press('Enter');
  await expect(page.getByRole('heading', { name: /^step 8: get_details_by_id/ })).toBeVisible();
  await expect(page.getByText('as in step 7, with the same result')).toBeVisible();
  await expectScreenAccessible(page, ['[aria-label="Agent inspector"]']);
  await expect(statescope.region('Agent inspector')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(listed).toBeFocused();
});

test('traces dropped on another run open as a run of their own, whose document plays alone, and which at its end is played again from its beginning, or from the viewed step', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('seed=341&rounds=3');
  await statescope.drop('mine.jsonl', fixture('otlp/tau2_retail_40.genai.jsonl.gz'));
  await expect(page.getByText('recorded: mine.jsonl')).toBeVisible();
  await expect(statescope.combobox('Traces')).toHaveValue('own');
  await expect(page.getByText('34 succeeded, 6 failed')).toBeVisible({ timeout: 60_000 });
  const { bytes } = await statescope.export();
  const recording = await readRecording('run.json', bytes);
  const { run } = await openRun(recording.setup, { bundled, files: recording.files });
  const hash = await statescope.hash();
  const last = recording.rounds;
  expect((await playTo(run, last)).hash).toBe(hash);

  // What cannot be read is told, and nothing is lost.
  await statescope.drop('broken.jsonl', '{"resourceSpans": [{"scopeSpans": []}]}\n');
  await page.getByRole('button', { name: 'Open instead' }).click();
  await expect(page.getByRole('alert')).toContainText('broken.jsonl');
  await expect(page.getByText('recorded: mine.jsonl')).toBeVisible();

  await expect(page.getByText('All recorded steps are played; Play plays them again')).toBeVisible();
  // As fast as it goes: what comes first would else be missed.
  await page.getByLabel('Speed').fill('0');
  await statescope.region('Common paths').getByRole('button').first().click();
  const shown = await page.getByRole('heading', { level: 2, name: /^(task|case) / }).innerText();
  await page.keyboard.press('Home');
  await expect(statescope.status).toContainText(`Step 1 of ${last}`);
  await expect(statescope.button('Play')).toHaveAttribute('title', 'Play again from step 1 (Space)');
  await statescope.button('Play').click();
  await expect(statescope.status).toContainText(/Step \d($|\D)/);
  await statescope.button('Pause').click();
  await expect(page.getByText('Paused')).toBeVisible();
  await expect(statescope.status).not.toContainText(`of ${last}`);
  await expect(page.getByRole('heading', { level: 2, name: shown })).toBeVisible();

  // Reset goes back, and a reload stays there: the address says so.
  await statescope.button('Reset').click();
  await expect(statescope.status).toContainText('Step 0');
  await expect(page).toHaveURL(/rounds=0/);
  await page.getByLabel('Speed').fill('7');
  await statescope.button('Play').click();
  await expect(statescope.status).toContainText(`Step ${last}`);
  expect(await statescope.hash()).toBe(hash);
});

test('loops and ways are whole on a phone', LONG, async ({ statescope }) => {
  const { page } = statescope;
  await page.setViewportSize({ width: 420, height: 900 });
  await statescope.open('model=recorded&preset=telecom');
  for (const name of ['Loops between states', 'Common paths']) {
    const rows = page.getByRole('region', { name }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    const isWhole = (items: Element[]) =>
      items.every(
        ({ firstElementChild: first }) => first !== null && first.scrollWidth <= first.clientWidth + 1,
      );
    expect(await rows.evaluateAll(isWhole)).toBe(true);
    const right = await rows.evaluateAll(items =>
      Math.max(...items.map(item => item.lastElementChild?.getBoundingClientRect().right ?? 0)),
    );
    expect(right).toBeLessThanOrEqual(420);
  }
});

test('the states of steps are chosen by name or by rules, and a mistake in a rule is explained; the columns of an event log can be chosen', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=recorded&preset=retail&rounds=5');
  await statescope.button('Set-up').click();
  await statescope.combobox('States').selectOption('phases');
  await expect(page.getByText('States: phases: searching')).toBeVisible();
  await expect(statescope.region('Statechart')).toContainText('deciding');
  await statescope.button('Edit mapping…').first().click();
  const rules = page.getByLabel('Mapping', { exact: true });
  const text = await rules.inputValue();
  await rules.fill(text.replace('"deciding"', '"talking"'));
  await expectAccessible(page, 'dialog');
  await statescope.button('Start again with this mapping').click();
  await expect(statescope.combobox('States')).toHaveValue('own');
  await expect(statescope.region('Statechart')).toContainText('talking');
  await statescope.button('Edit mapping…').first().click();
  await rules.fill(text.replace('"^say$"', '"("'));
  await statescope.button('Start again with this mapping').click();
  await expect(page.getByRole('alert')).toContainText('is not a regular expression');
  await expect(statescope.region('Statechart')).toContainText('talking');
  await statescope.combobox('States').selectOption('usual');
  await page.keyboard.press('Escape');
  await expect(page.getByText('States: by what a tool’s name begins with')).toBeVisible();

  await statescope.drop('log.csv', 'case,who,tool,time\n1,ann,find,3\n1,ben,send,5\n1,cem,find,9\n');
  await expect(page.getByText('recorded: log.csv')).toBeVisible();
  await expect(page.getByText('The one case has ended')).toBeVisible();
  await statescope.button('Edit mapping…').first().click();
  const columns = page.getByRole('region', { name: 'Columns' });
  await expect(columns.getByLabel('Column of the activity').locator('option:checked')).toHaveText('tool');
  await expect(columns.getByRole('button', { name: 'Read the traces again' })).toBeDisabled();
  await columns.getByLabel('Column of the case').selectOption({ label: 'who' });
  await expectAccessible(page, '[aria-label="Columns"]');
  await columns.getByRole('button', { name: 'Read the traces again' }).click();
  await expect(page.getByText('All 3 cases have ended')).toBeVisible();
  await expect(page.getByText('saved in this browser up to Step 2')).toBeVisible();
  // The view is saved a little later.
  await expect
    .poll(async () => {
      const row = await readSavedRow(page);
      return [row?.setup.own, row?.tick, row?.view?.corner];
    })
    .toEqual([['traces', 'reading'], 2, 'agents']);
  await page.reload();
  await expect(page.getByText('All 3 cases have ended')).toBeVisible();
  // The panel that was open is open.
  await statescope.button('Edit mapping…').first().click();
  await columns.getByRole('button', { name: 'Default reading' }).click();
  await expect(page.getByText('The one case has ended')).toBeVisible();
});

test(
  'an axis by time is labelled with times, in ticks that suit the traces',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    await statescope.open('model=recorded&preset=retail');
    await statescope.button('Set-up').click();
    const rows = [0, 40, 100].map(at => `1,look up,${at}\n2,look up,${at + 600}\n`).join('');
    await statescope.drop('times.csv', `case,tool,time\n${rows}`);
    await expect(page.getByText('recorded: times.csv')).toBeVisible();
    await page.getByLabel('Time axis').selectOption('by time');
    await expect(page.getByLabel('Tick', { exact: true })).toHaveValue('30');
    await expect(page.getByText('A tick of 30 s suits these traces')).toBeVisible();
    await expect(page).toHaveURL(/by_time=true&tick_seconds=30/);
    // 100 s from the first step to the last, and the end after it.
    await expect(statescope.status).toContainText('Tick 5');
    await expect(statescope.status).toContainText('02:30');
    await statescope.button('Reset').click();
    await statescope.button('Step').click();
    await expect(statescope.region('Headline')).toContainText('After 00:30: 0 of 2 cases have ended');
    await expectAccessible(page, '#setup');
    await page.getByLabel('Beginning').selectOption('by the clock');
    await page.getByLabel('Tick', { exact: true }).fill('0.01');
    await page.getByLabel('Tick', { exact: true }).press('Enter');
    await expect(statescope.status).toContainText('Tick 1');
    await page.getByLabel('Time axis').selectOption('by step');
    await expect(statescope.status).toContainText('Step 1');
  },
);

test('a question, its rule, threshold and exemptions are in the address, and a reload shows them again', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=recorded&preset=telecom');
  // By the keyboard: the second question.
  await page.keyboard.press('2');
  const evidence = statescope.region('Evidence for the rule');
  await evidence.getByRole('button', { name: /^Threshold 5:/ }).click();
  // A click among the evidence is none on the time axis.
  await page
    .getByRole('group', { name: /^Exempt/ })
    .getByText('get_data_usage')
    .click();
  await expect(evidence).toContainText('4 of 10');
  await expect
    .poll(() => new URL(page.url()).searchParams.get('view'))
    .toBe('rules:roo-code:5:[["^get_data_usage$",null]]');
  expect(new URL(page.url()).searchParams.has('at')).toBe(false);
  // The list follows: the row of the rule has its threshold, and no row counts the call.
  const row = statescope.region('Agent inspector').getByRole('row', { selected: true });
  await expect(row.getByRole('cell').first()).toHaveText('4');
  await expect(row).toContainText('the same call 5 times in a row');
  await expect(page.getByText('No rule counts get_data_usage.')).toBeVisible();
  const other = statescope.region('Agent inspector').getByRole('row').filter({ hasText: 'as OpenHands' });
  await expect(other.getByRole('cell').first()).toHaveText('4');
  await page.reload();
  await expect(evidence).toContainText('the same call 5 times in a row');
  await expect(evidence).toContainText('4 of 10');
  // Another rule keeps the exemption, and not the threshold.
  await other.getByRole('button').click();
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toContain('rules:openhands::[[');
  await page.keyboard.press('4');
  await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible();
});

test('a rule becomes a policy for real agents, with its evidence and the lines for each kind of agent', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=recorded&preset=telecom');
  await statescope.button('Rules').click();
  await statescope.button('Use this rule…').click();
  const dialog = page.getByRole('dialog', { name: 'Use this rule in your agents' });
  // Five stopped cases are enough for the page as for the command line.
  await expect(dialog).toContainText('stopped 5 of 10 failed cases');
  await expect(dialog).not.toContainText('thin evidence');
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'half' }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download policy.json' }).click();
  const json = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(readGuardPolicy(json)).toMatchObject({
    name: 'tau2_telecom_40',
    act: 0.5,
    rules: [{ id: 'roo-code' }],
  });
  expect(json.evidence.on_all).toMatchObject({ failed: 10, stopped_failed: 5, stopped_succeeded: 0 });
  for (const [agent, line] of [
    ['Coding agents', 'guard init --policy ~/Downloads/policy.json'],
    ['LangGraph', 'guardLangChain(guard, langchain)'],
    ['Proxy', 'guard proxy policy.json'],
  ]) {
    await dialog.getByRole('button', { name: agent }).click();
    await expect(dialog).toContainText(line);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the evidence for a rule is whole with a notice on a small screen, and rings of the focus lie within their lists', async ({
  statescope,
}) => {
  const { page } = statescope;
  await page.setViewportSize({ width: 1280, height: 720 });
  await statescope.open('model=recorded&view=rules');
  const evidence = page.locator('#rule-evidence');
  await expect(evidence).toContainText('splits');
  await statescope.button('Export JSON').click();
  await expect(page.getByText('with the texts of the traces')).toBeVisible();
  const hidden = () => evidence.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(hidden).toBe(0);
  await statescope.button('Cost').click();
  const loop = statescope.region('Loops').getByRole('row').nth(1).getByRole('button').first();
  await loop.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus-visible')).toHaveCSS('outline-offset', '-2px');
});
