import { expect, it } from 'vitest';
import { parseWebllmProgress } from '../../../src/oracles/local/createWebllmRuntime.ts';

const MIB = 1024 * 1024;

it.each([
  [
    'Fetching param cache[3/12]: 120MB fetched. 25% completed, 4 secs elapsed. It can take a while when we first visit this page to populate the cache. Later refreshes will become faster.',
    0.25,
    { phase: 'download', part: 0.25, bytes: 120 * MIB, of: 480 * MIB },
  ],
  [
    'Fetching param cache[0/12]: 0MB fetched. 0% completed, 0 secs elapsed.',
    0,
    { phase: 'download', part: 0, bytes: 0, of: null },
  ],
  [
    'Loading model from cache[3/12]: 120MB loaded. 25% completed, 1 secs elapsed.',
    0.25,
    { phase: 'load', part: 0.25, bytes: null, of: null },
  ],
  [
    'Loading GPU shader modules[5/50]: 10% completed, 1 secs elapsed.',
    0.1,
    { phase: 'shaders', part: 0.1, bytes: null, of: null },
  ],
  ['Loading GPU shader modules[51/50]', 1.02, { phase: 'shaders', part: 1, bytes: null, of: null }],
  ['Start to fetch params', 0, null],
  ['Finish loading on WebGPU', 1, null],
] as const)('progress is read from “%.40s…”', (text, progress, read) => {
  expect(parseWebllmProgress({ progress, text })).toEqual(read);
});
