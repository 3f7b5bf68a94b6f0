import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEXT_NETWORKS } from '../src/engine/network/formats/index.ts';
import type { NetworkFormat } from '../src/engine/network/formats/networkFormat.ts';
import { readNetwork } from '../src/engine/network/reading/readNetwork.ts';
import { createTraceReader } from '../src/engine/traces/createTraceReader.ts';
import { VALUE_FORMATS } from '../src/engine/traces/formats.ts';
import type { ValueFormat } from '../src/engine/traces/traceReading.ts';
import { DIARY } from './fixtures/formats/diary.ts';
import { ROSTER } from './fixtures/formats/roster.ts';

// The line that each list gets for a new format.
const networks = TEXT_NETWORKS as NetworkFormat[];
const traces = VALUE_FORMATS as ValueFormat[];
beforeAll(() => {
  networks.unshift(ROSTER);
  traces.unshift(DIARY);
});
afterAll(() => {
  networks.shift();
  traces.shift();
});

describe('a new format', () => {
  it('of networks takes a file and a line', () => {
    const { network, reading } = readNetwork(
      'class.roster',
      'anna (red): ben 2, carl\nben (red): anna\ncarl (blue):\ndora (blue): carl\n',
    );
    expect([network.nodes, network.edges, reading.format]).toEqual([4, 4, 'roster']);
    expect(network.groups?.label).toBe('team');
    expect(() => readNetwork('class.roster', 'anna: ben\n!\n')).toThrow(
      'class.roster, line 2: "!" is not "name (team): friends"',
    );
  });

  it('of traces takes a file and a line', () => {
    const reader = createTraceReader();
    const text = '{"diary": "monday", "did": [{"what": "search", "so": "2 hits"}, {"what": "read"}]}\n';
    const file = reader.open('days.jsonl');
    file.write(new TextEncoder().encode(text));
    file.end();
    const { cases, found } = reader.end();
    expect(found.map(({ format }) => format)).toEqual(['diary']);
    expect(cases.map(({ id, steps }) => [id, steps.map(({ tool, result }) => [tool, result])])).toEqual([
      [
        'monday',
        [
          ['search', '2 hits'],
          ['read', null],
        ],
      ],
    ]);
  });
});
