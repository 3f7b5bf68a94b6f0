import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SCRIPT: string = join(import.meta.dirname, '../../scripts/stages.mjs');
interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  readonly seconds: number;
  readonly after?: readonly string[];
}
const { STAGES, LONG } = (await import(SCRIPT)) as {
  readonly STAGES: readonly Stage[];
  readonly LONG: readonly Stage[];
};

describe('the stages of npm test', () => {
  it('end within an hour and a quarter, whatever hangs, even where only two run at a time', () => {
    const seconds = STAGES.map(stage => stage.seconds);
    const all = seconds.reduce((sum, one) => sum + one, 0);
    expect(all / 2 + Math.max(...seconds)).toBeLessThanOrEqual(4_500);
  });

  it('build as npm start does, so that it need not build again', () => {
    expect(STAGES.find(stage => stage.name === 'build')?.command[1]).toMatch(/scripts.build\.mjs$/);
  });

  it('test in the browser the latest build', () => {
    expect(STAGES.find(({ name }) => name === 'e2e')?.after).toContain('build');
  });
});

describe('the stages of npm run test:long', () => {
  it('play all pages, with the tests that the usual run omits', () => {
    const names = LONG.map(({ name }) => name);
    const after = LONG.find(({ name }) => name === 'e2e')?.after;
    expect(after).toContain('build');
    for (const one of after!) expect(names).toContain(one);
  });
});
