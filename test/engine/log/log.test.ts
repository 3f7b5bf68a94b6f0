import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Log } from '../../../src/engine/log/log.ts';
import { BLOCK_ROWS } from '../../../src/engine/log/logStore.ts';

const words = (...values: number[]) => Buffer.from(Uint32Array.from(values, v => v >>> 0).buffer);
const sha = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

describe('the hash chain', () => {
  it('is SHA-256 over the hash before and the little-endian rows of the tick', () => {
    const log = new Log(-1, Uint16Array.of(3, 1));
    log.begin();
    log.append(7, 1, 42);
    log.decided(7, 2);
    log.entry(7, 1, 0, 1);
    log.seal();
    const first = sha(Buffer.alloc(32), words(-1, 1, 7, 1 | (1 << 16), 42, 1, 7, 2, 1, 7, 1, 0, 1));
    expect(log.hash).toBe(first.toString('hex'));
    log.begin();
    log.seal();
    expect(log.hash).toBe(sha(first, words(0, 0, 0, 0)).toString('hex'));
  });

  it('covers entries as little-endian words and, after their length, UTF-8', () => {
    const log = new Log(1, Uint16Array.of(0));
    log.begin();
    log.entry(3, 'né', 0xffff_ffff);
    log.entry('');
    log.seal();
    const text = Buffer.from('né');
    const entries = [words(0, 0, 2, 3, text.length), text, words(0xffff_ffff), words(0)];
    expect(log.hash).toBe(sha(Buffer.alloc(32), words(1), ...entries).toString('hex'));
  });

  it('takes in more than its initial capacity, and starts again with each tick', () => {
    const log = new Log(1, Uint16Array.of(0));
    const long = '\u4e2d'.repeat(5_000);
    const [first, second] = [[long, 'a', long], ['a']].map(texts => {
      log.begin();
      for (const text of texts) log.entry(text);
      log.seal();
      return log.hash;
    });
    const entry = (text: string) => [words(Buffer.byteLength(text)), Buffer.from(text)];
    const one = sha(Buffer.alloc(32), words(1, 0, 0, 3), ...[long, 'a', long].flatMap(entry));
    expect(first).toBe(one.toString('hex'));
    expect(second).toBe(sha(one, words(2, 0, 0, 1), ...entry('a')).toString('hex'));
  });

  it('distinguishes entries that join to the same text', () => {
    const hash = (...entries: readonly string[][]) => {
      const log = new Log(1, Uint16Array.of(0));
      log.begin();
      for (const entry of entries) log.entry(...entry);
      log.seal();
      return log.hash;
    };
    const hashes = [hash(['ab', 'c']), hash(['a', 'bc']), hash(['abc']), hash(['ab'], ['c'])];
    expect(new Set(hashes).size).toBe(4);
  });

  it('differs when one row differs', () => {
    const hash = (context: number) => {
      const log = new Log(1, Uint16Array.of(0));
      log.begin();
      log.append(1, 0, context);
      log.seal();
      return log.hash;
    };
    expect(hash(1)).not.toBe(hash(2));
    expect(hash(1)).toBe(hash(1));
  });
});

describe('the log', () => {
  it('reads rows back across blocks, with their ticks', () => {
    const log = new Log(1, Uint16Array.of(0, 0));
    const perTick = 50_000;
    for (let tick = 1; tick <= 4; tick++) {
      log.begin();
      for (let i = 0; i < perTick; i++) log.append(i, tick % 2, tick);
      log.seal();
    }
    expect(log.rows).toBe(4 * perTick);
    expect(log.rows).toBeGreaterThan(3 * BLOCK_ROWS);
    for (const row of [0, perTick - 1, perTick, BLOCK_ROWS - 1, BLOCK_ROWS, log.rows - 1]) {
      const tick = Math.floor(row / perTick) + 1;
      expect(log.tickAt(row)).toBe(tick);
      expect(log.contextAt(row)).toBe(tick);
      expect(log.transitionAt(row)).toBe(tick % 2);
    }
    const [from, to] = log.range(3);
    const agents: number[] = [];
    log.forEach(from, to, agent => agents.push(agent));
    expect(agents).toEqual(Array.from({ length: perTick }, (_, i) => i));
  });

  it.each([0, 1_500, BLOCK_ROWS, BLOCK_ROWS + 10])(
    'keeps every row while its room grows beyond %i rows, and so does one that takes it over and goes on',
    begun => {
      const append = (log: Log, rows: number) => {
        for (let i = 0; i < rows; i++) log.append(log.rows * 3, log.rows % 2, log.rows * 5);
      };
      const log = new Log(1, Uint16Array.of(0, 0));
      log.begin();
      append(log, begun);
      log.seal();
      const other = new Log(1, Uint16Array.of(0, 0));
      other.takeOver(log, 1, log.hash);
      for (const one of [log, other]) {
        one.begin();
        append(one, 3_000);
        one.seal();
        for (let row = 0; row < begun + 3_000; row++) {
          const kept = [one.agentAt(row), one.transitionAt(row), one.contextAt(row)].join();
          if (kept !== [row * 3, row % 2, row * 5].join()) expect.fail(`row ${row} has become ${kept}`);
        }
      }
      expect(other.hash).toBe(log.hash);
    },
  );

  it('finds single rows among more blocks than are at hand, and the last of an agent’s', () => {
    const log = new Log(1, Uint16Array.of(0, 0));
    const perTick = 100_000;
    const agentOf = (row: number) => (row * 7_919) % 1_009;
    for (let tick = 1; tick <= 7; tick++) {
      log.begin();
      for (let i = 0; i < perTick; i++) log.append(agentOf(log.rows), log.rows % 2, log.rows);
      log.seal();
    }
    for (let i = 0; i < 2_000; i++) {
      const row = (i * 524_287) % log.rows;
      expect([log.agentAt(row), log.transitionAt(row), log.contextAt(row)]).toEqual([
        ...[agentOf(row), row % 2, row],
      ]);
    }
    for (const [agent, from, to] of [
      ...[
        [3, 0, 700_000],
        [1_008, 650_000, 699_999],
        [5, 640_123, 640_400],
        [7, 599_000, 600_100],
      ],
      ...[
        [9, 255, 257],
        [11, 0, 256],
        [2_000, 0, 700_000],
        [4, 10, 10],
        [0, 0, 1],
        [0, 1, 900],
      ],
    ]) {
      let row = to - 1;
      while (row >= from && agentOf(row) !== agent) row--;
      expect([agent, log.lastOf(agent, from, to)]).toEqual([agent, row < from ? -1 : row]);
    }
  });

  it('gives an empty range for a tick without transitions and refuses one that was not played', () => {
    const log = new Log(1, Uint16Array.of(0));
    log.begin();
    log.seal();
    expect(log.range(1)).toEqual([0, 0]);
    expect(() => log.range(2)).toThrow('tick 2');
  });
});
