import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SCRIPTS: string = join(import.meta.dirname, '../../scripts');
const { measureHouse } = (await import(`${SCRIPTS}/figures.mjs`)) as {
  measureHouse(root: string): Readonly<Record<string, string>>;
};
const { isVerbFirst } = (await import(`${SCRIPTS}/verbs.mjs`)) as { isVerbFirst(name: string): boolean };

describe('the name of a function', () => {
  it.each(['readNetwork', 'isOpen', 'toCsv', 'rankOutcomes', 'read'])('begins with a verb: %s', name => {
    expect(isVerbFirst(name)).toBe(true);
  });

  it.each(['state', 'nameOf', 'shown', 'networkInfo', 'pointAt'])(
    'is found not to begin with a verb: %s',
    name => {
      expect(isVerbFirst(name)).toBe(false);
    },
  );
});

it('figures count what modules declare at their top, and words of comments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'statescope-figures-'));
  try {
    mkdirSync(join(folder, 'room'));
    writeFileSync(
      join(folder, 'room/a.ts'),
      [
        "import { x } from './x.ts';",
        '/** Whether it is told. */',
        'export const readIt = () => x;',
        '/** The name. */',
        'export function nameOf() {',
        '  const within = () => 1;',
        '  return within;',
        '}',
        'export function Component() {}',
        '',
      ].join('\n'),
    );
    expect(measureHouse(folder)).toMatchObject({
      'functions that begin with a verb, %': '50.0',
      'functions that end in Of, %': '50.0',
      'mean length of a function’s name': '6.0',
      'told, tell, tells in 1,000 words of comments': '166.67',
      'docstrings that begin with What, Whether, Where, Who, How, %': '50.0',
      files: '1',
      'files of fewer than 40 lines, %': '100.0',
      'lines of imports, %': '11.1',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
