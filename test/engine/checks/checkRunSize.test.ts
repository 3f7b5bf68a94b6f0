import { describe, expect, it } from 'vitest';
import {
  checkLoadedSize,
  checkPlannedSize,
  estimateRunBytes,
  hasSameRunSize,
} from '../../../src/engine/checks/checkRunSize.ts';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import { TooLarge } from '../../../src/engine/core/errors.ts';
import { loadSetup } from '../../../src/engine/models/openRun.ts';
import { SOCIAL } from '../../../src/engine/models/social/socialSpec.ts';
import { WORKFLOW } from '../../../src/engine/models/workflow/workflowSpec.ts';

const society = { ...createDefaultSetup(SOCIAL), network: 'scale-free' };
const sources = { bundled: () => Promise.reject(new Error('not wanted')), files: {} };

describe('the size of a run', () => {
  it('is estimated within a fifth of the measured one where it is large', () => {
    const measured = [
      { agents: 300_000, edges: 15_000_000, depth: 50, bytes: 860e6 },
      { agents: 100_000, edges: 300_000, depth: 1000, bytes: 510e6 },
    ];
    for (const { bytes, ...extent } of measured) {
      const estimate = estimateRunBytes({ ...extent, usesNetwork: true });
      expect(estimate / bytes).toBeGreaterThan(0.8);
      expect(estimate / bytes).toBeLessThan(1.2);
    }
  });

  it('is not accepted unasked above 2 GB: agents, network and history are reported before any is made', async () => {
    const parameters = { edges_per_newcomer: 50, history_depth: 1000 };
    const setup = { ...society, agents: 1_000_000, parameters };
    await expect(loadSetup(setup, sources)).rejects.toThrow(
      'this run would take about 7.0 GB of memory, with 1000000 agents, 50000000 edges, 1000 transitions in a history',
    );
    await expect(loadSetup(setup, sources)).rejects.toBeInstanceOf(TooLarge);
  });

  it('includes the contents of a file once it is read', () => {
    const networkInfo = { name: 'mine', nodes: 1_500_000, edges: 1_000_000, sha256: '' };
    const material = { inputs: null, agents: 1_500_000, networkInfo, inputInfo: {}, notes: [] };
    const setup = { ...society, network: 'file', parameters: { history_depth: 900 } };
    expect(() => checkPlannedSize(setup, SOCIAL)).not.toThrow();
    expect(() => checkLoadedSize(setup, SOCIAL, material)).toThrow('about 6.9 GB');
    expect(() => checkLoadedSize({ ...setup, parameters: {} }, SOCIAL, material)).not.toThrow();
  });

  it('is accepted at once for the largest usual runs', () => {
    expect(() => checkPlannedSize({ ...society, agents: 1_000_000 }, SOCIAL)).not.toThrow();
    expect(() =>
      checkPlannedSize({ ...createDefaultSetup(WORKFLOW), agents: 100_000 }, WORKFLOW),
    ).not.toThrow();
  });

  it.each([
    [society, '1,000,000'],
    [createDefaultSetup(WORKFLOW), '100,000'],
  ])('is not estimated for more agents than are allowed', async (setup, most) => {
    for (const isLarge of [false, true])
      await expect(loadSetup({ ...setup, agents: 99_999_999_999 }, { ...sources, isLarge })).rejects.toThrow(
        `agents must be a whole number from 1 to ${most}, not 99999999999`,
      );
  });

  it('equals that of another set-up with the same network, agents and parameters', () => {
    const parameters = { posting: 2, activity: 1 };
    const other = { ...society, seed: society.seed + 1, parameters: { activity: 1, posting: 2 } };
    expect(hasSameRunSize({ ...society, parameters }, other)).toBe(true);
    expect(hasSameRunSize({ ...society, parameters }, { ...other, agents: 7 })).toBe(false);
    expect(hasSameRunSize({ ...society, parameters }, { ...other, parameters: {} })).toBe(false);
  });
});
