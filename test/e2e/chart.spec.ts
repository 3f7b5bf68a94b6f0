import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInDark } from './accessible.ts';
import { headless } from './headless.ts';
import { LONG } from './long.ts';
import { overlapsIn } from './overlaps.ts';
import { expect, type Statescope, test } from './page.ts';

const XMLNS = 'xmlns="http://www.w3.org/2005/07/scxml" xmlns:sc="https://statescope.dev/scxml" version="1.0"';
const RUMOUR = `<scxml ${XMLNS} name="rumour">
  <state id="unaware"><transition event="seed" target="telling"/>
    <transition sc:trigger="hears it" sc:rate="0.2" sc:per="telling" target="telling"/></state>
  <state id="telling" sc:timeout="5"><transition sc:after="timeout" target="tired"/></state>
  <state id="tired"/>
</scxml>`;

/** The drawing that is made a picture next. */
const drawing = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise(resolve => {
        const make = URL.createObjectURL;
        URL.createObjectURL = file => {
          if (file instanceof Blob && file.type === 'image/svg+xml') void file.text().then(resolve);
          return make.call(URL, file);
        };
      }),
  );

test('an address of the user’s own chart reports that the file is missing and plays nothing in its place; once dropped, the chart plays on the given network and lists what may move an agent; an unplayable one leaves it', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=chart&network=congress&chart=file&rounds=6');
  await expect(page.getByRole('alert')).toContainText('made from a file (statechart)');
  await expect(statescope.region('Headline')).toContainText('Tick 0');
  await statescope.drop('rumour.scxml', RUMOUR);
  // As far as the address says.
  await expect(statescope.region('Headline')).toContainText('Tick 6');
  const hash = await statescope.hash();
  const folder = await mkdtemp(join(tmpdir(), 'statescope-chart-'));
  const file = join(folder, 'rumour.scxml');
  await writeFile(file, RUMOUR);
  const options = ['--model', 'chart', '--network', 'congress', '--chart', file, '--rounds', '6'] as const;
  expect((await headless(...options)).summary.hash).toBe(hash);
  await rm(folder, { recursive: true });

  await statescope.region('Agent timelines').getByRole('img').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(statescope.region('Agent inspector')).toContainText(/follows \d+, \d+ of them telling/);

  await statescope.drop(
    'wrong.scxml',
    `<scxml ${XMLNS}>\n<state id="a"><transition event="x" target="z"/></state></scxml>`,
  );
  await expect(page.getByText(/wrong\.scxml|line 2/).first()).toBeVisible();
  expect(await statescope.hash()).toBe(hash);

  // It is in the editor, with what is wrong and what was meant.
  const side = statescope.region('Source');
  await expect(side).toContainText('Line 2, column 45: unknown target "z"');
  await statescope.button('Revert').click();

  await page.reload();
  await expect(statescope.region('Headline')).toContainText('unaware');
  const chart = page.getByRole('combobox', { name: 'Chart' });
  await expect(chart).toContainText('rumour.scxml');
  // It stays among the charts, whatever is opened meanwhile.
  await chart.selectOption('sis');
  await expect(statescope.region('Headline')).toContainText('susceptible');
  await chart.selectOption({ label: 'rumour.scxml' });
  await expect(statescope.region('Headline')).toContainText('unaware');
});

test('a chart is edited next to its run: mistakes appear while typing, and the run starts again from the new text', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=chart&preset=opinion&agents=80');
  const side = statescope.region('Source');
  await expect(side).toContainText('no errors; 3 states, 6 transitions');
  await side.locator('.cm-line', { hasText: 'decides alone, for' }).click();
  await page.keyboard.press('End');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('e');
  await expect(side).toContainText('Line 6, column 73: unknown target "fore"');
  await expect(side.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await side.getByRole('button', { name: 'for', exact: true }).click();
  await expect(side).toContainText('no errors');
  await side.locator('.cm-line', { hasText: '<state id="for">' }).click();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await page.keyboard.type('<transition sc:rate="1" sc:trigger="is born" target="for"/>');
  await expect(side).toContainText('3 states, 7 transitions; Apply starts again with it');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('combobox', { name: 'Chart' })).toContainText('opinion-edited.scxml');
  await statescope.button('Step').click();
  await expect(statescope.region('Headline')).toContainText('80 for');

  // The same as a table: nobody is born, but everybody asks.
  await side.getByRole('button', { name: 'Table' }).click();
  await side.getByLabel('undecided → for: moved by').nth(1).selectOption('event');
  await side.getByLabel('undecided → for: event').nth(0).fill('agree');
  await page.keyboard.press('Enter');
  await side.getByLabel('undecided → for: moved by').nth(2).selectOption('event');
  await side.getByRole('checkbox', { name: /undecided/ }).click();
  await side.getByRole('button', { name: 'Apply' }).click();
  await expect(statescope.region('Headline')).toContainText('Tick 0');
  // Who is somewhere when a round begins is asked in it: nobody is before the first.
  await statescope.button('Step').click();
  await expect(statescope.region('Headline')).toContainText('Tick 1');
  await statescope.button('Step').click();
  await expect(statescope.page.getByText(/(7\d|80) decisions/)).toBeVisible();
});

