import type { Exchange } from '../exchange.ts';
import { gzipBomb } from '../gzipBomb.ts';
import type { Fault } from './fault.ts';

/** Bytes of blanks in front of an answer that a bomb unfolds to. */
export const BOMB_SIZE = 200 * 2 ** 20;
/** Between two bytes of a slow body, in ms. */
const DRIP = 50;
const BLANKS = ' '.repeat(2 ** 16);

/** Faults of the connection: the bytes come late, broken off, without end, or not at all. */
export const connectionFaults = {
  'hung-headers': {
    line: 'accepts the request and never answers',
    act: () => {},
  },
  late: {
    line: 'answers rightly, `delay` ms after the request',
    act: exchange => exchange.after(exchange.options.delay, () => exchange.answer()),
  },
  'slow-drip': {
    line: 'sends a blank every 50 ms for ever',
    act: exchange => {
      exchange.response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      exchange.every(DRIP, () => exchange.response.write(' '));
    },
  },
  'endless-body': {
    line: 'sends blanks as fast as they are read, for ever',
    act: exchange => {
      exchange.response.writeHead(200, { 'content-type': 'application/json' });
      flood(exchange);
    },
  },
  'gzip-bomb': {
    line: 'sends a right answer after 200 MiB of blanks, gzipped to 200 kB',
    act: exchange => exchange.send(200, gzipBomb(BOMB_SIZE, exchange.text()), { 'content-encoding': 'gzip' }),
  },
  'large-body': {
    line: 'sends a right answer with 10 MB of padding beside it',
    act: exchange => {
      const padding = `{"padding":"${'x'.repeat(10_000_000)}",`;
      exchange.send(
        200,
        exchange.text().replace('{', () => padding),
      );
    },
  },
  'reset-in-body': {
    line: 'resets the connection after half the body',
    act: exchange => {
      const body = exchange.text();
      const { response } = exchange;
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.write(half(body));
      // The half should be on its way before the reset throws away what is not.
      exchange.after(10, () => response.socket?.resetAndDestroy());
    },
  },
  'length-too-long': {
    line: 'promises more bytes than it sends, then closes',
    act: exchange => {
      const body = exchange.text();
      exchange.response.socket?.end(exchange.raw(body, Buffer.byteLength(body) + 100));
    },
  },
  'length-too-short': {
    line: 'promises half of the bytes that it sends',
    act: exchange => {
      const body = exchange.text();
      exchange.response.socket?.end(exchange.raw(body, half(body).length));
    },
  },
  'response-twice': {
    line: 'writes the whole response twice',
    act: exchange => {
      const body = exchange.text();
      const response = exchange.raw(body, Buffer.byteLength(body));
      exchange.response.socket?.end(response + response);
    },
  },
  reversed: {
    line: 'holds requests until none came for `delay` ms, then answers the last one first',
    act: exchange => {
      const { held, options } = exchange;
      held.exchanges.push(exchange);
      clearTimeout(held.timer);
      held.timer = setTimeout(() => void answerLastFirst(held.exchanges), options.delay);
    },
  },
} satisfies Record<string, Fault>;

const half = (body: string): string => body.slice(0, Math.floor(body.length / 2));

function flood({ response }: Exchange): void {
  const more = () => {
    while (!response.destroyed && response.write(BLANKS));
  };
  response.on('drain', more);
  more();
}

async function answerLastFirst(exchanges: Exchange[]): Promise<void> {
  for (const exchange of exchanges.splice(0).reverse()) {
    const { response } = exchange;
    if (response.destroyed) continue;
    const sent = new Promise(resolve => response.once('finish', resolve).once('close', resolve));
    exchange.answer();
    await sent;
  }
}
