import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeHex } from '../../../src/engine/core/hashing/hex.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import { computeSetupDigest, serializeCanonicalSetup } from '../../../src/engine/setup/computeSetupDigest.ts';
import type { RunConfig } from '../../../src/engine/setup/config.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { open, playTo } from '../play.ts';

const run = await open({ network: 'small-world', agents: 20, parameters: { warm_up: 2 } });
const told = (part: Partial<RunConfig>) => serializeCanonicalSetup({ ...run.config, ...part }, run.model);

describe('the canonical set-up', () => {
  it('is JSON without spaces, its keys by code unit', () => {
    const text = told({
      networkInfo: { name: 'n', nodes: 3, edges: 2, sha256: 'aa' },
      inputInfo: {
        texts: { name: 'x', count: 1, sha256: 'bb' },
        Corpus: { name: 'y', count: 2, sha256: 'cc' },
      },
      parameters: { b: 0.1, B: true, a: 1e21, é: -0 },
    });
    expect(text).toBe(
      '{"agents":20,"inputs":{"Corpus":"cc","texts":"bb"},"model":"social","network":"aa",' +
        '"parameters":{"B":true,"a":1e+21,"b":0.1,"é":0},"seed":1,"start_time":"2026-01-30T18:00:00Z",' +
        '"tick_seconds":180,"warm_up":2}',
    );
  });

  it('does not depend on preset, oracle, names, counts, changes, or the order of its parts', () => {
    const { networkInfo, parameters } = run.config;
    const usual = told({});
    const other: readonly Partial<RunConfig>[] = [
      { preset: 'realistic' },
      { oracle: { kind: 'replay' } },
      { network: 'file', own: ['x'] },
      { networkInfo: networkInfo && { ...networkInfo, name: 'other', nodes: 1, edges: 9 } },
      { changes: [{ tick: 3, name: 'liking', value: 2 }] },
      { parameters: Object.fromEntries(Object.entries(parameters).reverse()) },
    ];
    for (const part of other) expect(told(part)).toBe(usual);
  });

  it('leaves out a parameter with the value of runs before it existed', () => {
    const parameters = [{ ...run.model.parameters[0], name: 'new', absent: 3 }];
    const text = (value: number) =>
      serializeCanonicalSetup({ ...run.config, parameters: { new: value } }, { parameters });
    expect(text(3)).toContain('"parameters":{}');
    expect(text(4)).toContain('"parameters":{"new":4}');
  });
});

describe('the hash of a run', () => {
  it('starts from SHA-256 of the canonical set-up', async () => {
    const { config, model } = run;
    const digest = createHash('sha256').update(serializeCanonicalSetup(config, model)).digest('hex');
    expect(encodeHex(computeSetupDigest(config, model))).toBe(digest);
    expect((await open({ ...config, oracle: { kind: 'policy' } })).hash).toBe(digest);
  });

  it('differs for another set-up, even one without an effect', async () => {
    const usual = { network: 'small-world', agents: 20 };
    // Nobody can stall where nobody acts.
    const still = { activity: 0, posting: 0, warm_up: 0 };
    const hashes = new Set<string>();
    for (const stall of [0, 0.5])
      hashes.add((await playTo(await open({ ...usual, parameters: { ...still, stall } }), 5)).hash);
    expect(hashes.size).toBe(2);
  });

  it.each(MODELS)('%s is unchanged where a change repeats the current value', async (model, part) => {
    const loaded = await loadedOf(model, part, 3);
    const parent = await playTo(createRun(loaded), 6);
    const live = parent.model.parameters.find(({ live, kind }) => live && kind !== 'boolean');
    if (live === undefined) return;
    const change = { tick: 3, name: live.name, value: parent.config.parameters[live.name] };
    const branch = await playTo(createRun({ ...loaded, setup: { ...loaded.setup, changes: [change] } }), 6);
    expect([branch.config.changes.length, branch.hash]).toEqual([1, parent.hash]);
  });
});
