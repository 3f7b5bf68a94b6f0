import { describe, expect, it } from 'vitest';
import { parseParameterAssignment } from '../../../src/engine/checks/checkParameter.ts';
import { resolveRunConfig } from '../../../src/engine/checks/setup.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { getAgentModelEntry } from '../../../src/engine/models/index.ts';
import { loadSetup } from '../../../src/engine/models/openRun.ts';
import type { Limits } from '../../../src/engine/oracle/oracleSetup.ts';
import { createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';

const model = await getAgentModelEntry('social').spec();
const material = {
  agents: 12,
  networkInfo: { name: 'net', nodes: 12, edges: 30, sha256: '0'.repeat(64) },
  inputInfo: {},
};

const NOTHING = { bundled: () => Promise.reject(new Error('nothing is loaded')), files: {} };

/** A set-up with a limit. */
const limited = (limits: Partial<Limits>) => {
  const oracle = createRemoteDefaults('ollama');
  return { oracle: { ...oracle, limits: { ...oracle.limits, ...limits } } };
};

describe('a set-up', () => {
  it.each([
    [{ seed: -1 }, 'seed must be a whole number from 0 to 4294967295, not -1'],
    [{ seed: 1.5 }, 'not 1.5'],
    [{ seed: 2 ** 32 }, 'not 4294967296'],
    [
      { preset: 'quiet' },
      'preset "quiet" is unknown; available: showcase, realistic, twitter15, twitter15_paced',
    ],
    [{ oracle: { kind: 'delphi' } as never }, 'oracle "delphi" is unknown'],
    [{ oracle: { ...createRemoteDefaults('ollama'), urls: [] } }, 'oracle ollama needs the URL of a server'],
    [
      { oracle: { ...createRemoteDefaults('openai'), temperature: 3 } },
      'temperature must be a number from 0 to 2, not 3',
    ],
    [limited({ callsPerRun: 0 }), 'calls in this run must be a whole number from 1, not 0'],
    [limited({ tokensPerRound: 1.5 }), 'tokens in a round must be a whole number from 1, not 1.5'],
    [limited({ deadline: -1 }), 'the deadline must be over 0 and at most 3600 seconds, not -1'],
    [{ parameters: { colour: 1 } }, 'parameter "colour" is unknown'],
    [{ parameters: { stall: 1.01 } }, 'stall must be a number from 0 to 1, not 1.01'],
    [{ parameters: { stall: Number.NaN } }, 'not NaN'],
    [{ parameters: { warm_up: 2.5 } }, 'warm_up must be a whole number from 0 to 2000, not 2.5'],
    [{ parameters: { neighbours: 7 } }, 'neighbours must be an even number'],
    [{ parameters: { notify: 1 } }, 'notify must be true or false, not 1'],
    [{ parameters: { parent_rule: 'eldest' } }, 'parent_rule must be one of drawn, root_or_other'],
    [{ parameters: { parent_rule: 1 } }, 'parent_rule must be one of drawn, root_or_other'],
    [{ changes: [{ tick: 3, name: 'warm_up', value: 1 }] }, 'warm_up cannot be changed in mid-run'],
    [{ changes: [{ tick: 0, name: 'stall', value: 1 }] }, 'needs a tick from 1, not 0'],
  ])('%j is refused by name and value', async (part, message) => {
    await expect(loadSetup({ ...DEFAULT_SETUP, ...part }, NOTHING)).rejects.toThrow(message);
  });

  it('names an unknown model and those that there are', () => {
    expect(() => getAgentModelEntry('ants')).toThrow('model "ants" is unknown; available: social, governed');
  });

  it('takes every parameter of its preset but those that it names', () => {
    const config = resolveRunConfig(
      { ...DEFAULT_SETUP, preset: 'realistic', parameters: { activity: 9 } },
      model,
      material,
    );
    for (const p of model.parameters)
      expect(config.parameters[p.name]).toBe(p.name === 'activity' ? 9 : p.defaults.realistic);
    expect(config).toMatchObject({
      agents: 12,
      warmUp: 60,
      startTime: '2026-01-30T10:00:00Z',
      tickSeconds: 180,
    });
  });
});

describe('an assignment as a person types it', () => {
  it.each([
    ['stall=0.05', 'stall', 0.05],
    ['notify=false', 'notify', false],
    ['activity=1e1', 'activity', 10],
  ])('%s', (text, name, value) => {
    expect(parseParameterAssignment(text, model)).toEqual({ name, value });
  });

  it.each([
    ['stall', '"stall" is not name=value'],
    ['=3', '"=3" is not name=value'],
    ['stall=', 'stall must be a number from 0 to 1, not '],
    ['stall=often', 'not often'],
    ['activity=0x10', 'activity must be a number from 0 to 20, not 0x10'],
    ['activity=0b1', 'not 0b1'],
    ['activity=Infinity', 'not Infinity'],
  ])('%s is refused', (text, message) => {
    expect(() => parseParameterAssignment(text, model)).toThrow(message);
  });
});