test('an address holds the user’s own chart and edge list, and opens to the same hash elsewhere', async ({
  statescope,
  browser,
}) => {
  const { page } = statescope;
  await statescope.open('model=chart&seeded=0.3');
  await statescope.drop(
    'ring.csv',
    Array.from({ length: 30 }, (_, i) => `p${i},p${(i + 1) % 30}`).join('\n'),
  );
  await expect(statescope.region('Headline')).toContainText('of 30');
  await statescope.drop('rumour.scxml', RUMOUR);
  await expect(statescope.region('Headline')).toContainText('30 unaware');
  for (let step = 0; step < 4; step++) await statescope.button('Step').click();
  await expect(statescope.region('Headline')).toContainText('Tick 4');
  const hash = await statescope.hash();
  await page.evaluate(() => {
    navigator.clipboard.writeText = async text => void Object.assign(globalThis, { shared: text });
  });
  await statescope.button('Share').click();
  await statescope.button('Copy with files').click();
  await expect(page.getByText('Your files are in it')).toBeVisible();
  const address = await page.evaluate(() => (globalThis as unknown as { shared: string }).shared);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.addInitScript(
    ([name, text]) => localStorage.setItem('statescope-chart', JSON.stringify({ name, text })),
    ['mine.scxml', RUMOUR.replaceAll('unaware', 'innocent')],
  );
  await elsewhere.goto(address);
  await expect(elsewhere.getByRole('region', { name: 'Headline' })).toContainText('Tick 4');
  await expect(elsewhere.getByLabel('Run hash')).toHaveAttribute('title', new RegExp(hash));
  // The chart of whoever opens it stays among theirs, over a reload as well; the files of the address are kept at once.
  await expect(elsewhere.getByText(/^saved in this browser/)).toBeVisible();
  await elsewhere.reload();
  const charts = elsewhere.getByRole('combobox', { name: 'Chart' });
  await expect(charts).toContainText('rumour.scxml');
  await charts.selectOption('mine.scxml');
  await expect(elsewhere.getByRole('region', { name: 'Headline' })).toContainText('of 30, 30 innocent');
  await elsewhere.context().close();
});

