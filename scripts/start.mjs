// npm start: installs and builds what is missing, serves the production build, opens a browser if there is a display.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, fail } from './install.mjs';
import { serve } from './serve.mjs';

/** Only this machine can connect. */
const HOST = '127.0.0.1';

const text = process.env.PORT || '4173';
const port = Number(text);
if (!/^\d+$/.test(text) || port < 1 || port > 65535) {
  fail(`PORT must be a whole number from 1 to 65535, not ${JSON.stringify(text)}.`);
}
const inUse = `Port ${port} is in use. Stop what runs there, or choose another: PORT=${port === 65535 ? 4173 : port + 1} npm start`;
if ((await answers(HOST)) || (await answers('::1'))) fail(inUse);

ensureInstalled();
try {
  await ensureBuilt();
} catch (error) {
  fail(`The build failed: ${error.message}`);
}
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
openBrowser(url);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server.closeAllConnections();
    server.close(() => process.exit(0));
  });
}

/** Whether something takes connections on the port. */
function answers(host) {
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
