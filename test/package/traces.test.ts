import { expect, it } from 'vitest';
import { createStateMapper, createTraceReader, FORMAT_NAMES, readTraces } from '../../src/package/traces.ts';

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

it('names a role and a column that are not there', async () => {
  const files = [{ name: 'a.csv', content: 'who,did\n1,open\n1,close\n' }];
  const read = (columns: unknown) => readTraces(files, { columns } as Parameters<typeof readTraces>[1]);
  await expect(read({ case_id: 'who' })).rejects.toThrow('columns of readTraces has no option "case_id"');
  await expect(read({ case: 1 })).rejects.toThrow('case of columns is 1, needs the name of a column');
  const { cases } = await read({ case: 'who', activity: 'did' });
  expect(cases.map(({ steps }) => steps.map(({ tool }) => tool))).toEqual([['open', 'close']]);
  const usual = { name: 'a.csv', content: 'case,activity\n1,open\n1,close\n' };
  await expect(readTraces([usual], { columns: { activity: 'activty' } })).rejects.toThrow(
    'the log has no column "activty", which columns of readTraces names as activity; did you mean "activity"?',
  );
  const own = { name: 'b.csv', content: 'case,did\n2,open\n' };
  const { notes } = await readTraces([usual, own], { columns: { activity: 'did' } });
  expect(notes).toContain(
    'a log has no column “did”, which was asked for as activity: it is read by the usual names, of case, activity',
  );
});

it('makes the function of a mapping by its name or in full, and names the first mistake in one', async () => {
  const { cases } = await readTraces([{ name: 'a.csv', content: 'case,activity\n1,open\n' }]);
  const [step] = cases[0].steps;
  const mapping = {
    name: 'own',
    rules: [{ on: 'tool', match: '^op', state: 'opening' }],
    otherwise: 'tool',
  } as const;
  expect(createStateMapper(mapping)(step)).toBe('opening');
  expect(createStateMapper({ preset: 'tool' })(step)).toBe('open');
  expect(() => createStateMapper({ name: 'own' } as never)).toThrow('mapping.rules is missing');
  expect(() => createStateMapper({ ...mapping, rules: [{ ...mapping.rules[0], match: '(' }] })).toThrow(
    'mapping “own”, rule 1, match: “(” is not a regular expression',
  );
});

it('says which amounts of a table hold no number', async () => {
  const content = 'case,activity,cost\n1,open,$0.50\n1,look,0.5 USD\n1,wait,\n1,rest,n/a\n1,close,0.5\n';
  const { cases, notes } = await readTraces([{ name: 'a.csv', content }], { columns: { usd: 'cost' } });
  expect(cases[0].steps.map(({ usd }) => usd)).toEqual([null, null, null, null, 0.5]);
  expect(notes).toContain(
    '2 cells of the column “cost” such as "$0.50" hold no number: the amount is unknown there',
  );
});

it('says which outcomes of a table it does not understand', async () => {
  const content = 'case,activity,outcome\n1,open,good\n2,open,failed\n3,open,\n';
  const { cases, notes } = await readTraces([{ name: 'a.csv', content }]);
  expect(cases.map(({ outcome }) => outcome)).toEqual([null, 'failed', null]);
  expect(notes).toContain(
    'outcomes such as "good" say neither success nor failure: the outcome is unknown there',
  );
});

it('reads traces in pieces, and refuses what is not bytes', () => {
  const reader = createTraceReader();
  const file = reader.open('a.json');
  expect(() => file.write('[]' as never)).toThrow(
    'write of a trace reader takes bytes, not "[]": new TextEncoder().encode(text) gives them',
  );
  const call = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } };
  const bytes = new TextEncoder().encode(JSON.stringify([{ role: 'assistant', tool_calls: [call] }]));
  file.write(bytes.subarray(0, 20));
  file.write(bytes.subarray(20));
  file.end();
  expect(reader.end().cases).toMatchObject([{ steps: [{ tool: 'look' }] }]);
});
