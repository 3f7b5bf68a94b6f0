import { expect, it } from 'vitest';
import { FORMAT_NAMES, readTraces } from '../../src/package/traces.ts';

it('reads texts and bytes of several files, and lists what it cannot read', async () => {
  const csv = 'case,activity,time\n1,open,2024-01-01T00:00:00Z\n1,close,2024-01-02T00:00:00Z\n';
  const { cases, skipped } = await readTraces([
    { name: 'a.csv', content: csv },
    { name: 'b.csv', content: new TextEncoder().encode(csv.replaceAll('\n1,', '\n2,')) },
    { name: 'c.bin', content: new Uint8Array([0, 1, 2, 3]) },
  ]);
  expect(cases.map(({ id }) => id)).toEqual(['1', '2']);
  expect(cases[0].steps.map(({ tool }) => tool)).toEqual(['open', 'close']);
  expect(skipped).toMatchObject([{ file: 'c.bin' }]);
});

it('names the formats that there are', async () => {
  await expect(readTraces([], { format: 'none' })).rejects.toThrow(`there are ${FORMAT_NAMES.join(', ')}`);
});

it('says what is wrong with files that are not given with their content', async () => {
  const read = (files: unknown, reading?: unknown) =>
    readTraces(files as Parameters<typeof readTraces>[0], reading as Parameters<typeof readTraces>[1]);
  await expect(read('x.jsonl')).rejects.toThrow(
    'readTraces takes a list of files, not "x.jsonl": readTraces([{ name',
  );
  await expect(read([], { dates: 'european' })).rejects.toThrow(
    'dates of readTraces is "european"; it is "day-first" or "month-first"',
  );
  await expect(read([], { decimals: ',' })).rejects.toThrow('it is "comma" or "point"');
  await expect(read(undefined)).rejects.toThrow('not missing');
  await expect(read(['x.jsonl'])).rejects.toThrow(
    'file 1 of readTraces is "x.jsonl", needs a name and its bytes',
  );
  await expect(read([{ name: 'x' }])).rejects.toThrow('file 1 of readTraces has the content missing');
  await expect(read([], { formt: 'otel' })).rejects.toThrow('no option "formt"; did you mean "format"?');
});
