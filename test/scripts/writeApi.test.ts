import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'statescope-api-'));
afterAll(() => rmSync(folder, { recursive: true }));

let undocumented: readonly string[];
beforeAll(async () => {
  const { writeApi } = (await import(join(process.cwd(), 'scripts/write-api.mjs'))) as {
    writeApi(folder: string): Promise<readonly string[]>;
  };
  undocumented = await writeApi(folder);
}, 60_000);

const read = (entry: string) => readFileSync(join(folder, `${entry}.md`), 'utf8');

it('has a docstring for each export', () => {
  expect(undocumented).toEqual([]);
});

it('lists the fields and methods of classes, with their types', () => {
  const [, run] = read('runs').split('\n## Run\n');
  expect(run).toContain('- `tick: Tick`: The last sealed tick.');
  expect(run).toContain('- `save(): RunSnapshot`');
  expect(read('index')).toContain('- `static of(machine: AgentHome, index: number): Agent`');
});

it('shows types that exports name and that cannot be imported', () => {
  expect(read('index.types')).toContain('## InGuard\n\nA guard that asks whether a state is active');
  expect(read('worlds.types')).toContain('## Arm\n');
  expect(read('index.types')).not.toContain('## Statechart\n');
});