async function zoomedAndExported(statescope: Statescope): Promise<void> {
  const { page } = statescope;
  const chart = statescope.region('Statechart');
  await expect(chart.getByRole('button', { name: /^dead, / })).toBeVisible();
  const zoom = chart.getByRole('status', { name: 'Zoom' });
  const first = Number.parseInt(await zoom.innerText(), 10);
  await chart.getByRole('button', { name: 'Zoom in' }).click();
  await expect(zoom).not.toHaveText(`${first} %`);
  const dead = chart.getByRole('button', { name: /^dead, / });
  const before = await dead.boundingBox();
  const sheet = await chart.getByRole('group', { name: 'States and transitions' }).boundingBox();
  const [x, y] = [(sheet?.x ?? 0) + (sheet?.width ?? 0) / 2, (sheet?.y ?? 0) + (sheet?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 30, { steps: 4 });
  await page.mouse.up();
  const after = await dead.boundingBox();
  expect([(after?.x ?? 0) - (before?.x ?? 0), (after?.y ?? 0) - (before?.y ?? 0)].map(Math.round)).toEqual([
    20, 30,
  ]);
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 300);
  await page.keyboard.up('Control');
  await chart.getByRole('button', { name: 'Fit' }).click();
  await chart.getByRole('button', { name: 'Enlarge the statechart' }).click();
  await expect(chart).toContainText('rate 0.02');

  const download = page.waitForEvent('download');
  await chart.getByRole('button', { name: 'Export the statechart as SVG' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('watch-tick-13.svg');
  const svg = await readFile(await file.path(), 'utf8');
  expect(svg).not.toMatch(/class=|var\(|url\(http|color-mix|oklab/);
  expect(svg).toContain('>stopwatch<');
  // It has its widths in any font, and one that every program knows.
  expect(svg).toMatch(/<text[^>]*font-family="[^"]*sans-serif"[^>]*textLength="[\d.]+"/);
  const shown = await chart
    .locator('svg text')
    .evaluateAll(all => all.map(text => text.textContent ?? '').length);
  expect(svg.split('<text').length - 1).toBe(shown);
  const drawn = drawing(page);
  const picture = page.waitForEvent('download');
  await chart.getByRole('button', { name: 'Export the statechart as PNG' }).click();
  const png = await picture;
  // No picture is drawn with the page's fonts unless it holds them.
  expect(await drawn).toMatch(
    /<style>@font-face\{font-family:'Inter Variable';[^}]*;base64,[\w+/=]{20000,}\)\}<\/style>/,
  );
  expect(png.suggestedFilename()).toBe('watch-tick-13.png');
  expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe('PNG');

  await chart.getByRole('button', { name: 'Statechart as a table' }).click();
  const table = page.getByRole('dialog').getByRole('table');
  await expect(table.getByRole('row', { name: /^stopwatch compound showing \d+ / })).toBeVisible();
}

test('watches with regions play byte for byte as headless, all regions are drawn at once, their past as well', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=chart&preset=watch&agents=60&rounds=12');
  await expect(statescope.status).toContainText('Tick 12');
  const { bytes } = await statescope.export();
  const same = await headless('--model', 'chart', '--preset', 'watch', '--agents', '60', '--rounds', '12');
  expect(bytes.equals(same.bytes)).toBe(true);
  const { hash } = JSON.parse(bytes.toString());
  const chart = statescope.region('Statechart');
  const boxes = chart.getByRole('button', { name: /agents?$/ });
  // Levels and regions; the history is none.
  await expect(boxes).toHaveCount(17);
  const count = async (name: string) => {
    const label = await chart
      .getByRole('button', { name: new RegExp(`^${name}( in .*)?, `) })
      .getAttribute('aria-label');
    return Number(/(\d+) agents?$/.exec(label ?? '')?.[1]);
  };
  const sumsUp = async () => {
    const alive = await count('alive');
    expect(alive + (await count('dead'))).toBe(60);
    expect((await count('dark')) + (await count('lit'))).toBe(alive);
    expect((await count('showing')) + (await count('ringing'))).toBe(alive);
    expect((await count('zero')) + (await count('running')) + (await count('paused'))).toBe(
      await count('stopwatch'),
    );
  };
  await sumsUp();
  await expect(chart.getByText('H*')).toBeVisible();

  const labels = () => boxes.evaluateAll(all => all.map(box => box.getAttribute('aria-label')).join());
  const now = await labels();
  for (let back = 0; back < 4; back++) await page.keyboard.press('ArrowLeft');
  await expect.poll(labels).not.toBe(now);
  await sumsUp();
  await page.keyboard.press('Escape');
  await statescope.combobox('Region shown').selectOption('battery');
  await expect(chart).toContainText('in the colour of its battery');
  await expect(boxes).toHaveCount(17);
  await expect(statescope.status).toContainText('Tick 12');
  expect(await statescope.hash()).toBe(hash);
  await statescope.button('Step').click();
  await expect(statescope.status).toContainText('Tick 13');
  await sumsUp();

  const lit = await count('lit');
  await chart.getByRole('button', { name: /^lit in light, / }).focus();
  await page.keyboard.press('Enter');
  await expect(chart.getByRole('button', { name: /^lit in light, / })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(chart).toContainText(`outlined: ${lit} agent`);
  await page.keyboard.press('Escape');
  await statescope.region('Agent timelines').getByRole('img').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(statescope.region('Agent inspector')).toContainText(/; in .* as well|outside battery/);
  await page.keyboard.press('Escape');
  await expectAccessibleInDark(page, 'section[aria-label=Statechart]');
});

test(
  'a chart with regions is zoomed, dragged, enlarged, shown as a table and exported as it is drawn',
  LONG,
  async ({ statescope }) => {
    await statescope.open('model=chart&preset=watch&agents=60&rounds=13');
    await expect(statescope.status).toContainText('Tick 13');
    await zoomedAndExported(statescope);
  },
);

test('ten thousand machines play, and the page answers meanwhile', LONG, async ({ statescope }) => {
  await statescope.open('model=chart&preset=vending&agents=10000');
  await statescope.button('Play').click();
  await expect(statescope.region('Headline')).toContainText(/Tick [2-9]/, { timeout: 20_000 });
  await statescope.button('Pause').click();
  await expect(statescope.button('Play')).toBeVisible();
});

test(
  'with more watches than dots, each level has its number and its fill, and the agents in it can be queried',
  LONG,
  async ({ statescope }) => {
    await statescope.open('model=chart&preset=watch&agents=3000&rounds=4');
    const chart = statescope.region('Statechart');
    await expect(chart).toContainText('the fuller a box, the more agents');
    const light = chart.getByRole('button', { name: /^light in alive, / });
    await light.focus();
    await light.press('Enter');
    await expect(light).toHaveAttribute('aria-pressed', 'true');
    const number = /([\d,]+) agents$/.exec((await light.getAttribute('aria-label')) ?? '')?.[1];
    await expect(chart).toContainText(`outlined: ${number} agents`);
  },
);

test(
  'no label of a chart with hierarchy overlaps another, in the panel and enlarged; axe finds nothing',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    for (const preset of ['society', 'watch']) {
      await statescope.open(`model=chart&preset=${preset}&rounds=10`);
      const chart = statescope.region('Statechart');
      await expect(chart.getByRole('button', { name: / in \w+, \d+ agents?$/ }).first()).toBeVisible();
      const words = page.locator('[aria-label="States and transitions"] text');
      const onOthers = () =>
        words.evaluateAll(all => {
          const boxes = all.map(text => ({ text: text.textContent, box: text.getBoundingClientRect() }));
          return boxes.flatMap((a, i) =>
            boxes
              .slice(i + 1)
              .filter(
                ({ box }) =>
                  Math.min(a.box.right, box.right) - Math.max(a.box.left, box.left) > 1 &&
                  Math.min(a.box.bottom, box.bottom) - Math.max(a.box.top, box.top) > 3,
              )
              .map(b => `${a.text} × ${b.text}`),
          );
        });
      expect(await onOthers()).toEqual([]);
      for (const width of [1280, 1180, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overlapsIn(chart.locator('header')), `at ${width}`).toEqual([]);
      }
      await chart.getByRole('button', { name: 'Enlarge the statechart' }).click();
      await expect(words.filter({ hasText: /^rate / }).first()).toBeVisible();
      expect(await onOthers()).toEqual([]);
      expect(await overlapsIn(chart.locator('header'))).toEqual([]);
    }
    await expectAccessible(page, '[aria-label="Statechart"]');
  },
);

test('an infection plays until nobody has it, byte for byte as headless; its whole text is overtyped without a security violation, another chart cannot be undone into it, and a nested machine of XState plays when it is dropped', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=chart&recovery=0.4');
  await page.getByLabel('Speed').fill('7');
  await statescope.button('Play').click();
  await expect(statescope.region('Headline')).toContainText('nothing more can happen', { timeout: 20_000 });
  const tick = Number(/Tick (\d+)/.exec(await statescope.region('Headline').innerText())?.[1]);
  const { bytes } = await statescope.export();
  const same = await headless('--model', 'chart', '--set', 'recovery=0.4', '--rounds', String(tick));
  expect(bytes.equals(same.bytes)).toBe(true);
  expect(await statescope.hash()).toBe(same.summary.hash);

  const editor = statescope.region('Source').getByRole('textbox', { name: /XML/ });
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(RUMOUR);
  await expect(statescope.region('Source')).toContainText('changed, not applied');
  await page.keyboard.press('Control+z');
  await expect(editor).toContainText('Kermack');
  await page.keyboard.press('Control+y');
  await page.getByRole('combobox', { name: 'Chart' }).selectOption('opinion');
  await expect(editor).toContainText('Two opinions');
  await editor.click();
  await page.keyboard.press('Control+z');
  await expect(editor).toContainText('Two opinions');

  const machine = {
    id: 'job',
    initial: 'idle',
    states: {
      idle: { on: { start: 'busy' } },
      busy: { initial: 'plan', states: { plan: { on: { next: 'act' } }, act: {} }, on: { stop: 'idle' } },
    },
  };
  await statescope.drop('job.json', JSON.stringify(machine));
  await expect(statescope.region('Headline')).toContainText('of 500, 500 idle');
  await statescope.button('Step').click();
  await expect(statescope.region('Headline')).toContainText('plan');
});

