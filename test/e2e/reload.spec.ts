import { socialDocumentSchema } from '../../src/engine/models/social/reports/socialRecord.ts';
import { installLlama, LLAMA_MODEL, type Llama, startLlama } from '../runtimes/llama/llama.ts';
import { waitInVain } from '../waitInVain.ts';
import { expectAccessibleInDark } from './accessible.ts';
import { LONG } from './long.ts';
import { MODEL, type OracleServer, startOracleServer } from './oracleServer.ts';
import { expect, type Statescope, test } from './page.ts';

const BUSY = 'network=small-world&agents=50&seed=1&activity=20&posting=20&attention=0.1';
const CANARY = 'canary-key-0123456789';

let llama: Llama;
let server: OracleServer;
test.beforeAll(async () => {
  installLlama();
  llama = await startLlama({ slots: 2 });
});
test.afterAll(() => llama.stop());
test.beforeEach(async ({ statescope, page }) => {
  server = await startOracleServer();
  statescope.expect(server.url);
  // A page that comes back at once asks nobody whether it may go.
  page.on('dialog', dialog => statescope.problems.push(`dialog: ${dialog.type()}`));
});
test.afterEach(() => server.close());

const panel = (statescope: Statescope) => statescope.region('Who decides');
const field = (statescope: Statescope, label: RegExp) => panel(statescope).getByLabel(label);
const found = (statescope: Statescope) => panel(statescope).getByRole('list', { name: 'Servers' });
const alert = ({ page }: Statescope) => page.getByRole('alert');
const hosts = (statescope: Statescope) => statescope.region('Hosts that this page may reach');
/** A run is written, the page loaded anew and the run played again. */
const RELOADED = { timeout: 20_000 };
const again = ({ page }: Statescope) => page.getByText(/The page was reloaded; the run stands at round \d+/);

async function typeUrl(statescope: Statescope, url: string): Promise<void> {
  await field(statescope, /^base URLs/).fill(url);
  await field(statescope, /^base URLs/).press('Enter');
}

async function step(statescope: Statescope, to: number): Promise<void> {
  for (let round = (await statescope.round()) + 1; round <= to; round++) {
    await statescope.button('Step').click();
    await statescope.expectRound(round);
  }
}

test('a host is allowed by a reload that keeps a run of the policy, is listed and can be taken back; a test of it goes on by itself after the reload, by keyboard alone', async ({
  statescope,
  page,
}) => {
  await statescope.open('network=scale-free&agents=60&rounds=8');
  await statescope.expectRound(8);
  const hash = await statescope.hash();
  const address = page.url();
  await statescope.button('dark theme').click();
  await statescope.combobox('Oracle').selectOption('openai');
  await typeUrl(statescope, server.url);
  const host = new URL(server.url).host;
  await expect(hosts(statescope)).toHaveCount(0);
  await expect(panel(statescope)).toContainText(`${host} is not yet a host that this page may reach.`);
  await expect(field(statescope, /^key/)).toBeDisabled();
  await expect(field(statescope, /^key/)).toHaveAttribute('placeholder', 'allow the address first');
  await expectAccessibleInDark(page, '#oracle-setup');
  await statescope.button('Allow it').click();

  await expect(again(statescope)).toBeVisible(RELOADED);
  await statescope.expectRound(8);
  expect(await statescope.hash()).toBe(hash);
  expect(page.url()).toBe(address);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(field(statescope, /^base URLs/)).toHaveValue(server.url);
  await expect(panel(statescope)).not.toContainText('is not yet a host');
  await expect(statescope.button('Test connection')).toBeFocused();
  expect(server.requests).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(found(statescope)).toContainText('it answers');
  await step(statescope, 9);
  expect(await kept(statescope)).not.toContain('statescope-after-reload');

  await expect(hosts(statescope)).toContainText(server.url);
  await statescope.button(`Remove ${server.url}`).click();
  await expect(panel(statescope)).toContainText('is not yet a host');
  await expect(hosts(statescope)).toHaveCount(0);
  await statescope.expectRound(9);

  await field(statescope, /^base URLs/).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(server.url);
  await page.keyboard.press('Tab');
  await expect(statescope.button('Allow it')).toBeVisible();
  await field(statescope, /^base URLs/).focus();
  await page.keyboard.press('Tab');
  await expect(statescope.button('Allow it')).toBeFocused();
  await statescope.button('Test connection').focus();
  await page.keyboard.press('Enter');
  await expect(again(statescope)).toBeVisible(RELOADED);
  await expect(found(statescope)).toContainText('it answers');
  await statescope.expectRound(9);
  await statescope.button('Start again with this model').click();
  await statescope.expectRound(0);
  await step(statescope, 1);
});

