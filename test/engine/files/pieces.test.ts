import { describe, expect, it } from 'vitest';
import type { NamedFile } from '../../../src/engine/files/namedFile.ts';
import {
  areSameFiles,
  findOversizedFile,
  getFileSize,
  readFileChunks,
} from '../../../src/engine/files/pieces.ts';

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, i) => i % 251);
const large = (name: string, bytes: Uint8Array, lastModified: number): NamedFile => ({
  name,
  bytes: new Uint8Array(),
  source: new File([bytes as Uint8Array<ArrayBuffer>], name, { lastModified }),
});

async function joined(file: NamedFile): Promise<number[]> {
  const all: number[] = [];
  for await (const piece of readFileChunks(file)) {
    expect(piece.length).toBeLessThanOrEqual(1 << 18);
    all.push(...Array.from(piece.subarray(0, 10)));
  }
  return all;
}

describe('pieces of a file', () => {
  it('are the same whether or not the file is in memory', async () => {
    const bytes = bytesOf(600_000);
    const held = { name: 'a', bytes };
    expect(await joined(held)).toHaveLength(30);
    expect(getFileSize(held)).toBe(600_000);
    const streamed = large('a', bytes, 1);
    expect(getFileSize(streamed)).toBe(600_000);
    expect((await joined(streamed)).slice(0, 10)).toEqual([...bytes.subarray(0, 10)]);
  });

  it('end with the file’s name where it cannot be read to its end', async () => {
    const source = {
      size: 9,
      stream: () =>
        new ReadableStream<Uint8Array>({
          pull: controller => controller.error(new Error('it was changed')),
        }),
    };
    const file = { name: 'a.jsonl', bytes: new Uint8Array(), source };
    await expect(joined(file)).rejects.toThrow('a.jsonl can no longer be read: it was changed');
  });
});

describe('files of two runs', () => {
  it('are the same by name, size and time, which a file on the disk keeps while it can be read', () => {
    const [a, b] = [large('a', bytesOf(3), 1), large('a', bytesOf(3), 1)];
    expect(areSameFiles([a], [b])).toBe(true);
    expect(areSameFiles([a], [large('a', bytesOf(3), 2)])).toBe(false);
    expect(areSameFiles([a], [large('b', bytesOf(3), 1)])).toBe(false);
    expect(areSameFiles([a], [a, b])).toBe(false);
    expect(areSameFiles()).toBe(false);
  });

  it('are different ones where they are in memory, since their contents may differ', () => {
    const held = [{ name: 'a', bytes: bytesOf(3) }];
    expect(areSameFiles(held, held)).toBe(true);
    expect(areSameFiles(held, [{ name: 'a', bytes: bytesOf(3) }])).toBe(false);
  });

  it('are too large to be saved where one of them is not in memory', () => {
    const file = large('a', bytesOf(3), 1);
    expect(findOversizedFile({ mapping: [{ name: 'm', bytes: bytesOf(1) }], traces: [file] })).toBe(file);
    expect(findOversizedFile({ mapping: [{ name: 'm', bytes: bytesOf(1) }] })).toBeUndefined();
  });
});
