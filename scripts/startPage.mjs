// Serves the page to this machine until it is interrupted, and opens a browser if there is a display.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { fail } from './fail.mjs';
import { serve } from './serve.mjs';

/** Only this machine can connect. */
const HOST = '127.0.0.1';
export const USUAL_PORT = 4173;

/** The port that a text names; ends the process for none. @param name by which the user gave it */
export function readPort(text, name) {
  const port = Number(text);
  if (!/^[1-9]\d*$/.test(text) || port > 65535)
    fail(`${name} must be a whole number from 1 to 65535, not ${JSON.stringify(text)}.`);
  return port;
}

/**
 * @param port that is listened at
 * @param again what starts it at another port: `PORT=4174 npm start`
 * @param prepare is awaited before the page is served
 * @param opens whether a browser is opened
 */
export async function startPage({ port, again, prepare = async () => {}, opens = true }) {
  const inUse = `Port ${port} is in use. Stop what runs there, or choose another: ${again(port === 65535 ? USUAL_PORT : port + 1)}`;
  if ((await answers(HOST, port)) || (await answers('::1', port))) fail(inUse);
  await prepare();
  let server;
  try {
    server = await serve({ host: HOST, port });
  } catch (error) {
    fail(
      /already in use|EADDRINUSE/.test(error.message)
        ? inUse
        : `Cannot serve on port ${port}: ${error.message}`,
    );
  }
  const url = `http://localhost:${port}`;
  console.log(`Statescope runs at ${url} (Ctrl+C ends it)`);
  if (opens) openBrowser(url);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      server.closeAllConnections();
      server.close(() => process.exit(0));
    });
  }
}

/** Whether something takes connections on the port. */
function answers(host, port) {
  return new Promise(resolve => {
    const socket = connect({ host, port, timeout: 500 });
    const end = answer => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
  });
}

function openBrowser(address) {
  const { platform, env } = process;
  if (env.CI || env.BROWSER === 'none') return;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  const [command, ...args] =
    platform === 'darwin' ? ['open'] : platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const browser = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  // The address is printed above: whoever has no browser to open can copy it.
  browser.on('error', () => {});
  browser.unref();
}
