import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HashChain } from '../../../src/engine/log/hashChain.ts';

const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const ROWS = Uint8Array.of(1, 2, 3);
const DIGEST = new Uint8Array(32).fill(7);

describe('the hash chain', () => {
  it('starts from 32 zero bytes, or from the digest that it is given', () => {
    const bare = new HashChain();
    bare.add(ROWS.subarray(0, 1), ROWS.subarray(1));
    expect(bare.hash).toBe(sha(Buffer.alloc(32), ROWS).toString('hex'));
    const bound = new HashChain();
    bound.startFrom(DIGEST);
    expect(bound.hash).toBe('07'.repeat(32));
    bound.add(ROWS);
    bound.add(ROWS);
    expect(bound.hash).toBe(sha(sha(DIGEST, ROWS), ROWS).toString('hex'));
  });

  it('also keeps its value from zeros, if that is requested before its first tick', () => {
    const [chain, late, bare] = [new HashChain(), new HashChain(), new HashChain()];
    for (const one of [chain, late]) one.startFrom(DIGEST);
    chain.keepFromZeros();
    for (const one of [chain, late, bare]) one.add(ROWS);
    late.keepFromZeros();
    for (const one of [chain, late, bare]) one.add(ROWS);
    expect([chain.hashFromZeros, late.hashFromZeros]).toEqual([bare.hash, null]);
    expect(chain.hash).toBe(late.hash);
    expect(chain.hash).not.toBe(bare.hash);
  });

  it('continues from another one, and does not start again', () => {
    const [whole, half, rest] = [new HashChain(), new HashChain(), new HashChain()];
    whole.add(ROWS);
    whole.add(DIGEST);
    half.add(ROWS);
    rest.goOnFrom(half.hash);
    rest.add(DIGEST);
    expect(rest.hash).toBe(whole.hash);
    expect(() => rest.startFrom(DIGEST)).toThrow('has begun');
  });
});
