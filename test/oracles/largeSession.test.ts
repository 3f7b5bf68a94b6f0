import { expect, it, vi } from 'vitest';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { getAgentModelEntry } from '../../src/engine/models/index.ts';
import { EngineSession } from '../../src/workers/engine/engineSession.ts';

it('a run that is reopened asks no question about its size, but those opened after it do', async () => {
  const model = await getAgentModelEntry('social').model();
  // As far as a run of this size is made here.
  const made = vi.spyOn(model, 'load').mockRejectedValue(new Error('made'));
  const session = new EngineSession({ bundled: async () => new Uint8Array(), changed: () => {} });
  const saved = { document: { name: 'run', bytes: new Uint8Array() }, spent: { calls: 0, tokens: 0 } };
  const parameters = { edges_per_newcomer: 50, history_depth: 1000 };
  const setup = { ...DEFAULT_SETUP, network: 'scale-free', agents: 1_000_000, parameters };
  const open = (isLarge?: boolean) => session.open(setup, {}, null, isLarge);
  await expect(open()).rejects.toThrow('7.0 GB');
  await expect(session.resume(setup, {}, saved, null)).rejects.toThrow('made');
  await expect(open()).rejects.toThrow('7.0 GB');
  await expect(open(true)).rejects.toThrow('made');
  await expect(open()).rejects.toThrow('made');
  made.mockRestore();
});
