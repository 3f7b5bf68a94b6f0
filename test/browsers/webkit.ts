import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../freePort.ts';
import { type BrowserPage, WINDOW } from './browser.ts';

/** Keys as WebDriver writes them; others stand for themselves. */
const KEYS: Readonly<Record<string, string>> = {
  ...{ Tab: '\uE004', Enter: '\uE007', Control: '\uE009', Escape: '\uE00C', Space: ' ' },
  ...{ End: '\uE010', Home: '\uE011', ArrowRight: '\uE014', ArrowDown: '\uE015' },
};

/** Not an error: sizes that changed while sizes were told are told with the next frame. */
const NEXT_FRAME = 'ResizeObserver loop completed with undelivered notifications';

/** Debian's WebKitGTK over WebDriver, on a display that is only in memory. */
export async function openWebKit(): Promise<BrowserPage> {
  const folder = await mkdtemp(join(tmpdir(), 'statescope-webkit-'));
  const { display, server } = await startDisplay();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${display}`, WEBKIT_PROFILE: folder };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const errors: string[] = [];
  driver.stderr.on('data', said => {
    const told = String(said).match(/CONSOLE .*ERROR.*/g) ?? [];
    errors.push(...told.filter(line => !line.includes(NEXT_FRAME)));
  });
  const end = async () => {
    driver.kill();
    server.kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const session = await startSession(`http://127.0.0.1:${port}`, driver);
    await session.ask('POST', '/window/rect', { x: 0, y: 0, ...WINDOW });
    return {
      version: session.version,
      takeErrors: () => errors.splice(0),
      ...commands(session),
      close: () => session.close().then(end),
    };
  } catch (error) {
    await end();
    throw error;
  }
}

type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

interface Session {
  readonly version: string;
  readonly ask: Ask;
  close(): Promise<unknown>;
}

function commands({ ask }: Session): Pick<BrowserPage, 'open' | 'run' | 'press' | 'screenshot'> {
  return {
    open: async address => {
      await ask('POST', '/execute/sync', { script: 'window.isLeft = true', args: [] });
      await ask('POST', '/url', { url: address });
      // On a busy machine the driver answers while the page before is still there, and refuses what is run in it.
      const isThere = () =>
        ask('POST', '/execute/sync', { script: 'return window.isLeft !== true', args: [] }).catch(
          () => false,
        );
      while (!(await isThere())) await sleep(20);
    },
    run: async <Given, Result>(task: (given: Given) => Result | Promise<Result>, given: Given) => {
      const script = `const [given, done] = arguments; Promise.resolve((${task})(given)).then(done)`;
      return (await ask('POST', '/execute/async', { script, args: [given] })) as Result;
    },
    press: async keys => {
      const values = keys.split('+').map(key => KEYS[key] ?? key);
      const down = values.map(value => ({ type: 'keyDown', value }));
      const up = values.toReversed().map(value => ({ type: 'keyUp', value }));
      await ask('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions: [...down, ...up] }] });
    },
    screenshot: async () => Buffer.from(String(await ask('GET', '/screenshot')), 'base64'),
  };
}

/** Starts a display. @returns its number, and the process that is to be ended */
async function startDisplay(): Promise<{ display: number; server: ChildProcess }> {
  const screen = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [said] = await once(server.stdio[3] as Readable, 'data');
  return { display: Number(String(said)), server };
}

async function startSession(url: string, driver: ChildProcess): Promise<Session> {
  const ready = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver has ended with ${driver.exitCode}`);
    await sleep(50);
  }
  const window = { binary: '/usr/bin/python3', args: [join(import.meta.dirname, 'webkitWindow.py')] };
  const wanted = { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': window } } };
  const { sessionId, capabilities } = (await asked(url)('POST', '/session', wanted)) as {
    sessionId: string;
    capabilities: { browserName: string; browserVersion: string };
  };
  const ask = asked(`${url}/session/${sessionId}`);
  const version = `${capabilities.browserName} ${capabilities.browserVersion}`;
  // The end of a session is answered with "no such window".
  return { version, ask, close: () => ask('DELETE', '').catch(() => null) };
}

/** @throws Error with the driver's own words when it refuses a command */
const asked =
  (url: string): Ask =>
  async (method, path, body = {}) => {
    const answer = await fetch(url + path, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
