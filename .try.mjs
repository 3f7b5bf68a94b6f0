import { chromium } from 'playwright';
import { spawn } from 'node:child_process';
const server = spawn('node', ['scripts/serve.mjs', '4999'], { stdio: 'inherit' });
await new Promise(r => setTimeout(r, 1500));
const profile = '/tmp/profile' + Date.now();
let address = '?network=scale-free&agents=300&seed=7';
const dump = page => page.evaluate(async () => {
  const out = [];
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('runs').catch(() => null);
  if (!root) return 'none';
  for await (const [id, dir] of root.entries()) for await (const [name, file] of dir.entries()) {
    const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    out.push(`${id} ${name} ${bytes.length} ${[...text.matchAll(/"tick":(\d+)/g)].map(m => m[1]).join(' ')}`);
  }
  return out.sort().join('\n');
});
for (let kill = 0; kill < 4; kill++) {
  const context = await chromium.launchPersistentContext(profile, { executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
  const session = await context.browser()?.newBrowserCDPSession();
  const info = await session?.send('SystemInfo.getProcessInfo');
  const pid = info?.processInfo.find(({ type }) => type === 'browser')?.id;
  const page = context.pages()[0];
  await page.goto('http://127.0.0.1:4999/' + address);
  if (kill > 0) { await page.getByRole('status').filter({ hasText: /Round [1-9]/ }).waitFor(); await page.waitForTimeout(200); }
  console.log('opened', await page.getByRole('status').first().innerText(), await page.locator('footer').innerText().then(t => t.split('\n')[2]));
  console.log(await dump(page), await page.getByRole('alert').allInnerTexts());
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  address = new URL(page.url()).search;
  await page.getByText(/^kept in this browser/).waitFor();
  await page.waitForTimeout(800);
  console.log('told', await page.getByText(/^kept in this browser/).innerText(), await page.getByRole('status').first().innerText(), pid);
  process.kill(pid, 'SIGKILL');
  await context.close().catch(() => 0);
}
server.kill();