test('a chart’s own parameters are changed while it plays, and kept with another text, as on the command line; states and transitions are added in the table, and the colours of the others stay', async ({
  statescope,
}) => {
  const { page } = statescope;
  const own = RUMOUR.replace(
    '<state id="unaware">',
    '<sc:parameter name="push" label="Push" description="Chance of one who tells it." max="0.5" value="0.2"/>\n  <state id="unaware">',
  ).replace('sc:rate="0.2"', 'sc:rate="push"');
  await statescope.open('model=chart&network=small-world&agents=80');
  await statescope.drop('own.scxml', own);
  await expect(statescope.region('Headline')).toContainText('80 unaware');
  await statescope.button('Set-up').click();
  const push = page.getByRole('region', { name: 'Set-up' }).getByLabel('Push');
  await expect(push).toHaveValue('0.2');
  await push.fill('0.9');
  await push.press('Enter');
  await expect(page.getByText('a number from 0 to 0.5').first()).toBeVisible();
  await statescope.button('Step').click();
  await expect(statescope.region('Headline')).toContainText('Tick 1');
  await push.fill('0.4');
  await push.press('Enter');
  for (let tick = 2; tick <= 6; tick++) {
    await statescope.button('Step').click();
    await expect(statescope.region('Headline')).toContainText(`Tick ${tick}`);
  }
  const hash = await statescope.hash();
  const folder = await mkdtemp(join(tmpdir(), 'statescope-chart-'));
  const file = join(folder, 'own.scxml');
  await writeFile(file, own);
  const options = [
    '--model',
    'chart',
    '--network',
    'small-world',
    '--agents',
    '80',
    '--chart',
    file,
  ] as const;
  const played = await headless(...options, '--rounds', '6', '--set', 'push=0.4@2');
  expect(played.summary.hash).toBe(hash);
  await rm(folder, { recursive: true });
  // It is in the address, and the chart in this browser.
  await page.reload();
  await expect(statescope.region('Headline')).toContainText('Tick 6');
  expect(await statescope.hash()).toBe(hash);

  const hues = () =>
    page
      .getByRole('region', { name: 'Statechart' })
      .locator('[style*="--hue"]')
      .evaluateAll(marks => [...new Set(marks.map(mark => mark.getAttribute('style') ?? ''))].sort());
  // The drawing comes after the headline; it has its colours when its three states stand there.
  await expect.poll(async () => (await hues()).length).toBe(3);
  const before = await hues();
  // The set-up has its place.
  await statescope.button('Source').click();
  const side = statescope.region('Source');
  await side.getByRole('button', { name: 'Table' }).click();
  await side.getByRole('textbox', { name: 'new state' }).fill('bored');
  await page.keyboard.press('Enter');
  await expect(side).toContainText('4 states, 3 transitions');
  await expect(side.getByRole('textbox', { name: 'new state' })).toBeFocused();
  await side.getByLabel('new transition: from').selectOption('telling');
  await side.getByRole('button', { name: 'Add transition' }).press('Enter');
  await expect(side.getByLabel('telling → bored: moved by')).toBeFocused();
  await expect(side).toContainText('4 states, 4 transitions; Apply starts again with it');
  await side.getByRole('button', { name: 'Table' }).click();
  await expect(side.locator('.cm-content')).toContainText('<transition sc:rate="0.1" target="bored"/>');
  await side.locator('.cm-content').click();
  await page.keyboard.press('Control+z');
  await expect(side).toContainText('4 states, 3 transitions');
  await page.keyboard.press('Control+y');
  await expect(side).toContainText('4 states, 4 transitions');
  await side.getByRole('button', { name: 'Apply' }).click();
  await expect(statescope.region('Headline')).toContainText('Tick 0');
  await expect(statescope.region('Statechart')).toContainText('bored');
  await expect.poll(async () => (await hues()).length).toBe(before.length + 1);
  expect(await hues()).toEqual(expect.arrayContaining(before));
  // The value that was set holds in the new text.
  await expect(page).toHaveURL(/push=0\.4/);
});
