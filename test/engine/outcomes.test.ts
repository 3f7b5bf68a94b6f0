import { describe, expect, it } from 'vitest';
import { defaultSetup } from '../../src/engine/defaultSetup.ts';
import type { ModelSpec } from '../../src/engine/model.ts';
import { MODELS } from '../../src/engine/models/index.ts';
import { openRun } from '../../src/engine/open.ts';
import { namedOutcomes } from '../../src/engine/outcomes.ts';
import { play } from '../../src/engine/play.ts';
import { bundled } from './models/workflow/playing.ts';

const opened = async (model: ModelSpec) =>
  (await openRun({ ...defaultSetup(model), agents: model.usesNetwork ? 60 : 8 }, { bundled, files: {} })).run;

describe.each(await Promise.all(MODELS.map(({ spec }) => spec())))('the outcomes of $name', model => {
  it('are at any tick of the past what a run stopped there had come to', async () => {
    const run = await opened(model);
    const stopped = new Map<number, readonly (number | null)[]>();
    stopped.set(run.tick, run.outcomesAt(run.tick));
    await play(run, {
      oracle: run.policy,
      until: 24,
      after: () => stopped.set(run.tick, run.outcomesAt(run.tick)),
    });
    for (const [tick, values] of stopped) expect([tick, run.outcomesAt(tick)]).toEqual([tick, values]);
    const last = namedOutcomes(model.outcomes, run.outcomesAt(run.tick));
    expect(Object.keys(last)).toEqual(model.outcomes.map(({ name }) => name));
    expect(Object.values(last).some(value => value !== null && value > 0)).toBe(true);
    expect(() => run.outcomesAt(run.tick + 1)).toThrow(RangeError);
    expect(() => run.outcomesAt(-run.config.warmUp - 1)).toThrow(RangeError);
  });

  it('say what was counted, each under a name of its own', () => {
    const names = model.outcomes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, label, meaning } of model.outcomes) {
      expect(name).toMatch(/^[a-z_]+$/);
      expect(label).not.toBe('');
      expect(meaning).toMatch(/\.$/);
    }
  });
});