test(
  'a host that no policy can name is reported, without a reload; a start with a host that is not allowed happens after it',
  LONG,
  async ({ statescope, page }) => {
    statescope.allow(llama.url);
    await statescope.open(BUSY);
    let loads = 0;
    page.on('load', () => loads++);
    await statescope.combobox('Oracle').selectOption('ollama');
    await typeUrl(statescope, server.url);
    await expect(statescope.button('Allow it')).toBeVisible();
    await expect(hosts(statescope)).toContainText(llama.url);
    await typeUrl(statescope, 'http://[::1]:11434');
    await statescope.button('Test connection').click();
    await expect(alert(statescope)).toContainText(
      'http://[::1]:11434 cannot be named in a browser’s security policy',
    );
    await waitInVain(500);
    expect(loads).toBe(0);

    await statescope.combobox('Oracle').selectOption('openai');
    await typeUrl(statescope, server.url);
    await field(statescope, /^model/).fill(MODEL);
    await statescope.button('Start again with this model').click();
    await expect(panel(statescope)).toContainText('It decides in this run; Play or Step asks it');
    expect(server.requests).toEqual([]);
    await step(statescope, 1);
    expect((await statescope.socialDocument()).decisions.some(({ source }) => source === 'openai')).toBe(
      true,
    );
  },
);

test(
  'a run that a model decides continues with its model after a reload for another host',
  LONG,
  async ({ statescope, page }) => {
    statescope.expect(llama.url);
    await statescope.open(
      `${BUSY}&oracle=ollama&oracle_url=${llama.url}&oracle_model=${LLAMA_MODEL}&round_calls=30`,
    );
    await step(statescope, 2);
    await statescope.button('Who decides').click();
    await field(statescope, /^calls in a round/).fill('25');
    await field(statescope, /^calls in a round/).press('Enter');
    await step(statescope, 3);
    const before = await statescope.export();
    const asked = statescope.asked.length;
    await typeUrl(statescope, server.url);
    await statescope.button('Allow it').click();

    await expect(again(statescope)).toBeVisible(RELOADED);
    await statescope.expectRound(3);
    await expect(field(statescope, /^base URLs/)).toHaveValue(server.url);
    await expect(statescope.combobox('Oracle')).toHaveValue('ollama');
    expect((await statescope.export()).bytes.toString()).toBe(before.bytes.toString());
    expect(statescope.asked.length).toBe(asked);

    await step(statescope, 4);
    // Its answers are kept: another run takes its place, and it comes back without asking again.
    const hash = await statescope.hash();
    const answered = statescope.asked.length;
    await expect(page.getByText('saved in this browser up to Round 4', { exact: true })).toBeVisible();
    await statescope.button('New seed').click();
    await statescope.expectRound(0);
    await statescope.button('Bring it back').click();
    await statescope.expectRound(4);
    expect(await statescope.hash()).toBe(hash);
    expect(statescope.asked.length).toBe(answered);
    const whole = await statescope.socialDocument();
    const recorded = socialDocumentSchema.parse(JSON.parse(before.bytes.toString()));
    expect(whole.decisions.filter(({ tick }) => tick <= 3)).toEqual(recorded.decisions);
    const last = whole.decisions.filter(({ tick }) => tick === 4);
    expect(last.filter(({ source }) => source === 'ollama').length).toBeGreaterThan(0);
    expect(last.filter(({ source }) => source === 'replay')).toEqual([]);
    expect(whole.config.oracle).toMatchObject({ limit_changes: [{ tick: 3, calls_per_round: 25 }] });
    expect(server.requests).toEqual([]);
  },
);

