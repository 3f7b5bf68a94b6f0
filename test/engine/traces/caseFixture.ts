import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TraceReading } from '../../../src/engine/traces/traceReading.ts';
import type { TraceCase } from '../../../src/engine/traces/traces.ts';
import { readFiles, totals } from './fixture.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/cases/traces');

/** Files of one of the small cases, by their paths within its folder. */
export function caseFiles(name: string): Readonly<Record<string, Uint8Array>> {
  const paths = readdirSync(join(FOLDER, name), { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter(path => statSync(join(FOLDER, name, path)).isFile());
  return Object.fromEntries(files.map(path => [path, readFileSync(join(FOLDER, name, path))]));
}

/** What is read of one file of a case. */
export const readCase = (name: string, path: string, reading: TraceReading = {}) =>
  readFiles({ [path]: caseFiles(name)[path] }, reading);

/** Files in the other order. */
export const reversed = <T>(files: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(files).reverse());

/** Steps in short: the tool, and whether it failed. */
export const calls = ({ steps }: TraceCase): readonly (readonly [tool: string, failed: boolean | null])[] =>
  steps.map(({ tool, failed }) => [tool, failed]);

/** Tokens in and out, of all cases. */
export const tokens = (cases: readonly TraceCase[]): readonly [number, number] => {
  const { tokensIn, tokensOut } = totals(cases);
  return [tokensIn, tokensOut];
};

export const json = (value: unknown): string => JSON.stringify(value, null, 1);
export const jsonLines = (...values: readonly unknown[]): string =>
  values.map(value => JSON.stringify(value)).join('\n');
