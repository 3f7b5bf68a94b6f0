import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/engine/core/random.ts';
import {
  type ArmMeasure,
  compareGuardArms,
  type GuardTrial,
} from '../../../src/engine/guard/compareGuardArms.ts';
import { createGuard } from '../../../src/engine/guard/index.ts';
import { IS_LONG } from '../../runs.ts';

const NOBODY: GuardTrial = {
  ...{ session: 's', acts: false, outcome: null, calls: null, tokens: null, usd: null, minutes: null },
  ...{ isStopped: false, advised: 0, obeyed: 0, ignored: 0 },
};
const trials = (count: number, part: Partial<GuardTrial>): GuardTrial[] =>
  Array.from({ length: count }, (_, i) => ({ ...NOBODY, session: `${i}`, ...part }));
const contrastOf = (all: readonly GuardTrial[], measure: ArmMeasure) =>
  compareGuardArms(all).contrasts.find(one => one.measure === measure)!;

describe('the comparison of guarded and unguarded sessions', () => {
  it('counts each session in the arm that it was drawn for, whatever happened in it', () => {
    const all = [
      ...trials(30, { acts: true, outcome: 'succeeded' }),
      ...trials(10, { acts: true, outcome: 'failed', isStopped: true }),
      ...trials(20, { outcome: 'succeeded' }),
      ...trials(20, { outcome: 'failed', isStopped: true }),
    ];
    const { guarded, unguarded, difference, interval } = contrastOf(all, 'success');
    expect([guarded.value, unguarded.value, difference]).toEqual([0.75, 0.5, 0.25]);
    // Newcombe (1998), method 10, by hand: Wilson's intervals are 0.5981 to 0.8581 and 0.3520 to 0.6480.
    expect(interval?.map(end => Number(end.toFixed(4)))).toEqual([0.0379, 0.4333]);
  });

  it('judges detection by sessions alone in which the guard only noted', () => {
    const { detection } = compareGuardArms([
      ...trials(50, { acts: true, outcome: 'succeeded', isStopped: true }),
      ...trials(6, { outcome: 'failed', isStopped: true }),
      ...trials(4, { outcome: 'failed' }),
      ...trials(2, { outcome: 'succeeded', isStopped: true }),
      ...trials(18, { outcome: 'succeeded' }),
    ]);
    expect(detection.precision).toMatchObject({ count: 8, value: 0.75 });
    expect(detection.recall).toMatchObject({ count: 10, value: 0.6 });
    expect(detection.falseAlarms).toMatchObject({ count: 20, value: 0.1 });
  });

  it('leaves unknown what nobody knows', () => {
    const { contrasts, detection, needed } = compareGuardArms([
      ...trials(3, { acts: true }),
      ...trials(3, {}),
    ]);
    expect(needed).toBeNull();
    expect(detection.recall).toEqual({ count: 0, value: null, interval: null });
    for (const { difference, interval } of contrasts) expect([difference, interval]).toEqual([null, null]);
  });

  it('has no interval of width zero where all sessions are alike', () => {
    const all = [
      ...trials(20, { acts: true, outcome: 'succeeded', calls: 5 }),
      ...trials(20, { outcome: 'succeeded', calls: 5 }),
    ];
    const [low, high] = contrastOf(all, 'success').interval ?? [0, 0];
    expect(low).toBeLessThan(-0.1);
    expect(high).toBeGreaterThan(0.1);
    expect(contrastOf(all, 'calls').interval).toBeNull();
  });
});

/** Share of agents that fall into a loop; of these that obey advice; of those, and of the others, that succeed. */
const [LOOPS, OBEYS, RESCUED, HEALTHY] = [0.4, 0.5, 0.6, 0.8];
const POLICY = {
  ...{ format: 'statescope-guard', version: 1, name: 'simulated' },
  rules: [{ id: 'same', when: { rule: 'in_a_row', threshold: 3, compare: 'result' } }],
};

/** A session through the real guard: a loop of twenty equal calls, or as many different ones as are given. */
function playSession(acts: boolean, isLoop: boolean, obeys: boolean, length: number): GuardTrial {
  const guard = createGuard({ ...POLICY, act: acts ? 1 : 0 }, 's');
  let calls = 0;
  let isRescued = false;
  for (let i = 0; i < (isLoop ? 20 : length); i++) {
    const call = { tool: 'test', args: { file: isLoop && !isRescued ? 'a' : `${i}` } };
    if (guard.before(call).action === 'stop') break;
    calls++;
    const { action } = guard.after(call, { output: isLoop && !isRescued ? 'red' : `green ${i}` });
    if (action === 'advise' && obeys) isRescued = true;
    if (isRescued && i > 6) break;
  }
  return { ...NOBODY, acts, calls, isStopped: guard.report().stop !== null };
}

/** Draws an experiment of so many sessions, and the guard's effect in it. */
function drawExperiment(random: Random, sessions: number): GuardTrial[] {
  return Array.from({ length: sessions }, (_, i) => {
    const [loop, obey, success, length, arm] = [0, 1, 2, 3, 4].map(purpose => random.unit(i, 0, purpose));
    const [acts, isLoop, obeys] = [arm < 0.5, loop < LOOPS, obey < OBEYS];
    const chance = !isLoop ? HEALTHY : acts && obeys ? RESCUED : 0;
    const trial = playOnce(acts, isLoop, obeys, 4 + Math.floor(length * 8));
    return { ...trial, session: `${i}`, outcome: success < chance ? 'succeeded' : 'failed' };
  });
}

const played = new Map<string, GuardTrial>();
/** Sessions of equal agents are equal. */
function playOnce(...kind: Parameters<typeof playSession>): GuardTrial {
  const key = kind.join();
  const trial = played.get(key) ?? playSession(...kind);
  played.set(key, trial);
  return trial;
}

/** Experiments of 200 sessions whose interval covers the true effect. @param only the parts of a session that are compared */
function countCovered(
  experiments: number,
  measure: ArmMeasure,
  effect: number,
  only: Partial<GuardTrial>,
): number {
  let covered = 0;
  for (let experiment = 0; experiment < experiments; experiment++) {
    const drawn = drawExperiment(new Random(experiment, 1), 200).map(trial => ({ ...trial, ...only }));
    const [low, high] = contrastOf(drawn, measure).interval ?? [Number.NaN, Number.NaN];
    if (low <= effect && effect <= high) covered++;
  }
  return covered;
}

describe('the interval of the effect', () => {
  it('covers the true effect on success in 93 to 97 % of 1,000 experiments', () => {
    const covered = countCovered(1_000, 'success', LOOPS * OBEYS * RESCUED, { calls: null });
    expect(covered).toBeGreaterThanOrEqual(930);
    expect(covered).toBeLessThanOrEqual(970);
  });

  it('covers the true effect on the number of calls as often', () => {
    const [stopped, rescued] = [false, true].map(obeys => playOnce(true, true, obeys, 0).calls as number);
    const effect = LOOPS * ((1 - OBEYS) * stopped + OBEYS * rescued - 20);
    const experiments = IS_LONG ? 1_000 : 40;
    const covered = countCovered(experiments, 'calls', effect, { outcome: null });
    // Of 40, fewer than 34 come once in 10,000 times if 95 % are right.
    expect(covered).toBeGreaterThanOrEqual(experiments === 40 ? 34 : 930);
    expect(covered).toBeLessThanOrEqual(experiments === 40 ? 40 : 970);
  });
});
