import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playWholeRun } from '../../src/cli/commands/playWholeRun.ts';
import { prepareRunInputs } from '../../src/cli/options/prepareRunInputs.ts';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import { RECORDED } from '../../src/engine/models/recorded/recordedSpec.ts';
import { bytesOfFixture } from '../engine/traces/fixture.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'large-'));
  const spans = bytesOfFixture('otlp/tau2_retail_40.genai.jsonl');
  writeFileSync(join(folder, 'large.jsonl'), Buffer.concat([spans, Buffer.alloc(51_000_000, ' ')]));
  writeFileSync(join(folder, 'small.jsonl'), spans);
});
afterAll(() => rmSync(folder, { recursive: true }));

const setup = { ...createDefaultSetup(RECORDED), own: ['traces'] };
const opened = async (name: string) => {
  const given = await prepareRunInputs(setup, { traces: [join(folder, name)] }, pathToFileURL('/'));
  return { ...(await openRun(given.setup, given.sources)), files: given.sources.files.traces ?? [] };
};

describe('traces on the command line', () => {
  it('are read in pieces where they are too large for memory, to the same cases', async () => {
    const [large, small] = [await opened('large.jsonl'), await opened('small.jsonl')];
    expect(large.files[0].bytes).toHaveLength(0);
    expect(small.files[0].source).toBeUndefined();
    const digest = ({ run }: typeof large) => run.config.inputInfo.traces.sha256;
    expect(large.run.config.agents).toBe(40);
    expect(digest(large)).toBe(digest(small));
  });

  it('may be a folder: what does not fit into memory is read in pieces', async () => {
    const { files, run } = await opened('');
    expect(files.map(({ source }) => source !== undefined)).toContain(true);
    // Spans of one trace are of one case, whatever file they come from.
    expect(run.config.agents).toBe(40);
  });

  it('are refused where their run is to be saved, before anything is written', async () => {
    const paths = { traces: [join(folder, 'large.jsonl')] };
    const [keep, root] = [join(folder, 'kept'), pathToFileURL('/')];
    const order = { setup, paths, rounds: 1, out: null, keep };
    await expect(playWholeRun(order, { root, key: null, recording: null }, () => undefined)).rejects.toThrow(
      '--keep: large.jsonl is larger than the 50 MB of files that are saved',
    );
    expect(existsSync(keep)).toBe(false);
  });

  it('stay in memory as a whole for an input of unknown size', async () => {
    const paths = { mapping: [join(folder, 'large.jsonl')] };
    await expect(prepareRunInputs(setup, paths, pathToFileURL('/'))).rejects.toThrow(
      'it is 51.7 MB; at most 50.0 MB are read',
    );
  });
});
