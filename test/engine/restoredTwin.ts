import { expect } from 'vitest';
import { createRun, type Loaded } from '../../src/engine/models/openRun.ts';
import type { Run } from '../../src/engine/run/run.ts';

/** Another run that goes on from what a run saves as JSON; it saves the same. */
export function restoredTwin(run: Run, loaded: Loaded): Run {
  const saved = JSON.parse(JSON.stringify(run.save()));
  const restored = createRun(loaded);
  restored.restore(saved);
  expect(JSON.parse(JSON.stringify(restored.save()))).toEqual(saved);
  return restored;
}