test('a key is never saved, and is requested again', async ({ statescope, page }) => {
  statescope.allow(llama.url);
  await page.addInitScript(() => {
    // What is kept, and what is noted for the time after the reload, before the page takes it.
    (window as unknown as { saved: Promise<string> }).saved = (async () => {
      const open = (name: string) =>
        new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const all: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
      const texts = async (folder: FileSystemDirectoryHandle): Promise<void> => {
        for await (const entry of folder.values())
          if (entry.kind === 'directory') await texts(entry as FileSystemDirectoryHandle);
          else all.push(await (await (entry as FileSystemFileHandle).getFile()).text());
      };
      await texts(await navigator.storage.getDirectory());
      for (const { name } of await indexedDB.databases()) {
        const db = await open(name!);
        for (const store of db.objectStoreNames)
          all.push(
            await new Promise(resolve => {
              const request = db.transaction(store).objectStore(store).getAll();
              request.onsuccess = () => resolve(request.result);
            }),
          );
        db.close();
      }
      return JSON.stringify(all, (_, value) =>
        value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
      );
    })();
  });
  await statescope.open(`${BUSY}&oracle=openai&oracle_url=${llama.url}&oracle_model=${LLAMA_MODEL}`);
  await statescope.button('Who decides').click();
  await field(statescope, /^key/).fill(CANARY);
  await step(statescope, 1);
  await typeUrl(statescope, `${llama.url}, ${server.url}`);
  await statescope.button('Test connection').click();
  await expect(again(statescope)).toBeVisible(RELOADED);
  const saved = await page.evaluate(() => (window as unknown as { saved: Promise<string> }).saved);
  expect(saved).toContain('statescope-run');
  expect(saved).toContain(llama.url);
  expect(saved).not.toContain(CANARY);
  expect(await kept(statescope)).not.toContain(CANARY);
  await expect(panel(statescope)).toContainText('has forgotten the key: type it again');
  await expect(field(statescope, /^key/)).toBeFocused();
  await waitInVain(300);
  expect(server.requests).toEqual([]);
  await page.keyboard.type(CANARY);
  await expect(panel(statescope)).not.toContainText('has forgotten');
  await field(statescope, /^model/).fill(LLAMA_MODEL);
  await statescope.button('Test connection').click();
  await expect(found(statescope)).toContainText('it answers');
});

test(
  'where neither the run nor the host can be saved, the page stays as it is, and nothing is left behind; otherwise a replay and a network of the user’s are restored as well',
  LONG,
  async ({ statescope, page }) => {
    await statescope.open('network=scale-free&agents=60&rounds=4');
    await statescope.expectRound(4);
    const hash = await statescope.hash();
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      const { setItem } = Storage.prototype;
      const disk = window as unknown as { isFull: boolean };
      disk.isFull = true;
      IDBObjectStore.prototype.put = function (...given) {
        if (disk.isFull) throw new DOMException('the disk is full', 'QuotaExceededError');
        return put.apply(this, given);
      };
      Storage.prototype.setItem = function (name, value) {
        if (name === 'statescope-hosts') throw new DOMException('no', 'QuotaExceededError');
        setItem.call(this, name, value);
      };
    });
    await statescope.combobox('Oracle').selectOption('openai');
    await typeUrl(statescope, server.url);
    await statescope.button('Allow it').click();
    await expect(alert(statescope)).toContainText('The run could not be saved (the disk is full)');
    await expect(alert(statescope)).toHaveCount(1);
    // Then there is room for the run, and none for a host.
    await page.evaluate(() => {
      (window as unknown as { isFull: boolean }).isFull = false;
    });
    await statescope.button('Allow it').click();
    await expect(alert(statescope).filter({ hasText: 'keeps nothing' })).toContainText(
      'this browser stores nothing for this page',
    );
    await statescope.expectRound(4);
    expect(await statescope.hash()).toBe(hash);
    await expect(panel(statescope)).toContainText('is not yet a host');
    expect(await kept(statescope)).not.toContain('statescope-after-reload');
    await step(statescope, 5);
    await expect(page.getByText('saved in this browser up to Round 5', { exact: true })).toBeVisible();
    await page.reload();
    // Brought back where it stood.
    await statescope.expectRound(5);
    expect(await page.evaluate(() => localStorage.getItem('statescope-hosts'))).toBeNull();

    const edges = Array.from({ length: 30 }, (_, i) => `a${i} a${(i + 1) % 30}\na${(i + 7) % 30} a${i}`);
    await page.getByLabel('Network file').setInputFiles({
      name: 'friends.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(edges.join('\n')),
    });
    await expect(statescope.region('Headline')).toContainText('of 30');
    await step(statescope, 5);
    const { bytes } = await statescope.export();
    const played = await statescope.hash();
    await statescope.combobox('Oracle').selectOption('replay');
    await page
      .getByLabel('Run document')
      .setInputFiles({ name: 'recorded.json', mimeType: 'application/json', buffer: bytes });
    await expect(page.getByText('recorded.json replayed: 5 rounds')).toBeVisible();
    await panel(statescope).locator('label').filter({ hasText: 'OpenAI' }).click();
    await typeUrl(statescope, server.url);
    await statescope.button('Allow it').click();
    await expect(again(statescope)).toBeVisible(RELOADED);
    await statescope.expectRound(5);
    expect(await statescope.hash()).toBe(played);
    await expect(statescope.combobox('Oracle')).toHaveValue('replay');
    await expect(statescope.region('Headline')).toContainText('of 30');
    await expect(alert(statescope)).toHaveCount(0);
  },
);

