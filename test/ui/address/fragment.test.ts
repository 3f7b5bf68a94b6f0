import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { computeFnv1aDigest } from '../../../src/engine/core/hashing/computeFnv1aDigest.ts';
import { readFragment, writeFragment } from '../../../src/ui/address/fragment.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const packed = (content: string | Buffer) => {
  const text = deflateRawSync(content).toString('base64url');
  return `#files=1.${computeFnv1aDigest(text).toString(36)}.${text}`;
};

describe('files in an address', () => {
  it('are read as they were written, in any script', async () => {
    const files = {
      workflow: [{ name: 'eigenes ö.yaml', bytes: bytes('name: "日本語 🙂"\n') }],
      missions: [
        { name: 'a.txt', bytes: bytes('one') },
        { name: 'b.txt', bytes: bytes('') },
      ],
    };
    const fragment = await writeFragment(files);
    expect(fragment).toMatch(/^#files=1\.[0-9a-z]+\.[\w-]+$/);
    expect(await readFragment(fragment!)).toEqual(files);
  });

  it('are absent where none were given', async () => {
    expect(await writeFragment({})).toBe('');
    expect(await readFragment('')).toEqual({});
    expect(await readFragment('#somewhere')).toEqual({});
  });

  it('are left out where they are not text, or too long', async () => {
    expect(
      await writeFragment({ network: [{ name: 'a.bin', bytes: new Uint8Array([0xff, 0xfe, 0x00]) }] }),
    ).toBeNull();
    const random = Array.from({ length: 60_000 }, (_, i) => computeFnv1aDigest(`${i}`).toString(36)).join('');
    expect(await writeFragment({ network: [{ name: 'long.txt', bytes: bytes(random) }] })).toBeNull();
  });

  it('are refused in one line where the address was cut, changed, or made by another version', async () => {
    const fragment = (await writeFragment({ chart: [{ name: 'a.scxml', bytes: bytes('<scxml/>') }] }))!;
    for (const wrong of [
      fragment.slice(0, -3),
      fragment.replace(/.$/, letter => (letter === 'A' ? 'B' : 'A')),
      '#files=1.x',
      '#files=1',
      packed('no JSON'),
      packed('{"chart": 7}'),
      packed('null'),
    ])
      await expect(readFragment(wrong)).rejects.toThrow(/are damaged/);
    await expect(readFragment('#files=2.a.b')).rejects.toThrow('of version 2; 1 is read');
  });

  it('do not unpack to more than the limit for texts', async () => {
    await expect(readFragment(packed(Buffer.alloc(20_000_000, 32)))).rejects.toThrow('more than 2 MB');
  });

  it('are not unpacked at all if the address is longer than any that is written', async () => {
    const long = packed(Buffer.alloc(50_000_000, 32));
    await expect(readFragment(long)).rejects.toThrow(
      `have ${long.length} characters, and 32000 at most are read`,
    );
  });
});
