import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import type { TraceCase, TraceStep } from '../../../../src/engine/traces/traces.ts';
import { readFiles } from '../fixture.ts';

const CASES = join(import.meta.dirname, '../../../fixtures/cases');

/** A step as `expected.json` tells it. */
interface ExpectedStep {
  readonly tool: string;
  readonly args?: string | Readonly<Record<string, unknown>>;
  readonly failed?: boolean;
  readonly tokens_in?: number;
  readonly tokens_out?: number;
  readonly answer?: string | undefined;
  readonly result?: string | null;
  readonly agent?: string;
}

/** What a correct reader gets of some files. */
export interface ExpectedCase {
  readonly files: string;
  readonly case?: string;
  readonly steps: readonly ExpectedStep[];
  readonly totals: {
    readonly steps: number;
    readonly failed_steps: number;
    readonly tokens_in?: number;
    readonly tokens_out?: number;
  };
}

/** What an agent's `expected.json` tells of its files; the n-th of several. */
export function expectedOf(agent: string, files: string, index = 0): ExpectedCase {
  const text = readFileSync(join(CASES, 'agents', agent, 'expected.json'), 'utf8');
  const all = (JSON.parse(text) as { readonly cases: readonly ExpectedCase[] }).cases;
  return all.filter(one => one.files === files)[index];
}

/** The files below a path of the cases, by name. */
export function filesAt(...paths: readonly string[]): Record<string, Uint8Array> {
  const found: Record<string, Uint8Array> = {};
  for (const path of paths) {
    const whole = join(CASES, path);
    const names = statSync(whole).isDirectory()
      ? readdirSync(whole, { recursive: true, encoding: 'utf8', withFileTypes: true })
          .filter(entry => entry.isFile())
          .map(entry => join(entry.parentPath, entry.name))
      : [whole];
    for (const name of names.sort()) found[relative(CASES, name)] = readFileSync(name);
  }
  return found;
}

/** What is read of files, checked to be the same in the reverse order and to hold nothing unreadable. */
export function readBothWays(files: Readonly<Record<string, Uint8Array | string>>) {
  const found = readFiles(files);
  const reversed = readFiles(Object.fromEntries(Object.entries(files).reverse()));
  expect(reversed.cases).toEqual(found.cases);
  expect(found.skipped).toEqual([]);
  expect(found.skippedCount).toBe(0);
  return found;
}

/** What is read below paths of the cases. */
export const readPaths = (...paths: readonly string[]) => readBothWays(filesAt(...paths));

/** The case whose id begins with a text. */
export const caseOf = (cases: readonly TraceCase[], start: string): TraceCase => {
  const found = cases.find(({ id }) => id.startsWith(start));
  if (found === undefined) throw new Error(`no case ${start} in ${cases.map(({ id }) => id).join(', ')}`);
  return found;
};

/** The expected steps of the session itself, or of its sub-agents. */
export const stepsFor = ({ steps }: ExpectedCase, agent: 'main' | 'sub-agent'): readonly ExpectedStep[] =>
  steps.filter(step => (step.agent === undefined) === (agent === 'main'));

/** Checks every step. @param tokens whether each answer tells its own */
export function expectSteps(
  steps: readonly TraceStep[],
  expected: readonly ExpectedStep[],
  tokens = true,
): void {
  expect(steps.map(({ tool }) => tool)).toEqual(expected.map(({ tool }) => tool));
  for (const [index, wanted] of expected.entries()) {
    const step = steps[index];
    const told = `step ${index + 1}, ${step.tool}`;
    if (step.tool === 'say') expect(step.answer, told).toBe(wanted.answer);
    else if (wanted.answer !== undefined) expect(step.answer, told).toBe(wanted.answer);
    if (wanted.tool !== 'say') expect(step.failed, told).toBe(wanted.failed ?? null);
    if (wanted.result !== undefined) expect(step.result, told).toBe(wanted.result);
    if (tokens) {
      expect(step.tokensIn, told).toBe(wanted.tokens_in ?? null);
      expect(step.tokensOut, told).toBe(wanted.tokens_out ?? null);
    }
    for (const word of wordsOf(wanted.args)) expect(step.args, told).toContain(word);
  }
}

/** What must stand in the arguments. */
function wordsOf(args: ExpectedStep['args']): string[] {
  if (args === undefined) return [];
  if (typeof args === 'string') return [args.replace(/^prompt /, '')];
  return Object.values(args)
    .filter(value => typeof value === 'string')
    .map(value => value.replace(/^…/, '').replace(/^\//, ''));
}
