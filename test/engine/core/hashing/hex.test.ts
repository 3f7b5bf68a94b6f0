import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHex, encodeHex } from '../../../../src/engine/core/hashing/hex.ts';

describe('bytes as hexadecimal digits', () => {
  it('have two digits each, small ones too', () => {
    expect(encodeHex(Uint8Array.of(0, 7, 16, 255))).toBe('000710ff');
    expect(encodeHex(new Uint8Array())).toBe('');
  });

  it('are decoded as they were encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array(), bytes => {
        expect([...decodeHex(encodeHex(bytes))]).toEqual([...bytes]);
      }),
    );
  });

  it.each(['0', 'g0', '0x10', 'FF', '00 ', '−1'])('are not read from %j', text => {
    expect(() => decodeHex(text)).toThrow(RangeError);
  });
});
