import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Setup } from '../../src/engine/config.ts';
import { defaultSetup } from '../../src/engine/defaultSetup.ts';
import { modelNamed } from '../../src/engine/models/index.ts';
import { createRun, type Loaded, load } from '../../src/engine/open.ts';
import type { Oracle } from '../../src/engine/oracle.ts';
import { Replica } from '../../src/engine/replica.ts';
import type { Run } from '../../src/engine/run.ts';
import { frameOf } from '../../src/engine/runFrame.ts';
import { mixedAnswers } from './mixedAnswers.ts';
import { documentText, playTo } from './play.ts';
import { agentDetail } from './telling.ts';

const root = new URL('../../public/', import.meta.url);
const CASES = 4 * Number(process.env.LONG ?? 1);

const MODELS: readonly (readonly [model: string, part: Partial<Setup>])[] = [
  ['social', { network: 'scale-free', agents: 40, parameters: { warm_up: 6, activity: 12, posting: 12 } }],
  ['social', { network: 'small-world', agents: 30, parameters: { warm_up: 4, activity: 12, moods: true } }],
  ['governed', { agents: 9 }],
  ['librarian', { agents: 4 }],
  ['workflow', { agents: 6, preset: 'pivoting' }],
  ['chart', { network: 'scale-free', agents: 40, preset: 'society' }],
];

async function loadedOf(model: string, part: Partial<Setup>, seed: number): Promise<Loaded> {
  const setup = { ...defaultSetup(await modelNamed(model).model()), ...part, seed };
  return load(setup, { bundled: async path => readFileSync(new URL(path, root)), files: {} });
}

/** Everything that the page and a document say of a run. */
async function told(run: Run) {
  await run.state.wording?.();
  return {
    document: documentText(run),
    frame: frameOf(run, 1, run.machine.past.start),
    details: Array.from({ length: run.config.agents }, (_, agent) => agentDetail(run, agent)),
  };
}

/** Ticks up to 18; up to 9 by the policy where two oracles decide. */
async function played(run: Run, isMixed: boolean, keep: () => void): Promise<void> {
  const oracle: Oracle = isMixed ? { ...mixedAnswers(run), record: { kind: 'mixed' } } : run.policy;
  for (let tick = run.tick + 1; tick <= 18 && !run.state.isOver; tick++) {
    if (isMixed && tick === 10) run.handOver();
    await playTo(run, tick, tick < 10 ? run.policy : oracle);
    if (tick % 5 === 0) keep();
  }
}

describe('a run as it was', () => {
  it.each(MODELS)('is what a run says that was stopped there: %s, %o', async (model, part) => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1000),
        fc.boolean(),
        fc.array(fc.nat(), { minLength: 3 }),
        async (seed, isMixed, looks) => {
          const loaded = await loadedOf(model, part, seed);
          const run = createRun(loaded);
          const replica = new Replica(run, () => createRun(loaded));
          await played(run, isMixed, () => replica.keep());
          const before = await told(run);
          const { warmUp } = run.config;
          for (const look of looks.slice(0, 5)) {
            const tick = (look % (run.tick + warmUp + 1)) - warmUp;
            const stopped = createRun(loaded);
            const oracle: Oracle = isMixed
              ? { ...mixedAnswers(stopped), record: { kind: 'mixed' } }
              : stopped.policy;
            await playTo(stopped, Math.min(tick, 9));
            if (isMixed && tick >= 10) stopped.handOver();
            await playTo(stopped, tick, oracle);
            expect(await replica.at(tick, told)).toEqual(await told(stopped));
          }
          expect(await told(run)).toEqual(before);
        },
      ),
      { numRuns: CASES },
    );
  });
});
