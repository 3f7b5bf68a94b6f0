import { afterEach, expect, it, vi } from 'vitest';
import { beginStandardOutput, printResult } from '../../../src/cli/output/standardOutput.ts';

const { isTTY } = process.stdout;
afterEach(() => {
  vi.restoreAllMocks();
  process.stdout.isTTY = isTTY;
  beginStandardOutput();
});

it.each([
  ['in a pipe', false, false, '{"hash":"a","rounds":3}\n'],
  ['on a terminal', true, false, '{\n  "hash": "a",\n  "rounds": 3\n}\n'],
  ['on a terminal with --json', true, true, '{"hash":"a","rounds":3}\n'],
])('prints a result %s', (_, isTerminal, isJson, text) => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  process.stdout.isTTY = isTerminal;
  beginStandardOutput(isJson);
  printResult({ hash: 'a', rounds: 3 });
  expect(written.mock.calls.map(([piece]) => piece)).toEqual([text]);
});
