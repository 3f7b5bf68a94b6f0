import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertTypedArrays } from '../../../src/engine/core/convertTypedArrays.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import type { Oracle } from '../../../src/engine/oracle/oracle.ts';
import { Replica } from '../../../src/engine/run/replica.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import { buildRunFrame } from '../../../src/engine/run/runFrame.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { mixedAnswers } from '../mixedAnswers.ts';
import { documentText, playTo } from '../play.ts';
import { agentDetail } from '../reports.ts';

const CASES = 2 * Number(process.env.LONG ?? 1);

/** Everything that the page and a document say of a run. */
async function told(run: Run) {
  return {
    document: documentText(run),
    frame: buildRunFrame(run, 1, run.machine.past.start),
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

describe('a run at an earlier tick', () => {
  it.each(MODELS)('equals a run that was stopped there: %s, %o', async (model, part) => {
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
            if (look % 3 === 0) void replica.prepare();
            expect(await replica.at(tick, told)).toEqual(await told(stopped));
          }
          expect(await told(run)).toEqual(before);
        },
      ),
      { numRuns: CASES },
    );
  });
});

describe('a replica that could not be prepared', () => {
  it('is prepared by the next reading, which is answered', async () => {
    const loaded = await loadedOf('governed', { agents: 2 }, 7);
    const run = createRun(loaded);
    await playTo(run, 6);
    let tries = 0;
    const replica = new Replica(run, () => {
      if (tries++ === 0) throw new RangeError('Array buffer allocation failed');
      return createRun(loaded);
    });
    await expect(replica.prepare()).resolves.toBeUndefined();
    expect(await replica.at(3, past => past.tick)).toBe(3);
  });
});

describe('a keyframe', () => {
  it.each(MODELS)('stays unchanged, and leads to the same run: %s, %o', async (model, part) => {
    const loaded = await loadedOf(model, part, 7);
    const run = createRun(loaded);
    await playTo(run, 14);
    const keyframe = run.keyframe();
    const text = JSON.stringify(convertTypedArrays(keyframe));
    await playTo(run, 40);
    expect(JSON.stringify(convertTypedArrays(keyframe))).toBe(text);
    const again = createRun(loaded);
    again.become(run, keyframe);
    await playTo(again, 40);
    expect(again.hash).toBe(run.hash);
    expect(JSON.stringify(convertTypedArrays(keyframe))).toBe(text);
  });
});
