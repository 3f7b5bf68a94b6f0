import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { receiver } from './receiver.ts';

/** Two in the afternoon of the browser's day, UTC. */
const T = Date.UTC(2026, 10, 29, 14);

/** A line of an event log. */
const event = (name: string, tool: string, from: number, until: number | null, more: object = {}) =>
  JSON.stringify({
    ...{ case: name, tool, args: { file: `${tool}.ts` }, result: 'ok', time: new Date(T + from * 1000) },
    ...(until !== null && { end: new Date(T + until * 1000) }),
    ...more,
  });

const EVENTS = [
  event('cart', 'read_file', 0, 4),
  event('cart', 'search', 1, 3),
  event('cart', 'run_test', 5, 60, { error: 'exit 1' }),
  event('docs', 'edit_file', 30, 40, { outcome: 'succeeded' }),
  JSON.stringify({ case: 'old', tool: 'edit_file', result: 'ok' }),
].join('\n');

test('recorded cases stand on lanes by the clock, answer to keys, and are exported for Perfetto', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=recorded');
  await statescope.drop('mine.jsonl', EVENTS);
  await expect(page.getByText('recorded: mine.jsonl')).toBeVisible({ timeout: 60_000 });
  await statescope.button('Clock').click();
  const clock = statescope.region('Clock');
  await expect(clock).toContainText('1 of 3 cases has no times');
  await expect(statescope.region('Where the time went')).toContainText('2 of 3 cases have times');
  const tree = clock.getByRole('tree');
  await expect(tree.getByRole('treeitem')).toHaveCount(3);
  await expectAccessible(page);

  const lanes = clock.getByRole('img', { name: /^Lanes by the clock/ });
  await expect(lanes).toHaveAccessibleName(/2 of 3 cases on 2 lanes/);
  await lanes.focus();
  // Down to a lane, right to its second step, which overlaps the first.
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { name: 'step 2: search' })).toBeVisible();
  await expect(tree.getByRole('treeitem', { selected: true })).toContainText('search');
  const stretch = clock.getByText(/29 Nov 2026/);
  const whole = await stretch.innerText();
  await lanes.press('w');
  await expect(stretch).not.toHaveText(whole);
  await lanes.press('0');
  await expect(stretch).toContainText('all cases');

  // A press on a bar selects its step, in the lanes as in the tree.
  await tree.getByRole('treeitem').nth(2).click();
  await expect(page.getByRole('heading', { name: /^step 3: run_test/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await lanes.press('e');
  await page.keyboard.press('Enter');
  const json = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(json.otherData).toMatchObject({ cases: 3, complete_events: 4, cases_without_times: 1 });
  expect(json.otherData.texts).toBe('left out');
  await expect(page.getByText('without messages, arguments, results and errors')).toBeVisible();
  const withTexts = page.waitForEvent('download');
  await clock.getByRole('button', { name: 'Export as Perfetto trace' }).click();
  await page.getByRole('button', { name: 'Download with texts' }).click();
  expect(readFileSync(await (await withTexts).path(), 'utf8')).toContain('run_test.ts');

  await clock.getByRole('button', { name: 'Lanes by the clock as a table' }).click();
  const table = page.getByRole('dialog').getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table).toContainText('cart');
});

/** Sends the span of a tool at which a graph stopped to ask a person. @param at seconds after `T` */
async function sendInterrupt(url: string, at: number): Promise<void> {
  const nanoseconds = (seconds: number) => `${Math.round(T + seconds * 1000)}000000`;
  const attribute = (key: string, text: string) => ({ key, value: { stringValue: text } });
  const span = {
    ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'execute_tool refund', kind: 1 },
    ...{ startTimeUnixNano: nanoseconds(at), endTimeUnixNano: nanoseconds(at + 1) },
    attributes: [
      attribute('gen_ai.operation.name', 'execute_tool'),
      attribute('gen_ai.tool.name', 'refund'),
      attribute('gen_ai.conversation.id', 'order 7'),
    ],
    status: { code: 2 },
    events: [
      {
        ...{ name: 'exception', timeUnixNano: nanoseconds(at + 1) },
        attributes: [attribute('exception.type', 'langgraph.errors.GraphInterrupt')],
      },
    ],
  };
  const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${url}/v1/traces`, { method: 'POST', body, headers })).status).toBe(200);
}

test('a source that is live opens on the clock: who is under way, with lanes that grow, and another question stays chosen', async ({
  statescope,
}) => {
  const { page } = statescope;
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  const [url, child] = await receiver(folder);
  const send = async (...lines: readonly string[]) => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const answer = await fetch(`${url}/events`, { method: 'POST', body: lines.join('\n'), headers });
    expect(answer.status).toBe(200);
  };
  const now = (Date.now() - T) / 1000;
  try {
    statescope.expect(url);
    await page.goto(`${url}/#observed`);
    await expect(page.getByText('Nothing has come from an agent yet')).toBeVisible();
    await send(
      event('cart', 'read_file', now - 90, now - 80),
      event('cart', 'run_test', now - 70, null, { result: undefined }),
    );
    const corner = statescope.region('Now');
    await expect(corner).toContainText('1 case is under way, none known to wait for a person.');
    await expect(corner).toContainText('waits for run_test');
    const tree = statescope.region('Clock').getByRole('tree');
    await expect(tree.getByRole('treeitem').last()).toContainText(/run_test.* so far/);
    await expectAccessible(page, '#clock');
    await send(event('docs', 'edit_file', now - 20, now - 10));
    await expect(corner.getByRole('listitem')).toHaveCount(2);
    // A graph that stops to ask comes first.
    await sendInterrupt(url, now - 30);
    await expect(corner).toContainText('Those that wait for a person first: 1 of 3.');
    await expect(corner.getByRole('listitem').first()).toContainText('asks for leave to run refund');
    await expect(tree.getByRole('treeitem')).toContainText(/^refund waits for a person.* so far/);
    await corner.getByRole('button', { name: /^docs/ }).click();
    await expect(tree.getByRole('treeitem')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await statescope.button('Cost').click();
    await send(event('docs', 'send', now - 5, now - 1, { outcome: 'succeeded' }));
    await expect(statescope.region('Headline')).toContainText('1 has ended');
    await expect(statescope.button('Cost')).toHaveAttribute('aria-pressed', 'true');
  } finally {
    await page.goto('about:blank');
    child.kill();
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  }
});
