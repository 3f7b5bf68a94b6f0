// Serves the page to this machine, with the headers that docs/hosting.md asks of any host.
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer, STATUS_CODES } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { PAGE_FOLDER } from './page.mjs';

/** What the page's own policy, which stands in the document, cannot say. */
export const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), display-capture=(), payment=(), usb=(), serial=(), hid=(), midi=()',
};
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.yaml': 'text/yaml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
const WHY = {
  400: 'The request cannot be read.',
  403: 'Statescope answers to localhost only.',
  404: 'There is no such file.',
  405: 'Files can only be read.',
  408: 'The request took too long.',
  416: 'The file has no such range.',
  431: 'The address is too long: open Statescope without it, and drop the files again.',
};
/** Host names of this machine: a page elsewhere whose name leads here is not one. */
const OWN = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** @returns what answers a request by a file of the folder. @param host another name that this machine is asked by; '*': any */
export function responder({ folder = PAGE_FOLDER, host = null } = {}) {
  const root = realpathSync(folder);
  return (request, response) => {
    const { status, headers = {}, body = page(status), file } = answerTo(request, root, host);
    const type =
      file === undefined ? { 'content-type': TYPES['.html'], 'content-length': Buffer.byteLength(body) } : {};
    response.writeHead(status, { ...HEADERS, ...type, ...headers });
    if (request.method === 'HEAD' || status === 304) response.end();
    else if (file === undefined) response.end(body);
    // Both ends are closed if either breaks off.
    else pipeline(createReadStream(file.path, file.range), response, () => {});
  };
}

/** Starts the server. @returns it, once it listens. Rejects where it cannot */
export function serve({ host, port, folder }) {
  const server = createServer(responder({ folder }));
  server.on('clientError', refuse);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** @returns status, headers, and a file or a body */
function answerTo({ method, url, headers }, root, host) {
  const asked = headers.host ?? '';
  if (!OWN.test(asked) && host !== '*' && asked.replace(/:\d+$/, '') !== host) return { status: 403 };
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' } };
  const found = fileAt(url, root);
  if (found === null) return { status: 404 };
  const { path, size, mtimeMs } = found;
  const etag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
  const common = { etag, 'cache-control': 'no-cache', 'accept-ranges': 'bytes' };
  if (headers['if-none-match'] === etag) return { status: 304, headers: common };
  // A part of another version would not fit what the client has.
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const asksRange = headers.range !== undefined && isSame;
  const range = rangeOf(asksRange ? headers.range : undefined, size);
  if (range === null) return { status: 416, headers: { 'content-range': `bytes */${size}` } };
  const { start, end } = range;
  const told = { ...common, 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' };
  const file = { path, range: size === 0 ? {} : { start, end } };
  if (!asksRange) return { status: 200, headers: { ...told, 'content-length': size }, file };
  const part = { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` };
  return { status: 206, headers: { ...told, ...part }, file };
}

/** The file of a URL inside the folder, links followed, with its size and time; null for none, for what is hidden, and for what lies outside. */
function fileAt(url, root) {
  try {
    const names = decodeURIComponent(url.split(/[?#]/)[0]).split('/');
    if (names.some(name => name.startsWith('.') || /[\0\\]/.test(name))) return null;
    const path = realpathSync(join(root, ...names, names.at(-1) === '' ? 'index.html' : ''));
    if (!path.startsWith(root + sep)) return null;
    const stat = statSync(path);
    return stat.isFile() ? { path, size: stat.size, mtimeMs: stat.mtimeMs } : null;
  } catch {
    return null;
  }
}

/** First and last byte, `bytes=0-99`, `bytes=100-` or `bytes=-100`; all without a header, null where there is no such range. */
function rangeOf(header, size) {
  if (header === undefined) return { start: 0, end: size - 1 };
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (from === undefined || (from === '' && to === '')) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end && start < size ? { start, end } : null;
}

/** Answers what Node could not read as a request. */
function refuse({ code }, socket) {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = page(status);
  const headers = {
    ...HEADERS,
    'content-type': TYPES['.html'],
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

const page = status =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${status} ${STATUS_CODES[status]}</title><h1>${STATUS_CODES[status]}</h1><p>${WHY[status] ?? ''} <a href="/">Statescope</a></p></html>\n`;

// As a command: the port.
if (process.argv[1] === fileURLToPath(import.meta.url))
  await serve({ host: '127.0.0.1', port: Number(process.argv[2]) });
