import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createTraceReader } from '../../../src/engine/traces/createTraceReader.ts';
import type { TraceReading } from '../../../src/engine/traces/traceReading.ts';
import { SAY, type TraceCase } from '../../../src/engine/traces/traces.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/traces');

/** Paths of the real traces, without `.gz`. */
export const FIXTURES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.gz'))
  .map(entry =>
    relative(FOLDER, join(entry.parentPath, entry.name)).replaceAll('\\', '/').replace(/\.gz$/, ''),
  )
  .sort();

/** Bytes of a real trace, packed or not. */
export const packed = (path: string): Uint8Array => readFileSync(join(FOLDER, `${path}.gz`));
export const bytesOfFixture = (path: string): Uint8Array => gunzipSync(packed(path));
export const textOfFixture = (path: string): string => bytesOfFixture(path).toString();

/** What is read of files by name, in pieces. */
export function readFiles(
  files: Readonly<Record<string, Uint8Array | string>>,
  reading: TraceReading = {},
  piece = 65_536,
) {
  const reader = createTraceReader(reading);
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const file = reader.open(name);
    for (let at = 0; at < bytes.length; at += piece) file.write(bytes.subarray(at, at + piece));
    file.end();
  }
  return reader.end();
}

/** What is read of one real trace. */
export const readFixture = (path: string, reading: TraceReading = {}) =>
  readFiles({ [`${path}.gz`]: packed(path) }, reading);

/** Sums over cases. */
export function totals(cases: readonly TraceCase[]) {
  const steps = cases.flatMap(one => one.steps);
  const sum = (name: 'tokensIn' | 'tokensOut') => steps.reduce((total, step) => total + (step[name] ?? 0), 0);
  return {
    steps: steps.length,
    calls: steps.filter(step => step.tool !== SAY).length,
    errors: steps.filter(step => step.failed === true).length,
    tokensIn: sum('tokensIn'),
    tokensOut: sum('tokensOut'),
  };
}
