import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expectScreenAccessible } from './accessible.ts';
import { expect, test } from './page.ts';
import { receiver } from './receiver.ts';

const fixture = (path: string) =>
  gunzipSync(readFileSync(new URL(`../fixtures/traces/${path}`, import.meta.url))).toString();

test('the page follows the traces that agents send, and continues after a reload', async ({ statescope }) => {
  const { page } = statescope;
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  const [url, child] = await receiver(folder);
  const lines = fixture('otlp/tau2_retail_40.genai.jsonl.gz').trim().split('\n');
  const send = async (from: number, to: number) => {
    for (const body of lines.slice(from, to))
      expect(
        (
          await fetch(`${url}/v1/traces`, {
            method: 'POST',
            body,
            headers: { 'content-type': 'application/json' },
          })
        ).status,
      ).toBe(200);
  };
  try {
    statescope.expect(url);
    const read: number[] = [];
    page.on('request', request => {
      const from = /traces\.jsonl\?from=(\d+)/.exec(request.url())?.[1];
      if (from !== undefined) read.push(Number(from));
    });
    await page.goto(`${url}/#observed`);
    await expect(page.getByText('Nothing has come from an agent yet')).toBeVisible();
    await send(0, 4);
    await expect(page.getByText(/^live: .* received so far/)).toBeVisible();
    await expect(statescope.region('Headline')).toContainText('4 have ended');
    await expect(statescope.button('Clock')).toHaveAttribute('aria-pressed', 'true');
    await statescope.button('Cost').click();
    await statescope.region('Common paths').getByRole('button').first().click();
    const name = await page.getByRole('heading', { level: 2, name: /^(task|case) / }).innerText();
    // Cases are numbered by when they began, and some that began before are sent later.
    const shown = name.replace(/^case \d+: /, '');
    await send(4, 10);
    await expect(statescope.region('Headline')).toContainText('10 have ended');
    // What was there is not fetched again.
    expect(read[0]).toBe(0);
    expect(read.slice(1).every(from => from > 0)).toBe(true);
    expect(read.length).toBeGreaterThan(1);
    await expect(page.getByRole('heading', { level: 2, name: shown })).toBeVisible();
    await page.reload();
    await expect(statescope.region('Headline')).toContainText('10 have ended');
    await expect(page.getByRole('heading', { level: 2, name: shown })).toBeVisible();
    await send(10, 12);
    await expect(statescope.region('Headline')).toContainText('12 have ended');
    // A file of the same name is a recording, and the way back leads to the live run.
    await statescope.drop('observed.jsonl', lines.slice(0, 3).join('\n'));
    await page.getByRole('button', { name: 'Open instead' }).click();
    await expect(statescope.region('Headline')).toContainText('recorded: observed.jsonl; nothing is asked');
    await expect(statescope.region('Headline')).not.toContainText('live');
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await expect(page.getByText(/^live: .* received so far/)).toBeVisible();
    await expect(statescope.region('Headline')).toContainText('12 have ended');
  } finally {
    // What it still loads would be refused.
    await page.goto('about:blank');
    child.kill();
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  }
});

/** Sends calls of one tool, a line each. */
async function sendCalls(url: string, name: string, tools: readonly string[]): Promise<void> {
  const body = tools
    .map((tool, i) =>
      JSON.stringify({ case: name, tool, args: { command: tool }, result: 'failed', time: 1e12 + i }),
    )
    .join('\n');
  await sendLines(url, body);
}

async function sendLines(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/x-ndjson' };
  expect((await fetch(`${url}/events`, { method: 'POST', body, headers })).status).toBe(200);
}

test('headline, chip and status line of a page that follows agents agree on who is under way and who has ended; it names those that get stuck, and pauses at a condition until somebody follows on', async ({
  statescope,
}) => {
  const { page } = statescope;
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  const [url, child] = await receiver(folder);
  const headline = statescope.region('Headline');
  try {
    statescope.expect(url);
    await page.goto(`${url}/#observed`);
    await expect(page.getByText('Nothing has come from an agent yet')).toBeVisible();
    await sendCalls(url, 'cart', ['read', 'test']);
    await expect(page.getByText(/^live: .* received so far/)).toBeVisible();
    await expect(headline).toContainText('cart is under way, none has ended.');
    await sendCalls(url, 'docs', ['read']);
    await expect(headline).toContainText('cart and docs are under way, none has ended.');
    await expect(headline).toContainText('live: 2 under way, 0 ended; ');
    await expect(page.getByRole('contentinfo')).toContainText('Live: 2 under way, 0 ended');
    await sendLines(
      url,
      JSON.stringify({ case: 'docs', tool: 'send', result: 'ok', time: 1e12 + 9, outcome: 'succeeded' }),
    );
    await expect(headline).toContainText('cart is under way, 1 has ended (1 succeeded).');
    await expect(page.getByRole('contentinfo')).toContainText('Live: 1 under way, 1 ended');
    await expectScreenAccessible(page, ['[aria-label="Headline"]', 'footer']);

    await sendCalls(url, 'looping', Array<string>(12).fill('npm test'));
    const stuck = page.getByText(/^Stuck by the rule “clear loops”: .*looping/);
    await expect(stuck).toContainText(
      'looping: npm test npm test, the same call with the same result 12 times in a row, up to step 12.',
    );
    // A page that is opened later shows it, too, and the same case in the chart as in the call tree.
    await page.reload();
    await expect(stuck).toBeVisible();
    await expect(page.getByText(/outlined: looping/)).toBeVisible();
    await expect(statescope.region('Call tree')).toContainText('looping, as none is selected');

    await page.getByRole('button', { name: 'Pause when…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause when…' });
    await dialog.getByLabel('Event').selectOption('written');
    await dialog.getByLabel('Condition').fill('enters deploy');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByRole('alert')).toContainText('deploy');
    await dialog.getByLabel('Condition').fill('takes test');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.keyboard.press('Escape');
    await sendCalls(url, 'second', ['read', 'test']);
    await expect(page.getByText(/^Paused at Step 2: takes test: .*second/)).toBeVisible();
    await expect(page.getByText('live, paused')).toBeVisible();
    await sendCalls(url, 'third', ['read', 'edit']);
    await page.getByRole('button', { name: 'Resume' }).first().click();
    await expect(page.getByText(/^live: .* received so far/)).toBeVisible();
    await expect(headline).toContainText('4 are under way, looping loops at npm test npm test, 1 has ended');
  } finally {
    await page.goto('about:blank');
    child.kill();
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  }
});

