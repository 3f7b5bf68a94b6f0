import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProcess } from './command.ts';

const FOREIGN = `\u001b]0;mine\u0007\u202e${'x'.repeat(3_000_000)}`;
const document = JSON.parse(
  readFileSync(new URL('../fixtures/documents-v2/workflow.json', import.meta.url), 'utf8'),
);

describe('foreign text on the terminal', () => {
  it.each([
    ['engine', { ...document, engine: FOREIGN }, 'was recorded by engine \\u001b]0;mine'],
    ['preset', { ...document, config: { ...document.config, preset: FOREIGN } }, '\\u001b]0;mine'],
    ['format', { ...document, format: FOREIGN, [FOREIGN]: 1 }, 'run.json'],
  ])('is cut and escaped: %s', async (_place, changed, told) => {
    const file = join(mkdtempSync(join(tmpdir(), 'statescope-')), 'run.json');
    writeFileSync(file, JSON.stringify(changed));
    const { stdout, stderr } = await inProcess(
      'run',
      '--oracle',
      'replay',
      '--answers',
      file,
      '--rounds',
      '0',
    );
    expect(stderr).toContain(told);
    expect(stderr.length + stdout.length).toBeLessThan(2000);
    expect(stderr).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  });

  it('is cut in an error about an option', async () => {
    const { code, stderr } = await inProcess('run', '--seed', FOREIGN);
    expect([code, stderr.length < 1100]).toEqual([2, true]);
    expect(stderr).toContain('\\u001b]0;mine\\u0007');
  });
});