test('a run that cannot be restored gives one message, and all its answers can be exported', async ({
  statescope,
  page,
  context,
}) => {
  statescope.expect(llama.url);
  await statescope.open(`${BUSY}&oracle=openai&oracle_url=${llama.url}&oracle_model=${LLAMA_MODEL}`);
  await step(statescope, 2);
  const asked = statescope.asked.length;
  const hash = await statescope.hash();
  const address = page.url();
  await expect(page.getByText('saved in this browser up to Round 2', { exact: true })).toBeVisible();
  // Another tab has it, as where this one was doubled.
  const other = await context.newPage();
  await other.goto(`${statescope.home}icon.svg`);
  await other.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    const { name } = held.find(lock => lock.name?.startsWith('statescope-run-')) ?? {};
    await new Promise<void>(resolve => {
      const hold = () => new Promise(() => resolve());
      void navigator.locks.request(name!, { steal: true }, hold);
    });
  });
  await statescope.button('Who decides').click();
  await typeUrl(statescope, server.url);
  await statescope.button('Allow it').click();
  await expect(alert(statescope)).toContainText(
    'The run that was here before could not be brought back: this run is open in another tab.',
    { timeout: 20_000 },
  );
  await expect(alert(statescope)).toHaveCount(1);
  await statescope.expectRound(0);
  expect(page.url()).toContain(new URL(address).searchParams.get('oracle_model'));
  await expectAccessibleInDark(page, '[role="alert"]');
  await alert(statescope).getByRole('button', { name: 'Saved runs' }).click();
  const row = statescope
    .region('Saved runs')
    .getByRole('listitem')
    .filter({ hasText: hash.slice(0, 8) });
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Save as file' }).click();
  const file = await (await download).path();
  await other.close();
  // Whole, on a page that knows nothing of it.
  await row.getByRole('button', { name: 'Delete' }).click();
  await row.getByRole('button', { name: 'Delete for good' }).click();
  await expect(row).toHaveCount(0);
  await statescope.openFiles(file);
  await statescope.expectRound(2);
  expect(await statescope.hash()).toBe(hash);
  expect(statescope.asked.length).toBe(asked);
});

/** All that the browser keeps for the page, as text. */
const kept = ({ page }: Statescope): Promise<string> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>(resolve => {
      const request = indexedDB.open('statescope-runs');
      request.onsuccess = () => resolve(request.result);
    });
    const stores = [...db.objectStoreNames];
    const rows = await Promise.all(
      stores.map(
        store =>
          new Promise(resolve => {
            const request = db.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => resolve(request.result);
          }),
      ),
    );
    db.close();
    return JSON.stringify([rows, { ...localStorage }, { ...sessionStorage }]);
  });