/** Sends spans of a conversation: its agent's own one, or a call within it. */
async function sendSpan(
  url: string,
  conversation: string,
  span: Readonly<Record<string, string>>,
): Promise<void> {
  const { id = '', parent = '', tool } = span;
  const facts = {
    'gen_ai.conversation.id': conversation,
    ...(tool === undefined
      ? { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'clerk' }
      : { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool, 'gen_ai.tool.call.result': id }),
  };
  const attributes = Object.entries(facts).map(([key, value]) => ({ key, value: { stringValue: value } }));
  const [startTimeUnixNano, endTimeUnixNano] = [1, 2].map(ms => `${Date.now() + ms}000000`);
  const one = { traceId: conversation, spanId: id, parentSpanId: parent, name: id, attributes };
  const spans = [{ ...one, startTimeUnixNano, endTimeUnixNano }];
  const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${url}/v1/traces`, { method: 'POST', body, headers })).status).toBe(200);
}

test('while spans come nothing that somebody does is lost: focus, choice, an earlier step, a replay and the way back', async ({
  statescope,
}) => {
  const { page } = statescope;
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  const [url, child] = await receiver(folder);
  const headline = statescope.region('Headline');
  const status = page.getByRole('contentinfo');
  try {
    statescope.expect(url);
    await page.goto(`${url}/#observed`);
    await sendSpan(url, 'a1', { id: 'b1', parent: 'b0', tool: 'search' });
    await sendSpan(url, 'c1', { id: 'd1', parent: 'd0', tool: 'read' });
    await expect(headline).toContainText('2 under way, 0 ended');
    // Whatever a view draws of a run that is being made again is counted.
    await page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      new MutationObserver(() =>
        seen.add(document.querySelector('[aria-label="Headline"]')?.textContent ?? ''),
      ).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    const rules = statescope.button('Rules');
    await rules.click();
    await statescope.combobox('Sort the timelines').focus();
    for (const id of ['b2', 'b3']) {
      await sendSpan(url, 'a1', { id, parent: 'b0', tool: 'search' });
      await expect(page.getByText(id === 'b2' ? 'Step 2' : 'Step 3', { exact: true }).first()).toBeVisible();
    }
    await expect(statescope.combobox('Sort the timelines')).toBeFocused();
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    expect(seen.filter(text => !text.includes('2 under way'))).toEqual([]);

    // Copied, the address opens the same source, not the example.
    await expect.poll(() => new URL(page.url()).hash).toBe('#observed');

    // The agent's own span says that it is done; a further call, that it goes on.
    await sendSpan(url, 'c1', { id: 'd0' });
    await expect(headline).toContainText('1 under way, 1 ended');
    await sendSpan(url, 'c1', { id: 'd2', parent: 'd3', tool: 'write' });
    await expect(headline).toContainText('2 under way, 0 ended');

    // An earlier step is not taken away, and not called live.
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Timelines' }).click();
    await page.keyboard.press('ArrowLeft');
    await sendSpan(url, 'a1', { id: 'b4', parent: 'b0', tool: 'search' });
    await expect(status).toContainText(/An earlier step of each case; \d+ k?B more received/);
    await expect(page.getByText('Not live')).toBeVisible();
    await page.getByRole('button', { name: /^Back to Step/ }).click();
    await expect(headline).toContainText('2 under way, 0 ended');

    // Nor is one that is played again.
    await statescope.button('Reset').click();
    await sendSpan(url, 'a1', { id: 'b5', parent: 'b0', tool: 'search' });
    await expect(headline).toContainText(/more received/);
    await headline.getByRole('button', { name: 'Back to live' }).click();
    await expect(page.getByText('Step 5', { exact: true }).first()).toBeVisible();
    await expect(headline).toContainText('2 under way, 0 ended');
  } finally {
    await page.goto('about:blank');
    child.kill();
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  }
});
