import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeStoredRecords, encodeStoredRecord, NO_RECORDS } from '../../src/storage/records.ts';

type Written = readonly [head: string, body: Uint8Array];

const written = fc.array(fc.tuple(fc.string(), fc.uint8Array({ maxLength: 40 })), {
  minLength: 1,
  maxLength: 12,
});
const headsOf = (segments: readonly Uint8Array[]) =>
  decodeStoredRecords(segments).records.map(({ head }) => head);

/** Records in segments of so many each. */
function segmentsOf(records: readonly Written[], perSegment: number): Uint8Array[] {
  const segments: Uint8Array[] = [];
  let chain = NO_RECORDS;
  for (const [i, [head, body]] of records.entries()) {
    const record = encodeStoredRecord(head, body, chain);
    chain = record.chain;
    const isNew = i % perSegment === 0;
    const before = isNew ? new Uint8Array() : segments.pop()!;
    segments.push(Uint8Array.from([...before, ...record.bytes]));
  }
  return segments;
}

describe('segments of records', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(written, fc.integer({ min: 1, max: 5 }), (records, perSegment) => {
        const { records: read, damage } = decodeStoredRecords(segmentsOf(records, perSegment));
        expect(read.map(({ head, body }) => [head, body])).toEqual(records);
        expect(damage).toBeNull();
      }),
    );
  });

  it('that were cut off are read up to the last whole record', () => {
    fc.assert(
      fc.property(written, fc.nat(), (records, at) => {
        const [segment] = segmentsOf(records, records.length);
        const cut = segment.subarray(0, at % segment.length);
        const heads = headsOf([cut]);
        expect(heads).toEqual(records.slice(0, heads.length).map(([head]) => head));
        expect(heads.length).toBeLessThan(records.length);
      }),
    );
  });

  it('with a changed byte are read up to there, and report where', () => {
    fc.assert(
      fc.property(written, fc.nat(), fc.integer({ min: 1, max: 255 }), (records, at, by) => {
        const [segment] = segmentsOf(records, records.length);
        const changed = segment.slice();
        changed[at % segment.length] ^= by;
        const { records: read, damage } = decodeStoredRecords([changed]);
        expect(read.map(({ head }) => head)).toEqual(records.slice(0, read.length).map(([head]) => head));
        expect(read.length).toBeLessThan(records.length);
        expect(damage).toMatch(/^segment 0, byte \d+: /);
      }),
    );
  });

  it('continue after a torn record with the one that follows the last whole one', () => {
    const first = encodeStoredRecord('a');
    const torn = encodeStoredRecord('lost', new Uint8Array(9), first.chain).bytes.subarray(0, 20);
    const second = encodeStoredRecord('b', undefined, first.chain);
    const segments = [Uint8Array.from([...first.bytes, ...torn]), second.bytes];
    expect(decodeStoredRecords(segments)).toMatchObject({ damage: null });
    expect(headsOf(segments)).toEqual(['a', 'b']);
  });

  it('omit a last record that the disk took but did not confirm, which is written once more', () => {
    const first = encodeStoredRecord('a');
    const doubted = encodeStoredRecord('b', undefined, first.chain);
    const again = encodeStoredRecord('b', undefined, first.chain);
    const last = encodeStoredRecord('c', undefined, again.chain);
    const segments = [
      Uint8Array.from([...first.bytes, ...doubted.bytes]),
      Uint8Array.from([...again.bytes, ...last.bytes]),
    ];
    expect(headsOf(segments)).toEqual(['a', 'b', 'c']);
  });

  it('end where a later one continues without the last records', () => {
    const first = encodeStoredRecord('a');
    const second = encodeStoredRecord('b', undefined, first.chain);
    const third = encodeStoredRecord('c', undefined, second.chain);
    const fourth = encodeStoredRecord('d', undefined, third.chain);
    const other = encodeStoredRecord('e', undefined, second.chain);
    const segments = [
      Uint8Array.from([...first.bytes, ...second.bytes, ...third.bytes, ...fourth.bytes]),
      other.bytes,
    ];
    expect(headsOf(segments)).toEqual(['a', 'b', 'e']);
    expect(decodeStoredRecords(segments)).toMatchObject({ chain: other.chain, damage: null });
  });

  it('end before a missing one', () => {
    const segments = segmentsOf(
      ['a', 'b', 'c'].map(head => [head, new Uint8Array()] as const),
      1,
    );
    const { damage } = decodeStoredRecords([segments[0], segments[2]]);
    expect(headsOf([segments[0], segments[2]])).toEqual(['a']);
    expect(damage).toBe('segment 1, byte 0: is not what was written');
  });
});
