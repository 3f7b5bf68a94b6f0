import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SCRIPT: string = join(import.meta.dirname, '../../scripts/stages.mjs');
const { STAGES } = (await import(SCRIPT)) as {
  STAGES: readonly {
    readonly name: string;
    readonly command: readonly string[];
    readonly seconds: number;
    readonly after?: readonly string[];
  }[];
};

describe('the stages of npm test', () => {
  it('end within an hour and a quarter, two at a time, whatever hangs', () => {
    const seconds = STAGES.map(stage => stage.seconds);
    const all = seconds.reduce((sum, one) => sum + one, 0);
    expect(all / 2 + Math.max(...seconds)).toBeLessThanOrEqual(4_500);
  });

  it('build as npm start does, so that it need not build again', () => {
    expect(STAGES.find(stage => stage.name === 'build')?.command[1]).toMatch(/scripts.build\.mjs$/);
  });

  it('test in the browser what was just built', () => {
    const browsed = STAGES.filter(({ name }) => name.startsWith('e2e'));
    expect(browsed.map(({ name }) => name)).toEqual([
      'e2e models',
      'e2e pages 1/4',
      'e2e pages 2/4',
      'e2e pages 3/4',
      'e2e pages 4/4',
    ]);
    for (const { after } of browsed) expect(after).toContain('build');
  });
});
